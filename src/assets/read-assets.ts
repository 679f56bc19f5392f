import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createDiagnostic } from '../diagnostics/create.js';
import { ToolsGenError } from '../diagnostics/tools-gen-error.js';
import { compareText } from '../report/compare-text.js';

/** Texts that are copied or filled into generated packages, by path relative to their folder, `/` separators, sorted. */
export interface Assets {
  /** The compiled runtime: `.js` and `.d.ts`. */
  readonly runtime: ReadonlyMap<string, string>;
  readonly templates: ReadonlyMap<string, string>;
}

/** Root of this package: the same distance from `src/assets` and from `dist/assets`. */
const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Reads the runtime as compiled (also when this runs from source, as the tests do) and the templates. */
export async function readAssets(): Promise<Assets> {
  const [runtime, templates] = await Promise.all([
    readTexts(join(ROOT, 'dist', 'runtime'), /\.(?:js|d\.ts)$/),
    readTexts(join(ROOT, 'templates'), /./),
  ]);
  if (runtime.size === 0) {
    const help = 'Run npm run build; in an installed package, install it again.';
    throw new ToolsGenError([createDiagnostic('INTERNAL', 'The compiled runtime is missing.', { help })]);
  }
  return { runtime, templates };
}

async function readTexts(folder: string, wanted: RegExp): Promise<Map<string, string>> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const paths = names
    .filter((entry) => entry.isFile() && wanted.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort(compareText);
  const texts = await Promise.all(paths.map((path) => readFile(path, 'utf8')));
  return new Map(
    paths.map((path, index) => [path.slice(folder.length + 1).replaceAll('\\', '/'), texts[index] ?? ''] as const),
  );
}
