import { readStdin } from './assets/read-stdin.js';
import type { GenerateOptions, ResolvedOptions } from './config/generate-options.js';
import { resolveOptions } from './config/resolve-options.js';
import { createDiagnostic } from './diagnostics/create.js';
import type { Diagnostic } from './diagnostics/diagnostic.js';
import type { GeneratedFile } from './emit/generated-file.js';
import type { SpecSource } from './load/read-root.js';
import type { StaleFile } from './output/check-project.js';
import type { WrittenFiles } from './output/write-project.js';
import { collect, failureOf, stopOn, take } from './report/collect.js';
import type { Generation, Progress, RenamedTool } from './report/generation.js';
import { manifestData } from './report/manifest-data.js';
import { reportTools } from './report/report-tools.js';
import { type GeneratedTool, reportSkipped, type SkippedReport, untoldReasons } from './report/tool-report.js';
import { folderOf, writeOutput } from './report/write-output.js';

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

/** The first half: document to tools. Never throws for what is wrong with a document. */
export async function readTools(options: ResolvedOptions, progress: Progress = () => {}): Promise<Generation> {
  return collect(async (run) => lowerSpec(run, options, progress));
}

/**
 * The whole way: document to files, and to the folder.
 *
 * @param how `defaultFolder`: without `out`, write to the folder named after the package; `claim`: hears the folder before it
 *   is touched, and may throw
 */
export async function runPipeline(
  options: ResolvedOptions,
  how: { defaultFolder?: boolean; progress?: Progress; claim?: (folder: string) => void } = {},
): Promise<Generation> {
  const { progress = () => {} } = how;
  return collect(async (run) => {
    await lowerSpec(run, options, progress);
    if (options.warningsAsErrors) stopOn(run, ['warning']);
    progress('Writing declarations');
    await emitFiles(run, options);
    const folder = options.out ?? (how.defaultFolder ? folderOf(run) : undefined);
    if (folder === undefined) return;
    how.claim?.(folder);
    await writeOutput(run, folder, options);
  });
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
  run.skipped = built.model.skipped.map(reportSkipped);
  take(run, built.diagnostics);
  const { lowerApi } = await import('./lower/lower-api.js');
  const { maxDescription, maxTokens, strictFirst } = options;
  const lowered = lowerApi(built.model, { maxDescription, maxTokens, strictFirst });
  run.lowered = lowered;
  const skipped = [...new Set([...built.model.skipped, ...lowered.skipped])];
  run.skipped = skipped.map(reportSkipped);
  take(run, [...lowered.diagnostics, ...untoldReasons(skipped, [...run.diagnostics, ...lowered.diagnostics])]);

  run.tools = reportTools(lowered.tools, built.model.package);
  if (run.tools.length === 0) {
    take(run, [createDiagnostic('NO_OPERATIONS', 'No operation of the document becomes a tool.')]);
  }
}

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
    manifest: manifestData(spec, run.diagnostics, options, own),
    bare: options.bare,
    plan: run.tools.map(({ strict, strictReason: reason, cost: { guarded } }) => ({
      strict,
      ...(reason !== undefined && { reason }),
      guarded,
    })),
  });
}
