import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { relative, resolve } from 'node:path';
import type { ResolvedOptions } from '../config/generate-options.js';
import { printable } from '../diagnostics/create.js';
import { type ChangeLevel, type ChangeReport, LEVELS } from '../report/changes/change.js';
import { changeLines, countsOf, toolNamesOf } from '../report/changes/render-changes.js';
import type { Generation } from '../report/generation.js';
import { countSeverities, groupDiagnostics } from '../report/group-diagnostics.js';
import { plural, skippedLines, summaryLine } from '../report/summary.js';
import { renderStale } from './render-stale.js';
import { paint, type Style, type Terminal } from './terminal.js';

/** Changes of a level that a check lists; a run that writes names the first few that can break something. */
const CHECKED_CHANGES = 30;
const WRITTEN_CHANGES = 3;
const MAX_RENAMED = 10;

export interface ResultView {
  readonly options: ResolvedOptions;
  readonly terminal: Terminal;
  readonly verbose: boolean;
  /** Name the next step; not wanted again and again by one who watches. */
  readonly showNext: boolean;
}

/** What a finished run tells a person: what was made, what changed, what was left out and why, what to do next. */
export function renderResult(run: Generation, { options, terminal, verbose, showNext }: ResultView): string {
  const folder = printable(displayPath(run.folder ?? ''));
  const { warnings, infos } = severitiesOf(run);
  const tools = run.spec ? run.tools : (run.upToDate?.tools ?? []);
  const lines = [`${paint(terminal, 'bold', folder)}: ${summaryLine(tools, run.skipped)}`];
  lines.push(...skippedLines(run.skipped).map((line) => `  left out: ${line}`));
  if (run.changes) lines.push(...changesOf(run.changes, run, terminal, verbose));
  lines.push(...outputLines(run, terminal, verbose));
  if (!run.stale) lines.push(...renamedLines(run.renamed ?? []));
  if (warnings > 0) lines.push(`  ${plural(warnings, 'warning')}, see above`);
  if (infos > 0) lines.push(`  ${plural(infos, 'note')}; tools-gen inspect shows ${infos === 1 ? 'it' : 'them'}`);
  const next = run.written && showNext ? nextStep(run.folder ?? '', options) : undefined;
  if (next !== undefined) {
    lines.push(`Next: ${paint(terminal, 'green', printable(next))}`);
    const readme = folder === '.' ? 'README.md' : `${folder}/README.md`;
    lines.push(`Then: ${readme} shows how to use the tools, and which credentials they need`);
  }
  return lines.map((line) => `${line}\n`).join('');
}

/** Warnings and notes of the run, or of the one that made the output that stays. */
function severitiesOf({ spec, upToDate, diagnostics }: Generation): { warnings: number; infos: number } {
  if (spec || !upToDate) return countSeverities(groupDiagnostics(diagnostics));
  return { warnings: upToDate.warnings, infos: upToDate.notes };
}

function outputLines(
  { stale, written, files, folder = '' }: Generation,
  terminal: Terminal,
  verbose: boolean,
): string[] {
  if (stale?.length === 0 || (written && written.written.length + written.removed.length === 0))
    return ['  up to date'];
  if (stale) return renderStale(stale, files, folder, terminal, verbose);
  return written ? [`  ${writtenLine(written)}`] : [];
}

const LEVEL_STYLES: Readonly<Record<ChangeLevel, Style>> = { breaking: 'red', additive: 'green', cosmetic: 'dim' };

/** A check lists the changes by class; a run that writes says it in a few lines. */
function changesOf(changes: ChangeReport, { stale }: Generation, terminal: Terminal, verbose: boolean): string[] {
  const line = (level: ChangeLevel, text: string) => `    ${paint(terminal, LEVEL_STYLES[level], level)}: ${text}`;
  if (changes.changes.length === 0) return [];
  const names = toolNamesOf(changes);
  const head = `  changes: ${countsOf(changes)}${names === '' ? '' : ` (${names})`}`;
  if (!stale && !verbose) {
    return [
      head,
      ...changeLines(withoutRenamed(changes), 'breaking', WRITTEN_CHANGES).map((text) => line('breaking', text)),
    ];
  }
  const limit = verbose ? Number.POSITIVE_INFINITY : CHECKED_CHANGES;
  const lines = LEVELS.flatMap((level) => changeLines(changes, level, limit).map((text) => line(level, text)));
  return [head, ...lines];
}

/** Names that prompts must learn; a check lists them among the changes. */
function renamedLines(renamed: NonNullable<Generation['renamed']>): string[] {
  const lines = renamed
    .slice(0, MAX_RENAMED)
    .map(
      ({ method, path, from, to }) => `  renamed: ${printable(from)} is now ${to} (${method} ${printable(path, 120)})`,
    );
  const more = renamed.length - lines.length;
  return more > 0 ? [...lines, `  … ${more} more renamed; --report <file> or --json lists them all`] : lines;
}

/** They have lines of their own. */
function withoutRenamed(report: ChangeReport): ChangeReport {
  return { ...report, changes: report.changes.filter(({ kind }) => kind !== 'renamed') };
}

function writtenLine({ written, removed, unchanged }: NonNullable<Generation['written']>): string {
  const parts = [`${plural(written.length, 'file')} written`];
  if (unchanged.length > 0) parts.push(`${unchanged.length} unchanged`);
  if (removed.length > 0) parts.push(`${removed.length} removed`);
  return parts.join(', ');
}

/** The command that makes the package usable; none where its dependencies can be found already, as in a workspace. */
function nextStep(folder: string, options: ResolvedOptions): string | undefined {
  if (options.bare || options.validators === 'precompiled') return undefined;
  const require = createRequire(resolve(folder, 'package.json'));
  try {
    require.resolve('ajv');
    require.resolve('ajv-formats');
    return undefined;
  } catch {
    const path = displayPath(folder);
    return path === '.' ? 'npm install' : `cd ${shellWord(path)} && npm install`;
  }
}

/** A path as a word of the shell, quoted where it must be. */
function shellWord(path: string): string {
  if (!/[^\w./\\:@-]/.test(path)) return path;
  return process.platform === 'win32' ? `"${path}"` : `'${path.replaceAll("'", `'\\''`)}'`;
}

/** Relative to the working folder where that is shorter. */
export function displayPath(path: string): string {
  const short = relative(process.cwd(), resolve(path)) || '.';
  return short.length <= path.length || !existsSync(path) ? short : path;
}
