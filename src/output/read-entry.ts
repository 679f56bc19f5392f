import { lstatSync, readFileSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import { foldersOf } from './confine.js';
import { isMissing } from './failure.js';

/** What lies at a path of the output. Links are never followed. */
export type Entry =
  | { readonly kind: 'missing' }
  | { readonly kind: 'file'; readonly bytes: Buffer }
  | { readonly kind: 'folder' }
  /** A symbolic link there or on the way: `at` is its path. */
  | { readonly kind: 'link'; readonly at: string }
  /** A file where a folder should be, or something that is neither. */
  | { readonly kind: 'other'; readonly at: string };

/** Reads entries below a folder, and remembers the folders that were looked at. */
export function createEntryReader(root: string): (path: string) => Entry {
  const folders = new Map<string, Stats | undefined>();
  const statOf = (path: string): Stats | undefined => {
    if (!folders.has(path)) folders.set(path, look(join(root, path)));
    return folders.get(path);
  };
  return (path) => {
    for (const folder of foldersOf(path)) {
      const stats = statOf(folder);
      if (stats === undefined) return { kind: 'missing' };
      if (stats.isSymbolicLink()) return { kind: 'link', at: folder };
      if (!stats.isDirectory()) return { kind: 'other', at: folder };
    }
    const target = join(root, path);
    const stats = look(target);
    if (stats === undefined) return { kind: 'missing' };
    if (stats.isSymbolicLink()) return { kind: 'link', at: path };
    if (stats.isDirectory()) return { kind: 'folder' };
    return stats.isFile() ? { kind: 'file', bytes: readFileSync(target) } : { kind: 'other', at: path };
  };
}

function look(path: string): Stats | undefined {
  try {
    return lstatSync(path);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}
