import { realpathSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { isUrl } from '../config/is-url.js';

/**
 * Absolute paths of the local files a document consists of; at least the document's own, when it is a file.
 *
 * @param others names of the files it refers to, relative to its folder
 */
export function specFiles(spec: string | object, others: readonly string[] = []): string[] {
  if (typeof spec !== 'string' || isUrl(spec) || spec === '-') return [];
  const root = resolve(spec);
  const folder = dirname(realPath(root));
  return [root, ...others.filter((name) => !isUrl(name)).map((name) => resolve(folder, name))];
}

/** Names start at the folder that the document is in, wherever a link to it lies. */
function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
