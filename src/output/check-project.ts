import { resolve } from 'node:path';
import { ToolsGenError } from '../diagnostics/tools-gen-error.js';
import type { GeneratedFile } from '../emit/generated-file.js';
import { checkPaths } from './confine.js';
import { guarded } from './failure.js';
import { MANIFEST_PATH, NO_MANIFEST, type PreviousManifest, parseManifest } from './previous-manifest.js';
import { createEntryReader, type Entry } from './read-entry.js';

/** A file on disk that is not what would be written. */
export interface StaleFile {
  readonly path: string;
  /** `extra`: an earlier run made it, this one would not. */
  readonly state: 'missing' | 'changed' | 'extra';
}

/** Compares a folder with what would be written, sorted by path. Writes nothing, follows no link. */
export function checkProject(files: readonly GeneratedFile[], outDir: string): StaleFile[] {
  checkPaths(files);
  return guarded(outDir, () => {
    const read = createEntryReader(resolve(outDir));
    const stale: StaleFile[] = [];
    for (const { path, text } of files) {
      const entry = read(path);
      if (entry.kind === 'missing') stale.push({ path, state: 'missing' });
      else if (entry.kind !== 'file' || !entry.bytes.equals(Buffer.from(text, 'utf8'))) {
        stale.push({ path, state: 'changed' });
      }
    }
    const wanted = new Set(files.map(({ path }) => path));
    for (const path of readable(read(MANIFEST_PATH)).files.keys()) {
      if (!wanted.has(path) && read(path).kind === 'file') stale.push({ path, state: 'extra' });
    }
    return stale.sort((a, b) => (a.path < b.path ? -1 : 1));
  });
}

/** The manifest of the last run; empty where there is none that can be read. */
export function readManifest(outDir: string): PreviousManifest {
  return guarded(outDir, () => readable(createEntryReader(resolve(outDir))(MANIFEST_PATH)));
}

/** A manifest that cannot be read says nothing; that it differs is found like any other change. */
function readable(entry: Entry): PreviousManifest {
  try {
    return parseManifest(entry);
  } catch (error) {
    if (error instanceof ToolsGenError) return NO_MANIFEST;
    throw error;
  }
}
