import { printable } from '../diagnostics/create.js';
import { TOOL_OVERHEAD } from '../report/overhead.js';
import { skippedLines, summaryLine, withCommas } from '../report/summary.js';
import type { GeneratedTool, SkippedReport } from '../report/tool-report.js';
import { type Column, renderTable } from './render-table.js';
import { paint, type Terminal } from './terminal.js';

const COLUMNS: readonly Column[] = [
  { title: 'TOOL' },
  { title: 'METHOD' },
  { title: 'PATH' },
  { title: 'EFFECT' },
  { title: 'K', align: 'right' },
  { title: 'BYTES', align: 'right' },
  { title: 'GUARDED', align: 'right' },
  { title: 'TOKENS', align: 'right' },
  { title: 'ENCODINGS' },
  { title: 'STRICT' },
];

/** The tools as an aligned table, what was left out, the totals, and what the API adds to every request. */
export function renderInspect(
  tools: readonly GeneratedTool[],
  skipped: readonly SkippedReport[],
  terminal: Terminal,
): string {
  const rows = tools.map((tool) => [
    tool.name,
    tool.method,
    printable(tool.path, 80),
    tool.effect,
    String(tool.cost.pooled),
    withCommas(tool.cost.size),
    `${Math.round(tool.cost.guarded * 100)}%`,
    withCommas(tool.tokens),
    tool.encodings.join(',') || '-',
    tool.strict ? 'yes' : `no: ${printable(tool.strictReason ?? 'not planned')}`,
  ]);
  const left = skippedLines(skipped).map((line) => `  ${line}\n`);
  return [
    renderTable(COLUMNS, rows),
    ...(left.length > 0 ? [`\n${paint(terminal, 'bold', 'Left out:')}\n`, ...left] : []),
    `\n${paint(terminal, 'bold', summaryLine(tools, skipped))} (estimate: characters / 4)\n`,
    `\n${overhead()}`,
    'K: share of the strict budget (40 a request). BYTES: schema without descriptions. GUARDED: fields the grammar guards.\n',
  ].join('');
}

function overhead(): string {
  const rows = TOOL_OVERHEAD.map(({ models, auto, forced }) => [models, String(auto), String(forced)]);
  const columns: Column[] = [
    { title: 'Added once per request with tools, in tokens' },
    { title: 'auto, none', align: 'right' },
    { title: 'any, tool', align: 'right' },
  ];
  return `${renderTable(columns, rows)}\n`;
}
