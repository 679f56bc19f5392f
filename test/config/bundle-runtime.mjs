// Bundles src/runtime into the few files that generated packages carry: one for the entry point, one for each module that is
// loaded later or only by some packages, and `shared.js` for what several of them use. Names are those of the modules.
import { copyFileSync, mkdirSync, readFileSync } from 'node:fs';
import { basename, join, posix, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = 'src/runtime';
const output = join(root, 'dist/assets/runtime');
/** The entry point, and what the generator adds where a package needs it. */
const names = ['index', 'validate/ajv', 'validators', 'body/xml', 'body/multipart', 'credentials/oauth'];
const entries = names.map((name) => `${folder}/${name}.ts`);

const options = {
  absWorkingDir: root,
  bundle: true,
  format: 'esm',
  platform: 'neutral',
  target: 'es2023',
  external: ['ajv/*', 'ajv-formats'],
  outdir: output,
  // Paths stand in the output: those in this folder, the same on every machine.
  preserveSymlinks: true,
  metafile: true,
  logLevel: 'warning',
};
const nameOf = (path) => basename(path, '.ts');

/** Static and later imports of every module, by path from the root. */
async function readGraph() {
  const { metafile } = await build({ ...options, entryPoints: entries, splitting: true, write: false });
  return new Map(
    Object.entries(metafile.inputs).map(([path, { imports }]) => {
      const local = imports.filter(({ external }) => external !== true);
      const of = (kind) => local.filter((found) => found.kind === kind).map((found) => found.path);
      return [path, { now: of('import-statement'), later: of('dynamic-import') }];
    }),
  );
}

function reach(graph, from) {
  const found = new Set([from]);
  for (const path of found) for (const next of graph.get(path)?.now ?? []) found.add(next);
  return found;
}

const graph = await readGraph();
const roots = [...new Set([...entries, ...[...graph.values()].flatMap(({ later }) => later)])].sort();
const reached = roots.map((path) => reach(graph, path));
const shared = new Set(
  [...graph.keys()].filter((path) => reached.filter((found) => found.has(path)).length > 1).sort(),
);
for (const path of roots) if (shared.has(path)) throw new Error(`${path} is imported both at once and later`);

/** What precompiled validators call has the formats of a library in it: packages with such validators have no dependency. */
const FORMATS = join(root, 'node_modules/ajv-formats/dist/formats.js');
const licence = readFileSync(join(root, 'node_modules/ajv-formats/LICENSE'), 'utf8').trim();
const bannerOf = (path) =>
  nameOf(path) === 'validators' ? { js: `/*\nFormats are those of ajv-formats:\n\n${licence}\n*/` } : {};

/** Other parts stay imports. */
const parts = (own) => ({
  name: 'parts',
  setup(bundle) {
    bundle.onResolve({ filter: /^ajv-formats\/dist\// }, () => ({ path: FORMATS }));
    bundle.onResolve({ filter: /^\./ }, ({ path, importer, kind }) => {
      if (importer === '') return undefined;
      const from = relative(root, importer).replaceAll('\\', '/');
      const target = posix.join(posix.dirname(from), path).replace(/\.js$/, '.ts');
      if (kind === 'dynamic-import') return { path: `./${nameOf(target)}.js`, external: true };
      return shared.has(target) && !own.has(target) ? { path: './shared.js', external: true } : undefined;
    });
  },
});

await build({
  ...options,
  stdin: {
    contents: [...shared].map((path) => `export * from './${posix.relative(folder, path)}';`).join('\n'),
    resolveDir: join(root, folder),
    sourcefile: 'shared.ts',
  },
  outdir: undefined,
  outfile: join(output, 'shared.js'),
  plugins: [parts(shared)],
});
for (const path of roots) {
  await build({
    ...options,
    entryPoints: [{ in: path, out: nameOf(path) }],
    banner: bannerOf(path),
    plugins: [parts(new Set())],
  });
}

/** Declarations: those that the entry point's refer to. */
const declarations = new Set(['index']);
mkdirSync(output, { recursive: true });
for (const name of declarations) {
  const file = join(root, 'dist/runtime', `${name}.d.ts`);
  for (const [, next] of readFileSync(file, 'utf8').matchAll(/from '\.\/([\w/-]+)\.js'/g)) declarations.add(next);
  copyFileSync(file, join(output, `${name}.d.ts`));
}

// A name that one part wants and another does not have shows here, not in somebody's package.
for (const name of ['shared', ...roots.map(nameOf)]) await import(pathToFileURL(join(output, `${name}.js`)).href);
