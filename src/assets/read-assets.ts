import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createDiagnostic } from '../diagnostics/create.js';
import { ToolsGenError } from '../diagnostics/tools-gen-error.js';
import { compareText } from '../report/compare-text.js';

/** A text of this package, by path relative to its folder, `/` separators. */
interface AssetText {
  readonly path: string;
  readonly text: string;
}

/** Texts that are copied or filled into generated packages, sorted by path. */
export interface Assets {
  /** The bundled runtime: `.js` and `.d.ts`. */
  readonly runtime: readonly AssetText[];
  readonly templates: readonly AssetText[];
  readonly own: OwnManifest;
}

/** The part of this package's own package.json that generated packages repeat. */
export interface OwnManifest {
  readonly version: string;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly peerDependencies: Readonly<Record<string, string>>;
}

/** Root of this package: the same distance from `src/assets` and from `dist/assets`. */
const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Reads the runtime as bundled by the build (also when this runs from source, as the tests do) and the templates. */
export async function readAssets(): Promise<Assets> {
  const [runtime, templates, own] = await Promise.all([
    readTexts(join(ROOT, 'dist', 'assets', 'runtime'), /\.(?:js|d\.ts)$/),
    readTexts(join(ROOT, 'templates'), /./),
    readOwnManifest(),
  ]);
  if (runtime.length === 0) {
    const help = 'Run npm run build; in an installed package, install it again.';
    throw new ToolsGenError([createDiagnostic('INTERNAL', 'The bundled runtime is missing.', { help })]);
  }
  return { runtime, templates, own };
}

export async function readOwnManifest(): Promise<OwnManifest> {
  return JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as OwnManifest;
}

async function readTexts(folder: string, wanted: RegExp): Promise<AssetText[]> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const paths = names
    .filter((entry) => entry.isFile() && wanted.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort(compareText);
  const texts = await Promise.all(paths.map((path) => readFile(path, 'utf8')));
  return paths.map((path, index) => ({
    path: path.slice(folder.length + 1).replaceAll('\\', '/'),
    text: texts[index] ?? '',
  }));
}
