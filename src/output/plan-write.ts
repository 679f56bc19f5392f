import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { createDiagnostic } from '../diagnostics/create.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { ToolsGenError } from '../diagnostics/tools-gen-error.js';
import type { GeneratedFile } from '../emit/generated-file.js';
import { MANIFEST_PATH, NO_MANIFEST, type PreviousManifest, parseManifest } from './previous-manifest.js';
import { createEntryReader, type Entry } from './read-entry.js';

/** What a write will do. */
export interface WritePlan {
  readonly previous: PreviousManifest;
  readonly write: readonly GeneratedFile[];
  readonly unchanged: readonly string[];
  /** Files of the earlier run that are no longer made. */
  readonly remove: readonly string[];
  /** Such files that were edited since: left in place. */
  readonly keep: readonly string[];
}

/** Things in the way that are named in one message. */
const MAX_NAMED = 20;

/** What is in the way, in words, and whether `--force` would replace it. */
interface Obstacle {
  readonly why: string;
  readonly forceable: boolean;
}

/** Looks at the folder and decides. Throws `OUTPUT_BLOCKED` or `MANIFEST_INVALID`; changes nothing. */
export function planWrite(root: string, files: readonly GeneratedFile[], force: boolean): WritePlan {
  const read = createEntryReader(root);
  const previous = readPrevious(read(MANIFEST_PATH), join(root, MANIFEST_PATH), force);
  const write: GeneratedFile[] = [];
  const unchanged: string[] = [];
  const blocked = new Map<string, Obstacle>();
  for (const file of files) {
    const entry = read(file.path);
    const ours = force || previous.files.has(file.path) || (file.path === MANIFEST_PATH && previous !== NO_MANIFEST);
    const state = judge(entry, file, ours);
    if (state === 'write') write.push(file);
    else if (state === 'unchanged') unchanged.push(file.path);
    else blocked.set(state.why, state);
  }
  if (blocked.size > 0) throw new ToolsGenError(describe(root, [...blocked.values()]));

  const wanted = new Set(files.map(({ path }) => path));
  const remove: string[] = [];
  const keep: string[] = [];
  for (const [path, hash] of previous.files) {
    if (wanted.has(path) || path === MANIFEST_PATH) continue;
    const entry = read(path);
    if (entry.kind !== 'file') continue;
    const untouched = createHash('sha256').update(entry.bytes).digest('hex') === hash;
    (untouched || force ? remove : keep).push(path);
  }
  return { previous, write, unchanged, remove, keep };
}

function readPrevious(entry: Entry, shown: string, force: boolean): PreviousManifest {
  if (!force) return parseManifest(entry, shown);
  try {
    return parseManifest(entry);
  } catch (error) {
    if (error instanceof ToolsGenError) return NO_MANIFEST;
    throw error;
  }
}

function judge(entry: Entry, file: GeneratedFile, ours: boolean): 'write' | 'unchanged' | Obstacle {
  switch (entry.kind) {
    case 'missing':
      return 'write';
    case 'file':
      if (entry.bytes.equals(Buffer.from(file.text, 'utf8'))) return 'unchanged';
      return ours ? 'write' : { why: `${file.path} is not a file that tools-gen wrote`, forceable: true };
    case 'folder':
      return { why: `${file.path} is a folder`, forceable: false };
    case 'link':
      return { why: `${entry.at} is a symbolic link`, forceable: false };
    case 'other':
      return { why: `${entry.at} is in the way`, forceable: false };
  }
}

function describe(root: string, blocked: readonly Obstacle[]): Diagnostic[] {
  const shown = blocked.slice(0, MAX_NAMED).map(({ why, forceable }) => {
    const help = forceable ? {} : { help: 'Move it or choose another folder; --force does not replace it.' };
    return createDiagnostic('OUTPUT_BLOCKED', `In ${root}, ${why}.`, help);
  });
  const rest = blocked.length - shown.length;
  return rest > 0 ? [...shown, createDiagnostic('OUTPUT_BLOCKED', `${rest} more are in the way.`)] : shown;
}
