import { mkdirSync, realpathSync, rmdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { GeneratedFile } from '../emit/generated-file.js';
import { clearLeftovers, isSameFile, type Move, pruneFolders, stageMoves } from './commit-files.js';
import { checkPaths } from './confine.js';
import { asFailure } from './failure.js';
import { lockFolder } from './lock.js';
import { planWrite, type WritePlan } from './plan-write.js';
import { interimManifest, MANIFEST_PATH } from './previous-manifest.js';

export interface WriteOptions {
  /** Replace files that are in the way, and remove files of an earlier run although they were edited. */
  readonly force?: boolean;
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
 * when it is whole, the manifest last: a run that fails leaves what was there. Throws a `ToolsGenError`.
 */
export async function writeProject(
  files: readonly GeneratedFile[],
  outDir: string,
  { force = false }: WriteOptions = {},
): Promise<WrittenFiles> {
  checkPaths(files);
  const folder = resolve(outDir);
  try {
    const made = mkdirSync(folder, { recursive: true });
    const root = realpathSync(folder);
    const release = await lockFolder(root);
    let whole = false;
    try {
      clearLeftovers(root);
      const plan = planWrite(root, files, force);
      apply(root, plan);
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
