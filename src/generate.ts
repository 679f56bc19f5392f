import { readStdin } from './assets/read-stdin.js';
import type { GenerateOptions, ResolvedOptions } from './config/generate-options.js';
import { resolveOptions } from './config/resolve-options.js';
import { createDiagnostic } from './diagnostics/create.js';
import type { Diagnostic } from './diagnostics/diagnostic.js';
import { ToolsGenError } from './diagnostics/tools-gen-error.js';
import type { GeneratedFile } from './emit/generated-file.js';
import type { SpecSource } from './load/read-root.js';
import type { StaleFile } from './output/check-project.js';
import type { WrittenFiles } from './output/write-project.js';
import type { Generation, Progress, RenamedTool } from './report/generation.js';
import { manifestData } from './report/manifest-data.js';
import { reportTools } from './report/report-tools.js';
import { type GeneratedTool, reportSkipped, type SkippedReport } from './report/tool-report.js';

/** What a spec gives, without a word of output being made. */
export interface InspectResult {
  readonly tools: readonly GeneratedTool[];
  readonly skipped: readonly SkippedReport[];
  readonly diagnostics: readonly Diagnostic[];
}

export interface GenerateResult extends InspectResult {
  /** The whole package, paths relative to its folder. */
  readonly files: readonly GeneratedFile[];
  /** What happened on disk; set when `out` is given. */
  readonly written?: WrittenFiles;
  /** With `out` and `check`: what differs on disk. */
  readonly stale?: readonly StaleFile[];
  /** Tools whose name differs from the last output in the folder. */
  readonly renamed?: readonly RenamedTool[];
}

/** Generates a package: in memory, or into the folder `out`. Throws a `ToolsGenError` that carries the diagnostics. */
export async function generate(options: GenerateOptions): Promise<GenerateResult> {
  const run = await runPipeline(resolveOptions(options));
  if (run.failed) throw failureOf(run);
  const { files, tools, skipped, diagnostics, written, stale, renamed } = run;
  const onDisk = { ...(written && { written }), ...(stale && { stale }), ...(renamed && { renamed }) };
  return { files, tools, skipped, diagnostics, ...onDisk };
}

/** What `generate` would make tools of. Reads and reports, emits nothing. Throws as `generate` does. */
export async function inspectSpec(options: GenerateOptions): Promise<InspectResult> {
  const run = await readTools(resolveOptions(options));
  if (run.failed) throw failureOf(run);
  const { tools, skipped, diagnostics } = run;
  return { tools, skipped, diagnostics };
}

function failureOf({ diagnostics, cause }: Generation): ToolsGenError {
  return Object.assign(new ToolsGenError(diagnostics), cause === undefined ? {} : { cause });
}

/** The first half: document to tools. Never throws for what is wrong with a document. */
export async function readTools(options: ResolvedOptions, progress: Progress = () => {}): Promise<Generation> {
  return collect(async (run) => lowerSpec(run, options, progress));
}

/**
 * The whole way: document to files, and to the folder.
 *
 * @param how `defaultFolder`: without `out`, write to the folder named after the package
 */
export async function runPipeline(
  options: ResolvedOptions,
  how: { defaultFolder?: boolean; progress?: Progress } = {},
): Promise<Generation> {
  const { progress = () => {} } = how;
  return collect(async (run) => {
    await lowerSpec(run, options, progress);
    if (options.warningsAsErrors) stopOn(run, ['warning']);
    progress('Writing declarations');
    await emitFiles(run, options);
    const folder = options.out ?? (how.defaultFolder ? folderOf(run) : undefined);
    if (folder !== undefined) await writeFiles(run, folder, options);
  });
}

/** Runs stages that fill a `Generation`; what one throws ends them and becomes a diagnostic. */
async function collect(stages: (run: Generation) => Promise<void>): Promise<Generation> {
  const run: Generation = { diagnostics: [], failed: false, tools: [], skipped: [], files: [] };
  try {
    await stages(run);
  } catch (error) {
    run.failed = true;
    if (error instanceof ToolsGenError) run.diagnostics.push(...error.diagnostics);
    else {
      run.cause = error;
      const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
      run.diagnostics.push(createDiagnostic('INTERNAL', text));
    }
  }
  return run;
}

/** Ends the run where a diagnostic of such a severity was collected. */
function stopOn(run: Generation, severities: readonly string[]): void {
  if (run.diagnostics.some(({ severity }) => severities.includes(severity))) throw new ToolsGenError([]);
}

function take(run: Generation, diagnostics: readonly Diagnostic[]): void {
  for (const diagnostic of diagnostics) run.diagnostics.push(diagnostic);
  stopOn(run, ['error']);
}

async function lowerSpec(run: Generation, options: ResolvedOptions, progress: Progress): Promise<void> {
  progress('Reading');
  const { loadSpec } = await import('./load/load-spec.js');
  const { refRoot, allowRemoteRefs } = options;
  const loaded = await loadSpec(await sourceOf(options.spec), {
    allowRemoteRefs,
    ...(refRoot !== undefined && { refRoot }),
  });
  run.spec = loaded.spec;
  take(run, loaded.diagnostics);

  progress('Making tools');
  const { normalizeSpec } = await import('./normalize/normalize-spec.js');
  const normalized = normalizeSpec(loaded.spec);
  take(run, normalized.diagnostics);
  const { buildModel } = await import('./model/build-model.js');
  const { include, exclude, name, server, strict, operations: overrides } = options;
  const built = buildModel(normalized.spec, {
    include,
    exclude,
    strict,
    overrides,
    ...(name !== undefined && { name }),
    ...(server !== undefined && { server }),
  });
  run.model = built.model;
  take(run, built.diagnostics);
  const { lowerApi } = await import('./lower/lower-api.js');
  const lowered = lowerApi(built.model, { maxDescription: options.maxDescription, maxTokens: options.maxTokens });
  run.lowered = lowered;
  const skipped = [...new Set([...built.model.skipped, ...lowered.skipped])];
  run.skipped = skipped.map(reportSkipped);
  const told = new Set([...run.diagnostics, ...lowered.diagnostics].map(keyOf));
  const reasons = skipped.map(({ reason }) => reason).filter((reason) => !told.has(keyOf(reason)));
  take(run, [...lowered.diagnostics, ...reasons]);

  run.tools = reportTools(lowered.tools, built.model.package);
  if (run.tools.length === 0) {
    take(run, [createDiagnostic('NO_OPERATIONS', 'No operation of the document becomes a tool.')]);
  }
}

const keyOf = ({ code, message, location }: Diagnostic) =>
  JSON.stringify([code, message, location?.file, location?.pointer]);

async function sourceOf(spec: string | object): Promise<SpecSource> {
  if (spec === '-') return { text: await readStdin(), name: '<stdin>' };
  return typeof spec === 'string' ? spec : { document: spec };
}

async function emitFiles(run: Generation, options: ResolvedOptions): Promise<void> {
  const { model, lowered, spec } = run;
  if (!model || !lowered || !spec) return;
  const { readAssets } = await import('./assets/read-assets.js');
  const { emitProject } = await import('./emit/emit-project.js');
  const { runtime, templates, own } = await readAssets();
  run.files = await emitProject({
    api: model,
    lowered,
    runtimeFiles: runtime,
    templates: Object.fromEntries(templates.map(({ path, text }) => [path, text])),
    manifest: manifestData(spec, options, own),
    bare: options.bare,
    plan: run.tools.map(({ strict, strictReason: reason }) => ({ strict, ...(reason !== undefined && { reason }) })),
  });
}

async function writeFiles(run: Generation, folder: string, options: ResolvedOptions): Promise<void> {
  const { checkProject, previousToolNames } = await import('./output/check-project.js');
  run.folder = folder;
  run.renamed = renamedTools(run.tools, previousToolNames(folder));
  if (options.check) {
    run.stale = checkProject(run.files, folder);
    return;
  }
  const { writeProject } = await import('./output/write-project.js');
  run.written = await writeProject(run.files, folder, { force: options.force });
}

function renamedTools(tools: readonly GeneratedTool[], before: ReadonlyMap<string, string>): RenamedTool[] {
  return tools.flatMap(({ method, path, name: to }) => {
    const from = before.get(`${method} ${path}`);
    return from === undefined || from === to ? [] : [{ method, path, from, to }];
  });
}

/** The folder of a package without `out`: its name without the scope. */
const folderOf = ({ model }: Generation) => model?.package.name.replace(/^@[^/]*\//, '');
