import { resolve } from 'node:path';
import type { GeneratedFile } from '../emit/generated-file.js';
import type { StaleFile } from './check-project.js';
import { guarded } from './failure.js';
import { type LineDiff, lineDiff } from './line-diff.js';
import { createEntryReader } from './read-entry.js';

/** Longer files (characters of both sides) are named without their lines. */
const MAX_CHARACTERS = 20_000_000;

/** A stale file and, where it is a text on both sides, how it differs. */
export interface StaleDiff extends StaleFile {
  readonly diff?: LineDiff;
}

/** How the files on disk differ from what would be written. Reads what `checkProject` named, follows no link. */
export function* staleDiffs(
  stale: readonly StaleFile[],
  files: readonly GeneratedFile[],
  outDir: string,
): Generator<StaleDiff> {
  const texts = new Map(files.map(({ path, text }) => [path, text]));
  const read = createEntryReader(resolve(outDir));
  for (const file of stale) {
    const text = texts.get(file.path);
    const entry = file.state === 'changed' && text !== undefined ? guarded(outDir, () => read(file.path)) : undefined;
    const old = entry?.kind === 'file' ? entry.bytes.toString('utf8') : undefined;
    const isShown = old !== undefined && text !== undefined && old.length + text.length <= MAX_CHARACTERS;
    yield { ...file, ...(isShown && { diff: lineDiff(old, text) }) };
  }
}
