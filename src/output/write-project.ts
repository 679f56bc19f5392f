import { existsSync, mkdirSync, realpathSync, rmdirSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { createDiagnostic } from '../diagnostics/create.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { ToolsGenError } from '../diagnostics/tools-gen-error.js';
import type { GeneratedFile } from '../emit/generated-file.js';
import { clearLeftovers, isSameFile, type Move, pruneFolders, stageMoves } from './commit-files.js';
import { checkPaths } from './confine.js';
import { asFailure } from './failure.js';
import { holdSignals } from './hold-signals.js';
import { lockFolder } from './lock.js';
import { planWrite, type WritePlan } from './plan-write.js';
import { interimManifest, MANIFEST_PATH } from './previous-manifest.js';

export interface WriteOptions {
  /** Replace files that are in the way, and remove files of an earlier run although they were edited. */
  readonly force?: boolean;
  /** Throw `OUTPUT_KEPT`, with nothing written, where an edited file would be kept. */
  readonly refuseKept?: boolean;
}

/** What happened; paths relative to the folder, sorted by code unit. */
export interface WrittenFiles {
  readonly written: readonly string[];
  readonly unchanged: readonly string[];
  readonly removed: readonly string[];
  /** Files of an earlier run that are no longer made but were edited: left in place. */
  readonly kept: readonly string[];
}

/**
 * Makes the folder hold exactly these files, beside those of other people. Everything is written aside first and moved
 * when it is whole, the manifest last: a run that fails, or is told to stop, leaves what was there. Only a run that is
 * killed while files move leaves some old and some new, each whole, under a manifest that calls them unfinished; the next
 * run ends it. Throws a `ToolsGenError`.
 */
export async function writeProject(
  files: readonly GeneratedFile[],
  outDir: string,
  { force = false, refuseKept = false }: WriteOptions = {},
): Promise<WrittenFiles> {
  checkPaths(files);
  const folder = resolve(outDir);
  try {
    const made = makeFolder(folder);
    const root = realpathSync(folder);
    const release = await lockFolder(root);
    let whole = false;
    try {
      clearLeftovers(root);
      const plan = planWrite(root, files, force);
      if (refuseKept && plan.keep.length > 0) throw new ToolsGenError(keptWarnings(outDir, sorted(plan.keep)));
      await holdSignals(() => apply(root, plan));
      whole = true;
      return report(plan);
    } finally {
      release();
      if (!whole && made !== undefined) removeMade(folder, made);
    }
  } catch (error) {
    throw asFailure(outDir, error);
  }
}

function apply(root: string, plan: WritePlan): void {
  const { write, remove } = plan;
  const manifest = write.find(({ path }) => path === MANIFEST_PATH);
  const files = write.filter((file) => file !== manifest);
  const gone = remove.filter((path) => !files.some((file) => isRenamed(root, file.path, path)));
  const moves: Move[] = [
    ...(manifest === undefined ? [] : [{ path: MANIFEST_PATH, text: interimManifest(manifest.text, plan.previous) }]),
    ...gone.map((path) => ({ path, text: undefined })),
    ...files,
    ...(manifest === undefined ? [] : [manifest]),
  ];
  if (moves.length === 0) return;
  const staged = stageMoves(root, moves);
  try {
    staged.commit();
  } finally {
    staged.dispose();
  }
  pruneFolders(root, gone);
}

/** A name that changed in letter case alone: where case plays no part the old name is the new file. */
function isRenamed(root: string, path: string, old: string): boolean {
  return path.toLowerCase() === old.toLowerCase() && isSameFile(root, path, old);
}

/**
 * Makes a folder and those above it; gives the outermost that was missing. Each is made only once the one above is there:
 * the recursive form of `mkdirSync` never ends below a folder that takes no others, as `/proc`.
 */
function makeFolder(folder: string): string | undefined {
  const missing: string[] = [];
  for (let current = folder; !existsSync(current) && current !== dirname(current); current = dirname(current)) {
    missing.unshift(current);
  }
  for (const path of missing) makeOne(path);
  if (missing.length === 0 && !statSync(folder).isDirectory()) mkdirSync(folder);
  return missing[0];
}

/** Another run may make the same folder at the same moment. */
function makeOne(path: string): void {
  try {
    mkdirSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || !existsSync(path)) throw error;
  }
}

/** What tells about files that are no longer made but were edited. */
export function keptWarnings(folder: string, paths: readonly string[]): Diagnostic[] {
  return paths.map((path) =>
    createDiagnostic('OUTPUT_KEPT', `${join(folder, path)} is no longer made, but it was edited: it stays.`),
  );
}

/** Takes away the folders that were made for nothing, innermost first, as far as they are empty. */
function removeMade(folder: string, outermost: string): void {
  try {
    for (let current = folder; current.length >= outermost.length; current = dirname(current)) rmdirSync(current);
  } catch {
    // Something else came to live there.
  }
}

const sorted = (paths: readonly string[]) => [...paths].sort((a, b) => (a < b ? -1 : 1));

function report({ write, unchanged, remove, keep }: WritePlan): WrittenFiles {
  return {
    written: sorted(write.map(({ path }) => path)),
    unchanged: sorted(unchanged),
    removed: sorted(remove),
    kept: sorted(keep),
  };
}
