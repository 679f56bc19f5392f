import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as esbuild from 'esbuild';
import { build as viteBuild } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writePackage } from '../support/packages.js';
import { ROOT, temporaryFolder } from '../support/temporary.js';

const work = temporaryFolder('bundles');
afterAll(work.dispose);

/** Applications, by what they import of the package; each exports how to call one tool. */
const APPS = {
  'one-tag': `
    import { toolSet } from 'petstore-tools/tools/store';
    import { createToolkit, runToolLoop, ToolCallError } from 'petstore-tools/runtime';
    const toolkit = createToolkit([toolSet]);
    export const names = toolkit.tools.map(({ name }) => name);
    export const loop = (options) => runToolLoop(options).catch((error) => error instanceof ToolCallError);
    export const call = (fetch) => toolkit.createDispatcher({ baseUrl: 'https://api.example/v3', fetch })
      .dispatch({ id: 'toolu_1', name: 'getOrderById', input: { orderId: 1 } });`,
  index: `
    import { createDispatcher, selectTools } from 'petstore-tools';
    export const names = selectTools({ include: ['tag:store'] }).map(({ name }) => name);
    export const call = (fetch) => createDispatcher({ baseUrl: 'https://api.example/v3', fetch })
      .dispatch({ id: 'toolu_1', name: 'getOrderById', input: { orderId: 1 } });`,
  unused: `
    import { tools } from 'petstore-tools';
    import { operations } from 'petstore-tools/tools/pet';
    export const names = [];`,
};
type App = keyof typeof APPS;

const STORE = ['getOrderById', 'placeOrder'];
const OTHERS = ['getPetById', 'createUser', 'logoutUser'];

/** A part of a bundle: the modules in it, and the parts that are loaded with it and later. */
interface Part {
  file: string;
  text: string;
  modules: readonly string[];
  eager: readonly string[];
  entry: boolean;
}

type Bundler = (app: App, platform: 'browser' | 'neutral' | 'node') => Promise<Part[]>;

const withEsbuild: Bundler = async (app, platform) => {
  const { outputFiles, metafile, warnings } = await esbuild.build({
    entryPoints: [join(work.path, `${app}.js`)],
    outdir: join(work.path, `out-esbuild-${app}-${platform}`),
    bundle: true,
    splitting: true,
    format: 'esm',
    platform,
    // Ajv's own dependencies have no other entry; the neutral platform looks for none by itself.
    mainFields: ['module', 'main'],
    write: false,
    metafile: true,
    logLevel: 'silent',
    absWorkingDir: work.path,
  });
  // A bundler that says an import without effect is left out is right.
  expect(warnings.filter(({ id }) => id !== 'ignored-bare-import')).toEqual([]);
  return Object.entries(metafile.outputs).map(([path, { inputs, imports, entryPoint }]) => {
    const file = join(work.path, path);
    const text = outputFiles.find((output) => output.path === file)?.text ?? '';
    const eager = imports.filter(({ kind }) => kind === 'import-statement').map((found) => join(work.path, found.path));
    return { file, text, modules: Object.keys(inputs), eager, entry: entryPoint === `${app}.js` };
  });
};

const withVite: Bundler = async (app) => {
  const outDir = join(work.path, `out-vite-${app}`);
  const built = await viteBuild({
    root: work.path,
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      outDir,
      minify: false,
      modulePreload: false,
      rollupOptions: { input: join(work.path, `${app}.js`), preserveEntrySignatures: 'strict' },
    },
  });
  const { output } = built as { output: readonly object[] };
  return (output as { fileName: string; code?: string; modules?: object; imports?: string[]; isEntry?: boolean }[]).map(
    ({ fileName, code = '', modules = {}, imports = [], isEntry = false }) => ({
      file: join(outDir, fileName),
      text: code,
      modules: Object.keys(modules),
      eager: imports.map((name) => join(outDir, name)),
      entry: isEntry,
    }),
  );
};

/** The parts that are loaded before the application's first line runs. */
function atStart(parts: readonly Part[]): Part[] {
  const files = new Set(parts.filter(({ entry }) => entry).map(({ file }) => file));
  for (const file of files) {
    for (const next of parts.find((part) => part.file === file)?.eager ?? []) files.add(next);
  }
  return parts.filter(({ file }) => files.has(file));
}

const textOf = (parts: readonly Part[]) => parts.map(({ text }) => text).join('\n');
const holds = (parts: readonly Part[], name: string) => new RegExp(`\\b${name}\\b`).test(textOf(parts));
const modulesOf = (parts: readonly Part[], pattern: RegExp) =>
  parts.flatMap(({ modules }) => modules.filter((module) => pattern.test(module)));

/** Writes the parts and calls the application's tool with a `fetch` of its own. */
async function runBundle(parts: readonly Part[]): Promise<{ names: string[]; answer: unknown; urls: string[] }> {
  for (const { file, text } of parts) {
    mkdirSync(join(file, '..'), { recursive: true });
    writeFileSync(file, text);
  }
  const entry = parts.find((part) => part.entry)?.file ?? '';
  const app = (await import(pathToFileURL(entry).href)) as {
    names: string[];
    call: (fetch: (url: string) => Promise<Response>) => Promise<unknown>;
  };
  const urls: string[] = [];
  const answer = await app.call(async (url) => {
    urls.push(url);
    return new Response('{"id":1}', { headers: { 'content-type': 'application/json' } });
  });
  return { names: app.names, answer, urls };
}

beforeAll(async () => {
  const installed = join(work.path, 'node_modules', 'petstore-tools');
  const spec = join(ROOT, 'fixtures/specs/real/v30/petstore-v3.yaml');
  await writePackage(installed, { spec, name: 'petstore-tools' });
  for (const [name, text] of Object.entries(APPS)) writeFileSync(join(work.path, `${name}.js`), text);
  writeFileSync(join(work.path, 'package.json'), '{"type":"module"}');
  expect(JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'))).toMatchObject({ sideEffects: false });
});

describe.each([
  ['esbuild for browsers', withEsbuild, 'browser'],
  ['esbuild for any platform', withEsbuild, 'neutral'],
  ['Vite', withVite, 'browser'],
] as const)('bundled by %s', (_name, bundle, platform) => {
  it('an application of one tag holds nothing of the others and works', async () => {
    const parts = await bundle('one-tag', platform);
    for (const name of STORE) expect(holds(parts, name), name).toBe(true);
    for (const name of OTHERS) expect(holds(parts, name), name).toBe(false);
    expect(textOf(parts)).not.toMatch(/(?:from|import\(|require\()\s*["']node:/);
    expect(await runBundle(parts)).toEqual({
      names: expect.arrayContaining(STORE),
      answer: { type: 'tool_result', tool_use_id: 'toolu_1', content: '{"id":1}' },
      urls: ['https://api.example/v3/store/order/1'],
    });
  });

  it('Ajv and the validation schemas are parts of their own, loaded at the first call', async () => {
    const parts = await bundle('one-tag', platform);
    const lazy = /node_modules\/ajv|petstore-tools\/schemas\//;
    expect(modulesOf(parts, lazy).length).toBeGreaterThan(10);
    expect(modulesOf(atStart(parts), lazy)).toEqual([]);
  });

  it('the index brings every tag, since a selection is made at run time; schemas stay lazy', async () => {
    const parts = await bundle('index', platform);
    for (const name of [...STORE, ...OTHERS]) expect(holds(atStart(parts), name), name).toBe(true);
    expect(modulesOf(atStart(parts), /node_modules\/ajv|petstore-tools\/schemas\//)).toEqual([]);
    expect((await runBundle(parts)).names).toEqual(expect.arrayContaining(STORE));
  });

  it('what is imported but not used is left out', async () => {
    const parts = await bundle('unused', platform);
    for (const name of [...STORE, ...OTHERS]) expect(holds(atStart(parts), name), name).toBe(false);
    expect(textOf(atStart(parts)).length).toBeLessThan(1000);
  });
});
