import { printable } from '../diagnostics/create.js';
import type { Diagnostic, Severity } from '../diagnostics/diagnostic.js';
import type { SourceFile } from '../load/loaded-spec.js';
import { groupDiagnostics } from '../report/group-diagnostics.js';
import type { Place, PlaceFinder } from '../report/place.js';
import { paint, type Style, type Terminal } from './terminal.js';

export interface RenderInput {
  readonly diagnostics: readonly Diagnostic[];
  readonly files: readonly SourceFile[];
  readonly find: PlaceFinder;
  readonly terminal: Terminal;
  /** Severities that are shown. */
  readonly show: readonly Severity[];
  /** Show every one, however many there are of a code. */
  readonly all: boolean;
}

/** Diagnostics of one code that are shown before the rest becomes a number. */
const MOST_PER_CODE: Readonly<Record<Severity, number>> = { error: Number.POSITIVE_INFINITY, warning: 20, info: 3 };

const STYLE: Readonly<Record<Severity, Style>> = { error: 'red', warning: 'yellow', info: 'blue' };

interface Placed {
  readonly diagnostic: Diagnostic;
  readonly place: Place | undefined;
}

/** Diagnostics as text, in the form compilers use: `file:line:column - severity CODE: sentence`, then what to do. */
export function renderDiagnostics(input: RenderInput): string {
  const shown = groupDiagnostics(input.diagnostics).filter(({ severity }) => input.show.includes(severity));
  const seen = new Map<string, number>();
  const kept = shown.filter(({ code, severity }) => {
    const count = (seen.get(code) ?? 0) + 1;
    seen.set(code, count);
    return input.all || count <= MOST_PER_CODE[severity];
  });
  const placed = kept
    .map((diagnostic) => ({ diagnostic, place: input.find(diagnostic) }))
    .sort((a, b) => comparePlaces(a.place, b.place));
  const texts = placed.map((entry) => renderOne(entry, input));
  for (const [code, count] of seen) {
    const hidden = count - kept.filter((one) => one.code === code).length;
    if (hidden > 0) texts.push(`${hidden} more ${code}; --verbose or --json shows them all.\n`);
  }
  return texts.join('');
}

function comparePlaces(a: Place | undefined, b: Place | undefined): number {
  if (!a || !b) return Number(a === undefined) - Number(b === undefined);
  const byFile = (a.index ?? Number.MAX_SAFE_INTEGER) - (b.index ?? Number.MAX_SAFE_INTEGER);
  return byFile || (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0);
}

function renderOne({ diagnostic, place }: Placed, { terminal, files }: RenderInput): string {
  const { severity, code, message, help, count = 1 } = diagnostic;
  const where = place ? `${paint(terminal, 'cyan', placeText(place))} - ` : '';
  const times = count > 1 ? paint(terminal, 'dim', ` (${count} times)`) : '';
  const head = `${where}${paint(terminal, STYLE[severity], severity)} ${code}: ${printable(message)}${times}`;
  const frame = terminal.live ? codeFrame(place, files, terminal) : '';
  return `${head}\n${frame}    ${paint(terminal, 'dim', `help: ${printable(help)}`)}\n`;
}

/** `file:line:column`, as far as known. */
function placeText({ file, line, column }: Place): string {
  const position = [line, column].filter((part) => part !== undefined);
  return [printable(file), ...position].join(':');
}

/** The line in question with the one before it, and a mark under the column. */
function codeFrame(place: Place | undefined, files: readonly SourceFile[], terminal: Terminal): string {
  const { line, column = 1, index = -1 } = place ?? {};
  const source = files[index];
  if (line === undefined || !source) return '';
  const width = String(line).length;
  const rows = linesAround(source.text, line).map(({ number, text }) => {
    const gutter = paint(terminal, 'dim', `${String(number).padStart(width)} |`);
    return `    ${gutter} ${printable(text.replaceAll('\t', ' '), Math.max(40, terminal.columns - width - 10))}\n`;
  });
  const inside = column < terminal.columns - width - 10;
  const mark = inside ? `    ${' '.repeat(width)} ${paint(terminal, 'dim', '|')} ${' '.repeat(column - 1)}^\n` : '';
  return rows.join('') + mark;
}

function linesAround(text: string, line: number): { number: number; text: string }[] {
  const lines = text.split('\n', line);
  return [line - 1, line]
    .filter((number) => number >= 1 && number <= lines.length)
    .map((number) => ({ number, text: (lines[number - 1] ?? '').replace(/\r$/, '') }));
}
