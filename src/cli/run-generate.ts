import type { ResolvedOptions } from '../config/generate-options.js';
import { findConfig } from '../config/load-config.js';
import { createDiagnostic, printable } from '../diagnostics/create.js';
import type { Severity } from '../diagnostics/diagnostic.js';
import { type PipelineSettings, runPipeline } from '../generate.js';
import type { Generation } from '../report/generation.js';
import { createJsonReport, type JsonReport } from '../report/json-report.js';
import { createPlaceFinder, type PlaceFinder } from '../report/place.js';
import { plural } from '../report/summary.js';
import { claimFolders } from './claim-folders.js';
import { failureCode } from './exit-code.js';
import { optionsOf } from './options-of.js';
import type { ReadArgs } from './read-args.js';
import { renderDiagnostics } from './render-diagnostics.js';
import { displayPath, renderResult } from './render-result.js';
import { showCause } from './report-failure.js';
import { createProgress } from './show-progress.js';
import { printJson, type Terminal, terminalOf } from './terminal.js';
import { UsageError } from './usage-error.js';
import { shownSpec, writeReport } from './write-report.js';

/** Generates every package that the command line or the configuration asks for, and reports on each. */
export async function runGenerate(args: ReadArgs): Promise<number> {
  const jobs = await optionsOf(args);
  let claim = claimFolders<ResolvedOptions>();
  const { report } = args.flags;
  if (args.flags['watch']) {
    if (jobs.some(({ spec }) => spec === '-')) throw new UsageError('--watch cannot read standard input.');
    if (args.flags['json']) throw new UsageError('--watch and --json do not go together.');
    if (report !== undefined) throw new UsageError('--watch and --report do not go together.');
    if (jobs.some(({ check }) => check)) throw new UsageError('--watch and --check do not go together.');
    const reload = async () => {
      const again = await optionsOf(args, true);
      claim = claimFolders();
      return again;
    };
    const { watchSpecs } = await import('./watch-specs.js');
    const { config } = args.flags;
    const file = await findConfig(process.cwd(), typeof config === 'string' ? config : undefined);
    return watchSpecs(jobs, (job) => runJob(job, args.flags, claim), file === undefined ? undefined : { file, reload });
  }
  const outcomes: JobOutcome[] = [];
  for (const job of jobs) outcomes.push(await runJob(job, args.flags, claim));
  if (typeof report === 'string') await writeReport(report, outcomes);
  if (args.flags['json']) {
    const reports = outcomes.map(({ report }) => report);
    process.stdout.write(printJson(reports.length === 1 ? reports[0] : { reports }));
  }
  const codes = outcomes.map(({ code }) => code);
  return codes.find((code) => code === 1 || code === 2) ?? Math.max(0, ...codes);
}

export interface JobOutcome {
  readonly code: number;
  readonly job: ResolvedOptions;
  readonly run: Generation;
  /** With `--json`. */
  readonly report?: JsonReport;
}

async function runJob(
  options: ResolvedOptions,
  flags: ReadArgs['flags'],
  claim: ReturnType<typeof claimFolders<ResolvedOptions>>,
): Promise<JobOutcome> {
  const errors = terminalOf(process.stderr);
  const progress = createProgress(errors);
  const run = await runPipeline(options, {
    defaultFolder: true,
    progress: progress.stage,
    claim: (folder) => claim(options, folder),
    spare: spareOf(options, flags),
  });
  progress.done();
  showCause(run.cause, errors);
  const files = run.spec?.files ?? [];
  const shows = run.diagnostics.some(({ severity }) => severity !== 'info') || flags['json'] || flags['verbose'];
  const find: PlaceFinder = shows ? await createPlaceFinder(files) : () => undefined;
  if (shows) showDiagnostics(run, find, errors, severitiesOf(options, flags), flags['verbose'] === true);
  if (flags['json']) return { code: exitCode(run), job: options, run, report: jsonOf(run, find) };
  if (isStale(run)) showStale(run, errors);
  if (!run.failed && (!flags['quiet'] || isStale(run))) {
    const [verbose, showNext] = [flags['verbose'] === true, flags['watch'] !== true];
    process.stdout.write(renderResult(run, { options, terminal: terminalOf(process.stdout), verbose, showNext }));
  } else if (run.failed && !flags['quiet']) errors.write(`${nothingDone(run, options)}\n`);
  return { code: exitCode(run), job: options, run };
}

/** A report that shows diagnostics or tools needs the document read; nobody sees whether declarations were printed again. */
function spareOf({ force }: ResolvedOptions, flags: ReadArgs['flags']): PipelineSettings['spare'] {
  if (force) return undefined;
  return flags['json'] || flags['verbose'] ? 'emission' : 'everything';
}

/** The sentence after the diagnostics of a run that failed. Of several runs, it tells which one that was. */
function nothingDone({ diagnostics }: Generation, { spec, check }: ResolvedOptions): string {
  const name = typeof spec === 'string' && spec !== '-' ? ` for ${printable(shownSpec(spec))}` : '';
  const what = `Nothing was ${check ? 'compared' : 'written'}${name}`;
  const faults = diagnostics.some(({ severity }) => severity === 'error');
  return faults ? `${what}.` : `${what}: with --warnings-as-errors a warning ends the run.`;
}

/** What is shown: warnings also with `--quiet` where they count as errors. */
function severitiesOf(options: ResolvedOptions, flags: ReadArgs['flags']): readonly Severity[] {
  if (flags['quiet']) return options.warningsAsErrors ? ['error', 'warning'] : ['error'];
  return flags['verbose'] ? ['error', 'warning', 'info'] : ['error', 'warning'];
}

function showDiagnostics(
  run: Generation,
  find: PlaceFinder,
  terminal: Terminal,
  show: readonly Severity[],
  all: boolean,
): void {
  const text = renderDiagnostics({
    diagnostics: run.diagnostics,
    files: run.spec?.files ?? [],
    find,
    terminal,
    show,
    all,
  });
  if (text !== '') terminal.write(text);
}

function exitCode(run: Generation): number {
  if (run.failed) return failureCode(run.diagnostics);
  return isStale(run) ? 3 : 0;
}

const isStale = ({ stale = [] }: Generation) => stale.length > 0;

/** Files that the sentence about stale output names; standard output lists them all. */
const NAMED_FILES = 5;

function showStale({ stale = [], folder = '' }: Generation, terminal: Terminal): void {
  const names = stale.slice(0, NAMED_FILES).map(({ path }) => path);
  const more = stale.length > names.length ? ', …' : '';
  const verb = stale.length === 1 ? 'differs' : 'differ';
  const message = `${plural(stale.length, 'file')} in ${displayPath(folder)} ${verb}: ${names.join(', ')}${more}.`;
  const diagnostics = [createDiagnostic('OUTPUT_STALE', message)];
  const find = () => undefined;
  terminal.write(renderDiagnostics({ diagnostics, files: [], find, terminal, show: ['error'], all: true }));
}

function jsonOf(run: Generation, find: PlaceFinder): JsonReport {
  const { written, stale, folder, renamed = [], changes, upToDate } = run;
  const output = folder !== undefined &&
    (written || stale) && {
      folder: displayPath(folder).replaceAll('\\', '/'),
      ...(written && { ...written, unchanged: written.unchanged.length }),
      ...(stale && { stale: stale.map(({ path }) => path) }),
      renamed,
      ...(changes && { changes }),
    };
  // The manifest is a file more than it lists.
  const files = upToDate ? upToDate.files.size + 1 : run.files.length;
  return createJsonReport({ ...run, files, ...(output && { output }) }, find);
}
