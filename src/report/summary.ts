import { printable } from '../diagnostics/create.js';
import type { GeneratedTool, SkippedReport } from './tool-report.js';

/** `1 tool`, `2 tools`; numbers of four digits and more take a comma. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${withCommas(count)} ${count === 1 ? one : many}`;
}

export function withCommas(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');
}

/** `12 tools (10 strict), about 3,400 tokens; 2 operations left out`. */
export function summaryLine(
  tools: readonly Pick<GeneratedTool, 'strict' | 'tokens'>[],
  skipped: readonly SkippedReport[],
): string {
  const strict = tools.filter((tool) => tool.strict).length;
  const tokens = tools.reduce((sum, tool) => sum + tool.tokens, 0);
  const left = skipped.length === 0 ? '' : `; ${plural(skipped.length, 'operation')} left out`;
  return `${plural(tools.length, 'tool')} (${withCommas(strict)} strict), about ${plural(tokens, 'token')}${left}`;
}

/** The operations that were left out, each with the reason. */
export function skippedLines(skipped: readonly SkippedReport[]): string[] {
  return skipped.map(
    ({ method, path, code, reason }) => `${printable(method)} ${printable(path, 120)}  ${code}: ${printable(reason)}`,
  );
}
