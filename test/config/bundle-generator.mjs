// Bundles src into dist: two hundred modules would take a tenth of a second to load one by one. The stages of the pipeline
// keep files of their own, by their paths in src, so that a stack trace reads like the source and a stage can be measured
// alone; what they share is in `chunks`. Nothing is minified, and dependencies stay imports.
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/** What the package exports and runs. */
const entries = ['cli/main', 'index', 'runtime/index'];
const stages = [
  'assets/read-assets',
  'config/resolve-options',
  'load/load-spec',
  'normalize/normalize-spec',
  'model/build-model',
  'lower/lower-api',
  'emit/emit-project',
  'output/write-project',
  'report/manifest-data',
  'report/report-tools',
];

await build({
  absWorkingDir: fileURLToPath(new URL('../..', import.meta.url)),
  entryPoints: [...entries, ...stages].map((path) => `src/${path}.ts`),
  outbase: 'src',
  outdir: 'dist',
  // Two folders deep, as the modules that find files of this package by their own place are in src.
  chunkNames: 'chunks/[name]-[hash]',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  packages: 'external',
  logLevel: 'warning',
});
