import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { relative, resolve } from 'node:path';
import type { ResolvedOptions } from '../config/generate-options.js';
import { printable } from '../diagnostics/create.js';
import type { Generation } from '../report/generation.js';
import { countSeverities, groupDiagnostics } from '../report/group-diagnostics.js';
import { plural, skippedLines, summaryLine } from '../report/summary.js';
import { paint, type Terminal } from './terminal.js';

/** What a finished run tells a person: what was made, what was left out and why, what to do next. */
export function renderResult(run: Generation, options: ResolvedOptions, terminal: Terminal): string {
  const folder = printable(displayPath(run.folder ?? ''));
  const { warnings, infos } = countSeverities(groupDiagnostics(run.diagnostics));
  const lines = [`${paint(terminal, 'bold', folder)}: ${summaryLine(run.tools, run.skipped)}`];
  lines.push(...skippedLines(run.skipped).map((line) => `  left out: ${line}`));
  if (run.stale) lines.push(...staleLines(run.stale));
  if (run.written) {
    lines.push(`  ${writtenLine(run.written)}`);
  }
  for (const { method, path, from, to } of run.renamed ?? []) {
    lines.push(`  renamed: ${printable(from)} is now ${to} (${method} ${printable(path, 120)})`);
  }
  if (warnings > 0) lines.push(`  ${plural(warnings, 'warning')}, see above`);
  if (infos > 0) lines.push(`  ${plural(infos, 'note')}; tools-gen inspect shows ${infos === 1 ? 'it' : 'them'}`);
  const next = run.written ? nextStep(run.folder ?? '', options) : undefined;
  if (next !== undefined) lines.push(`Next: ${paint(terminal, 'green', printable(next))}`);
  return lines.map((line) => `${line}\n`).join('');
}

function staleLines(stale: NonNullable<Generation['stale']>): string[] {
  if (stale.length === 0) return ['  up to date'];
  return stale.map(({ path, state }) => `  ${state}: ${printable(path)}`);
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
