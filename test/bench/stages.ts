import { statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

// One cold process: `node stages.js <spec> <out>` runs the stages one after another and prints what each cost, as JSON.
// The command line does the same and a little more (arguments, report); its figures are those of the whole.

/** What a stage cost: CPU milliseconds (user and system), wall milliseconds, and the peak memory so far in MiB. */
export interface StageCost {
  stage: string;
  cpu: number;
  wall: number;
  peak: number;
}

const DIST = fileURLToPath(new URL('../../../dist/', import.meta.url));
const load = (path: string): Promise<unknown> => import(pathToFileURL(join(DIST, path)).href);

const costs: StageCost[] = [];
async function measure<T>(stage: string, run: () => Promise<T>): Promise<T> {
  const [cpu, wall] = [process.cpuUsage(), performance.now()];
  const value = await run();
  const { user, system } = process.cpuUsage(cpu);
  const peak = process.resourceUsage().maxRSS / 1024;
  costs.push({ stage, cpu: (user + system) / 1000, wall: performance.now() - wall, peak });
  return value;
}

const [spec = '', out = ''] = process.argv.slice(2);
if (!statSync(spec).isFile()) throw new Error(`${spec} is no file`);
const { resolveOptions } = (await load(
  'config/resolve-options.js',
)) as typeof import('../../src/config/resolve-options.js');
const options = resolveOptions({ spec, out });

const loaded = await measure('load', async () => {
  const { loadSpec } = (await load('load/load-spec.js')) as typeof import('../../src/load/load-spec.js');
  return loadSpec(spec);
});
const normalized = await measure('normalize', async () => {
  const stage = (await load('normalize/normalize-spec.js')) as typeof import('../../src/normalize/normalize-spec.js');
  return stage.normalizeSpec(loaded.spec);
});
const { model } = await measure('model', async () => {
  const stage = (await load('model/build-model.js')) as typeof import('../../src/model/build-model.js');
  const { include, exclude, strict, operations: overrides } = options;
  return stage.buildModel(normalized.spec, { include, exclude, strict, overrides });
});
const lowered = await measure('lower', async () => {
  const stage = (await load('lower/lower-api.js')) as typeof import('../../src/lower/lower-api.js');
  const { maxDescription, maxTokens, strictFirst } = options;
  return stage.lowerApi(model, { maxDescription, maxTokens, strictFirst });
});
const files = await measure('emit', async () => {
  const { readAssets } = (await load('assets/read-assets.js')) as typeof import('../../src/assets/read-assets.js');
  const { emitProject } = (await load('emit/emit-project.js')) as typeof import('../../src/emit/emit-project.js');
  const { manifestData } = (await load(
    'report/manifest-data.js',
  )) as typeof import('../../src/report/manifest-data.js');
  const { reportTools } = (await load('report/report-tools.js')) as typeof import('../../src/report/report-tools.js');
  const { runtime, templates, own } = await readAssets();
  return emitProject({
    api: model,
    lowered,
    runtimeFiles: runtime,
    templates: Object.fromEntries(templates.map(({ path, text }) => [path, text])),
    manifest: manifestData(loaded.spec, [], options, own),
    bare: false,
    validators: 'lazy',
    validatorFiles: [],
    plan: reportTools(lowered.tools, model.package).map(({ strict, cost }) => ({ strict, guarded: cost.guarded })),
  });
});
await measure('output', async () => {
  const stage = (await load('output/write-project.js')) as typeof import('../../src/output/write-project.js');
  return stage.writeProject(files, out, { force: false, refuseKept: false });
});
process.stdout.write(JSON.stringify(costs));
