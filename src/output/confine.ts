import { isAbsolute, relative, resolve } from 'node:path';
import { createDiagnostic } from '../diagnostics/create.js';
import { ToolsGenError } from '../diagnostics/tools-gen-error.js';
import type { GeneratedFile } from '../emit/generated-file.js';

const SEGMENT = /^[A-Za-z0-9_-](?:[A-Za-z0-9._-]{0,120}[A-Za-z0-9_-])?$/;
/** Names that Windows keeps for devices, whatever the extension. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/** True for a relative path of our own alphabet that stays inside whatever folder it is put in. */
export function isSafePath(path: unknown): path is string {
  return (
    typeof path === 'string' &&
    path.length <= 400 &&
    path.split('/').every((segment) => SEGMENT.test(segment) && !DEVICE.test(segment))
  );
}

/** The absolute path of a file of the output. Throws `OUTPUT_UNSAFE` for what would lie elsewhere. */
export function confine(root: string, path: string): string {
  const target = resolve(root, path);
  const inside = relative(root, target);
  if (!isSafePath(path) || inside === '' || inside.startsWith('..') || isAbsolute(inside)) throw unsafe(path);
  return target;
}

/** Throws `OUTPUT_UNSAFE` for paths that leave the folder, or of which two would meet on some file system. */
export function checkPaths(files: readonly GeneratedFile[]): void {
  const seen = new Set<string>();
  for (const { path } of files) {
    const folded = path.toLowerCase();
    if (!isSafePath(path) || seen.has(folded)) throw unsafe(path);
    seen.add(folded);
  }
  for (const path of seen) {
    for (const folder of foldersOf(path)) if (seen.has(folder)) throw unsafe(path);
  }
}

/** The folders on the way to a file, outermost first: `a/b/c` gives `a`, `a/b`. */
export function foldersOf(path: string): string[] {
  const segments = path.split('/');
  return segments.slice(1).map((_, index) => segments.slice(0, index + 1).join('/'));
}

function unsafe(path: string): ToolsGenError {
  return new ToolsGenError([createDiagnostic('OUTPUT_UNSAFE', `The path ${JSON.stringify(path)} cannot be written.`)]);
}
