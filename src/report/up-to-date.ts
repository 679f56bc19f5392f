import { readdirSync, realpathSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ResolvedOptions } from '../config/generate-options.js';
import { DEFAULT_LIMITS } from '../load/limits.js';
import type { LoadedSpec } from '../load/loaded-spec.js';
import { readLocalText } from '../load/read-local.js';
import type { SpecSource } from '../load/read-root.js';
import { type FinishedOutput, isWhole, readFinished } from '../output/finished-output.js';
import { MANIFEST_PATH } from '../output/previous-manifest.js';
import { shapingOptions } from './manifest-data.js';
import { packageFolder } from './package-folder.js';
import { specHash } from './spec-hash.js';

/**
 * The output of an earlier run, where a run now would find it whole and write the same: equal document, files it refers
 * to, options and version, and nothing edited since. Parses no document. `undefined` wherever that is not certain, and
 * where the earlier run had warnings, which a run has to tell again.
 */
export async function findUpToDate(
  options: ResolvedOptions,
  source: SpecSource,
  version: string,
): Promise<FinishedOutput | undefined> {
  for (const folder of candidates(options)) {
    const finished = readFinished(folder);
    if (finished === undefined || !isSameRun(finished, options, version)) continue;
    if (options.out === undefined && packageFolder(finished.package) !== folder) continue;
    if (finished.warnings > 0 || finished.skipped > 0) continue;
    if ((await currentHash(options, source, finished)) === finished.spec.sha256 && isWhole(finished)) return finished;
  }
  return undefined;
}

/** The same after the document was read, for the folder that is known then. */
export function isUpToDate(
  folder: string,
  options: ResolvedOptions,
  { files }: LoadedSpec,
  version: string,
): FinishedOutput | undefined {
  const finished = readFinished(folder);
  const isSame = finished && isSameRun(finished, options, version) && finished.spec.sha256 === specHash(files);
  return isSame && isWhole(finished) ? finished : undefined;
}

function isSameRun(finished: FinishedOutput, options: ResolvedOptions, version: string): boolean {
  return (
    finished.version === version &&
    JSON.stringify(finished.options) === JSON.stringify(shapingOptions(options)) &&
    !isOlderThanBuild(finished.folder)
  );
}

/** In a clone the version stays while the generator changes: there, output older than the build counts as old. */
function isOlderThanBuild(folder: string): boolean {
  if (import.meta.url.includes('/node_modules/')) return false;
  const built = statSync(fileURLToPath(import.meta.url)).mtimeMs;
  return statSync(join(folder, MANIFEST_PATH)).mtimeMs < built;
}

/** The folder, or every one here that could be the default: it is named after a title that is not read yet. */
function candidates({ out }: ResolvedOptions): string[] {
  if (out !== undefined) return [out];
  return readdirSync('.', { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.') && entry.name !== 'node_modules')
    .map(({ name }) => name);
}

/** Digest over the document and the files that the earlier run read, as they are now. */
async function currentHash(
  { refRoot }: ResolvedOptions,
  source: SpecSource,
  { spec: { files } }: FinishedOutput,
): Promise<string | undefined> {
  if (typeof source !== 'string') {
    return 'text' in source && files.length === 0 ? specHash([{ name: '', text: plain(source.text) }]) : undefined;
  }
  try {
    const root = realpathSync(source);
    const home = dirname(root);
    const allowed = refRoot === undefined ? [home] : [home, realpathSync(refRoot)];
    const texts = [{ name: '', text: await readText(root) }];
    for (const name of files) {
      const path = resolve(home, name);
      if (realpathSync(path) !== path || !allowed.some((folder) => isInside(folder, path))) return undefined;
      texts.push({ name, text: await readText(path) });
    }
    return specHash(texts);
  } catch {
    // Whatever is wrong there is told by the run that reads it.
    return undefined;
  }
}

/** As the loader reads it. A pipe can be read only once: by the run itself. */
async function readText(path: string): Promise<string> {
  if (!statSync(path).isFile()) throw new Error('Not a regular file');
  return plain(await readLocalText(path, path, DEFAULT_LIMITS.maxFileBytes));
}

const plain = (text: string) => (text.startsWith('\uFEFF') ? text.slice(1) : text);

function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== '' && !way.startsWith('..') && !isAbsolute(way);
}
