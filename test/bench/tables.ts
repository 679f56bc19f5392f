import type { Figure } from './package-figures.js';
import { FLOOR, type StageRun, type WholeRun } from './whole-runs.js';

/** Tokens of a tools array, estimated as characters / 4. */
export interface Tokens {
  spec: string;
  program: string;
  tools: number;
  tokens: number;
}

const seconds = (milliseconds: number) => (milliseconds / 1000).toFixed(2);
const whole = (value: number) => Math.round(value).toLocaleString('en-US');
const times = (value: number) => `${value.toFixed(2)} x`;

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map((_, at) => (at === 0 ? '---' : '---:'))), ...rows.map(line)].join('\n');
}

export function wholeTable(runs: readonly WholeRun[]): string {
  const head = ['document', 'program', 'wall s', 'CPU s', 'peak MiB', 'CPU / floor', 'kB', 'files'];
  const rows = runs.map((run) => {
    const { spec, program, failed, wall, cpu, peak, bytes, files } = run;
    if (failed !== undefined)
      return [spec, program, `fails: ${failed.replace(/[|\s]+/g, ' ').slice(0, 80)}`, '', '', '', '', ''];
    const floor = runs.find((other) => other.spec === spec && other.program === FLOOR)?.cpu ?? Number.NaN;
    return [
      spec,
      program,
      seconds(wall),
      seconds(cpu),
      whole(peak),
      times(cpu / floor),
      whole(bytes / 1000),
      whole(files),
    ];
  });
  return table(head, rows);
}

export function stageTable(runs: readonly StageRun[]): string {
  const stages = (runs[0]?.costs ?? []).map(({ stage }) => stage);
  const rows = runs.map(({ spec, costs }) => [spec, ...costs.map(({ cpu, peak }) => `${whole(cpu)} (${whole(peak)})`)]);
  return table(['CPU ms (peak MiB so far)', ...stages], rows);
}

/** Growth between documents whose names begin with their numbers of operations: factor for each doubling. */
export function growthTable(runs: readonly WholeRun[], program: string): string {
  const sizes = runs
    .filter((run) => run.program === program && / operations$/.test(run.spec))
    .map((run) => ({ ...run, operations: Number(run.spec.replace(/\D/g, '')) }));
  const rows = sizes.slice(1).map((run, at) => {
    const before = sizes[at] ?? run;
    const doubling = (now: number, then: number) => (now / then) ** (1 / Math.log2(run.operations / before.operations));
    const { cpu, peak, bytes } = run;
    const factors = [doubling(cpu, before.cpu), doubling(peak, before.peak), doubling(bytes, before.bytes)];
    return [`${whole(before.operations)} to ${whole(run.operations)}`, ...factors.map(times)];
  });
  return table(['operations', 'CPU a doubling', 'peak a doubling', 'bytes a doubling'], rows);
}

export function figureTable(figures: readonly Figure[]): string {
  const digits = (value: number) => value.toFixed(value < 20 ? 1 : 0);
  const rows = figures.map(({ what, unit, ours, base }) => {
    return [
      what,
      unit,
      digits(ours),
      base === undefined ? '' : digits(base),
      base === undefined ? '' : times(ours / base),
    ];
  });
  return table(['package of 1,000 tools', 'unit', 'ours', 'base', 'ratio'], rows);
}

export function tokenTable(rows: readonly Tokens[]): string {
  return table(
    ['document', 'program', 'tools', 'tokens', 'a tool'],
    rows.map(({ spec, program, tools, tokens }) => [spec, program, whole(tools), whole(tokens), whole(tokens / tools)]),
  );
}
