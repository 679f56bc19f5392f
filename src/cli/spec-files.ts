import { dirname, resolve } from 'node:path';
import { isUrl } from '../config/load-config.js';
import type { SourceFile } from '../load/loaded-spec.js';

/** Absolute paths of the local files a document consists of; at least the document's own, when it is a file. */
export function specFiles(spec: string | object, files: readonly SourceFile[] = []): string[] {
  if (typeof spec !== 'string' || isUrl(spec) || spec === '-') return [];
  const root = resolve(spec);
  const others = files
    .slice(1)
    .filter(({ name }) => !isUrl(name))
    .map(({ name }) => resolve(dirname(root), name));
  return [root, ...others];
}
