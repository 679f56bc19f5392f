import { readOwnManifest } from './assets/read-assets.js';
import { readStdin } from './assets/read-stdin.js';
import type { GenerateOptions, ResolvedOptions } from './config/generate-options.js';
import { isUrl } from './config/is-url.js';
import { resolveOptions } from './config/resolve-options.js';
import { createDiagnostic } from './diagnostics/create.js';
import type { Diagnostic } from './diagnostics/diagnostic.js';
import type { GeneratedFile } from './emit/generated-file.js';
import type { ValidatorModules } from './emit/validators/validator-modules.js';
import { DEFAULT_LIMITS } from './load/limits.js';
import type { SpecSource } from './load/read-root.js';
import type { LoweredApi } from './lower/tool-model.js';
import type { StaleFile } from './output/check-project.js';
import type { FinishedOutput } from './output/finished-output.js';
import type { WrittenFiles } from './output/write-project.js';
import type { ChangeReport } from './report/changes/change.js';
import { collect, failureOf, stopOn, take } from './report/collect.js';
import type { Generation, Progress, RenamedTool } from './report/generation.js';
import { countSeverities, groupDiagnostics } from './report/group-diagnostics.js';
import { leaveOutput } from './report/leave-output.js';
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
  /** With `out`, where it held an earlier output: what changed for those who prompt with it or call it. */
  readonly changes?: ChangeReport;
}

/** Generates a package: in memory, or into the folder `out`. Throws a `ToolsGenError` that carries the diagnostics. */
export async function generate(options: GenerateOptions): Promise<GenerateResult> {
  const run = await runPipeline(resolveOptions(options));
  if (run.failed) throw failureOf(run);
  const { files, tools, skipped, diagnostics, written, stale, renamed, changes } = run;
  const onDisk = {
    ...(written && { written }),
    ...(stale && { stale }),
    ...(renamed && { renamed }),
    ...(changes && { changes }),
  };
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
  return collect(async (run) => {
    progress('Reading');
    await lowerSpec(run, await sourceOf(options.spec), options, progress);
  });
}

/** How the command line drives a run. */
export interface PipelineSettings {
  /** Without `out`, write to the folder named after the package. */
  readonly defaultFolder?: boolean;
  readonly progress?: Progress;
  /** Hears the folder before it is touched, and may throw. */
  readonly claim?: (folder: string) => void;
  /**
   * What to spare where the output of an earlier run is what this one would write. `emission`: nothing is printed again,
   * all else is as ever. `everything`: not even the document is parsed, the result has neither tools nor diagnostics; only
   * where the earlier run had no warnings.
   */
  readonly spare?: 'emission' | 'everything' | undefined;
}

/** The whole way: document to files, and to the folder. */
export async function runPipeline(options: ResolvedOptions, settings: PipelineSettings = {}): Promise<Generation> {
  const { progress = () => {}, claim, spare } = settings;
  const leave = (run: Generation, same: FinishedOutput) => {
    claim?.(same.folder);
    leaveOutput(run, same, options.check);
  };
  return collect(async (run) => {
    progress('Reading');
    const source = await sourceOf(options.spec);
    const known = spare === 'everything' ? await findKnown(options, source) : undefined;
    if (known) return leave(run, known);
    await lowerSpec(run, source, options, progress);
    if (options.warningsAsErrors) stopOn(run, ['warning']);
    const folder = options.out ?? (settings.defaultFolder ? folderOf(run) : undefined);
    const same = spare && folder !== undefined ? await findSame(run, folder, options) : undefined;
    if (same) return leave(run, same);
    progress('Writing declarations');
    await emitFiles(run, options);
    if (options.warningsAsErrors) stopOn(run, ['warning']);
    if (folder === undefined) return;
    claim?.(folder);
    await writeOutput(run, folder, options);
  });
}

async function findKnown(options: ResolvedOptions, source: SpecSource): Promise<FinishedOutput | undefined> {
  const { findUpToDate } = await import('./report/up-to-date.js');
  return findUpToDate(options, source, (await readOwnManifest()).version);
}

/** Not where the earlier run told more: that can only be told again by printing. */
async function findSame({ spec, diagnostics }: Generation, folder: string, options: ResolvedOptions) {
  const { isUpToDate } = await import('./report/up-to-date.js');
  const same = spec && isUpToDate(folder, options, spec, (await readOwnManifest()).version);
  return same && same.warnings === countSeverities(groupDiagnostics(diagnostics)).warnings ? same : undefined;
}

async function lowerSpec(
  run: Generation,
  source: SpecSource,
  options: ResolvedOptions,
  progress: Progress,
): Promise<void> {
  const { loadSpec } = await import('./load/load-spec.js');
  const { refRoot, allowRemoteRefs } = options;
  const loaded = await loadSpec(source, {
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
  if (typeof spec !== 'string') return { document: spec };
  if (!isUrl(spec)) return spec;
  const { fetchRoot } = await import('./load/fetch-root.js');
  return fetchRoot(spec, DEFAULT_LIMITS);
}

async function emitFiles(run: Generation, options: ResolvedOptions): Promise<void> {
  const { model, lowered, spec } = run;
  if (!model || !lowered || !spec) return;
  const { readAssets } = await import('./assets/read-assets.js');
  const { emitProject } = await import('./emit/emit-project.js');
  const { renamedTypes } = await import('./emit/files/renamed-types.js');
  const { runtime, templates, own } = await readAssets();
  const validators = options.validators === 'precompiled' ? await precompile(lowered) : { files: [], diagnostics: [] };
  take(run, [...validators.diagnostics, ...renamedTypes(model, runtime)]);
  run.files = await emitProject({
    api: model,
    lowered,
    runtimeFiles: runtime,
    templates: Object.fromEntries(templates.map(({ path, text }) => [path, text])),
    manifest: manifestData(spec, run.diagnostics, options, own),
    bare: options.bare,
    validators: options.validators,
    validatorFiles: validators.files,
    plan: run.tools.map(({ strict, strictReason: reason, converted, cost: { guarded } }) => ({
      strict,
      ...(reason !== undefined && { reason }),
      guarded,
      ...(converted !== undefined && { converted }),
    })),
  });
}

async function precompile(lowered: LoweredApi): Promise<ValidatorModules> {
  const { validatorModules } = await import('./emit/validators/validator-modules.js');
  return validatorModules(lowered);
}
