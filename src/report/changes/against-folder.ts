import { resolve } from 'node:path';
import type { GeneratedFile } from '../../emit/generated-file.js';
import { readManifest } from '../../output/check-project.js';
import { guarded } from '../../output/failure.js';
import { createEntryReader } from '../../output/read-entry.js';
import { type Change, type ChangeReport, changeReport } from './change.js';
import { comparePackages } from './compare-packages.js';
import { compareAnswerTypes } from './compare-types.js';
import { readLiteral } from './read-literal.js';
import { dataFile, type FileReader, readSnapshot } from './snapshot.js';

const TOOL_FILE = /^tools\/([^/]+)\.js$/;

/**
 * What the new files change for users of the output on disk; `undefined` where no earlier run left any. Old files are read
 * as text, never run, and only those that the manifest lists and that differ.
 */
export function changesAgainst(files: readonly GeneratedFile[], folder: string): ChangeReport | undefined {
  return guarded(folder, () => {
    const entry = createEntryReader(resolve(folder));
    const listed = readManifest(folder).files;
    if (listed.size === 0) return undefined;
    const texts = new Map(files.map(({ path, text }) => [path, text]));
    const after: FileReader = (path) => texts.get(path);
    const before = remembered((path) => {
      const found = listed.has(path) ? entry(path) : undefined;
      return found?.kind === 'file' ? found.bytes.toString('utf8') : undefined;
    });
    return compareTexts(before, after, groupsOf([...listed.keys(), ...texts.keys()]));
  });
}

/** Compares two packages by the texts of their files. */
export function compareTexts(before: FileReader, after: FileReader, groups: readonly string[]): ChangeReport {
  const differs = (path: string) => before(path) !== after(path);
  const sharedDiffer = ['schemas/shared.js', 'types.d.ts'].some(differs);
  const wanted = groups.filter(
    (group) => sharedDiffer || [`data/${group}.js`, `tools/${group}.d.ts`, `schemas/${group}.js`].some(differs),
  );
  if (wanted.length === 0 && !differs('descriptor.js')) return changeReport([]);
  const read = createLiteralReader();
  const unread = wanted.filter((group) => {
    const text = before(dataFile(before, group));
    return text !== undefined && read(text, 'definitions') === undefined;
  });
  const readable = wanted.filter((group) => !unread.includes(group));
  const [was, is] = [readSnapshot(before, readable, read), readSnapshot(after, readable, read)];
  const { changes } = comparePackages(was, is);
  const types = compareAnswerTypes(before, after, readable);
  return changeReport([...changes, ...types, ...unread.map((group) => unreadChange(dataFile(before, group)))]);
}

function groupsOf(paths: readonly string[]): string[] {
  const groups = paths.flatMap((path) => TOOL_FILE.exec(path)?.[1] ?? []);
  return [...new Set(groups)];
}

function unreadChange(file: string): Change {
  const message = `${file} on disk was edited and cannot be read: its tools are not compared`;
  return { level: 'cosmetic', kind: 'unread', tools: [], message };
}

/** Reads each text once: most files are the same before and after. */
function createLiteralReader(): typeof readLiteral {
  const values = new Map<string, Map<string, unknown>>();
  return (source, name) => {
    const known = values.get(name) ?? new Map<string, unknown>();
    values.set(name, known);
    if (!known.has(source)) known.set(source, readLiteral(source, name));
    return known.get(source);
  };
}

function remembered(read: FileReader): FileReader {
  const texts = new Map<string, string | undefined>();
  return (path) => {
    if (!texts.has(path)) texts.set(path, read(path));
    return texts.get(path);
  };
}
