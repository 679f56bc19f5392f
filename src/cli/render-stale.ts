import { printable } from '../diagnostics/create.js';
import type { GeneratedFile } from '../emit/generated-file.js';
import type { StaleFile } from '../output/check-project.js';
import { type StaleDiff, staleDiffs } from '../output/stale-diffs.js';
import { paint, type Style, type Terminal } from './terminal.js';

/** How much of a difference is shown: files with lines, lines of each, characters of a line. */
const USUAL = { files: 10, lines: 30, columns: 160 };
const VERBOSE = { files: 1000, lines: 2000, columns: 2000 };

const STYLES: Readonly<Record<string, Style>> = { '+': 'green', '-': 'red', '@': 'cyan' };

/** Digests, and code that comes with another version of the generator: their lines tell nobody anything. */
const isDull = ({ path }: StaleFile) => path === 'tools-gen.json' || path.startsWith('runtime/');

/** Every stale file in a line, those that people read with a short difference below it. */
export function renderStale(
  stale: readonly StaleFile[],
  files: readonly GeneratedFile[],
  folder: string,
  terminal: Terminal,
  verbose: boolean,
): string[] {
  const limits = verbose ? VERBOSE : USUAL;
  const isAlone = stale.every(isDull);
  const shown = stale.filter((file) => verbose || isAlone || !isDull(file)).slice(0, limits.files);
  const diffs = new Map([...staleDiffs(shown, files, folder)].map((diff) => [diff.path, diff]));
  return stale.flatMap((file) => renderFile(diffs.get(file.path) ?? file, terminal, limits));
}

function renderFile(file: StaleDiff, terminal: Terminal, limits: typeof USUAL): string[] {
  const head = `  ${file.state}: ${printable(file.path)}`;
  if (!file.diff) return [head];
  const { lines, added, removed } = file.diff;
  const rows = lines
    .slice(0, limits.lines)
    .map((line) => `    ${paint(terminal, STYLES[line.charAt(0)] ?? 'dim', rowOf(line, limits.columns))}`);
  const more = lines.length - rows.length;
  const rest = more > 0 ? [`    … ${more} more lines; --verbose shows them`] : [];
  return [`${head} (+${added} -${removed})`, ...rows, ...rest];
}

/** Spaces at the start carry the shape; the rest is made harmless. */
function rowOf(line: string, columns: number): string {
  const indent = /^.? */.exec(line)?.[0] ?? '';
  return indent + printable(line.slice(indent.length), columns);
}
