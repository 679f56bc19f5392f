import { printable } from '../diagnostics/create.js';
import { TOOL_OVERHEAD } from '../report/overhead.js';
import { skippedLines, summaryLine, withCommas } from '../report/summary.js';
import { guardedShare, reportTags } from '../report/tag-report.js';
import type { GeneratedTool, SkippedReport } from '../report/tool-report.js';
import type { CountedTokens } from './count-tokens.js';
import { type Column, renderTable } from './render-table.js';
import { paint, type Terminal } from './terminal.js';

const COUNTED: Column = { title: 'COUNTED', align: 'right' };
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
const TAG_COLUMNS: readonly Column[] = [
  { title: 'TAG' },
  { title: 'TOOLS', align: 'right' },
  { title: 'STRICT', align: 'right' },
  { title: 'GUARDED', align: 'right' },
  { title: 'TOKENS', align: 'right' },
];

/**
 * The tools as an aligned table, their tags, what was left out, the totals, and what the API adds to every request.
 *
 * @param counted what the API counted, beside the estimates
 */
export function renderInspect(
  tools: readonly GeneratedTool[],
  skipped: readonly SkippedReport[],
  terminal: Terminal,
  counted?: CountedTokens,
): string {
  const byApi = new Map(counted?.tools.map(({ name, tokens }) => [name, tokens]));
  const columns = COLUMNS.flatMap((column) => (counted && column.title === 'ENCODINGS' ? [COUNTED, column] : [column]));
  const rows = tools.map((tool) => [
    tool.name,
    tool.method,
    printable(tool.path, 80),
    tool.effect,
    String(tool.cost.pooled),
    withCommas(tool.cost.size),
    percent(tool.cost.guarded),
    withCommas(tool.tokens),
    ...(counted ? [numberOrDash(byApi.get(tool.name))] : []),
    tool.encodings.join(',') || '-',
    tool.strict ? 'yes' : `no: ${printable(tool.strictReason ?? 'not planned')}`,
  ]);
  const left = skippedLines(skipped).map((line) => `  ${line}\n`);
  return [
    renderTable(columns, rows),
    `\n${tagTable(tools, counted)}`,
    ...(left.length > 0 ? [`\n${paint(terminal, 'bold', 'Left out:')}\n`, ...left] : []),
    `\n${paint(terminal, 'bold', summaryLine(tools, skipped))} (estimate: characters / 4)\n`,
    ...(counted ? [countedLine(counted)] : []),
    `\n${overhead()}`,
    'K: share of the strict budget (40 a request). BYTES: schema without descriptions. GUARDED: fields the grammar guards',
    ` (${percent(guardedShare(tools))} of the set's).\n`,
  ].join('');
}

const percent = (share: number) => `${Math.round(share * 100)}%`;

function tagTable(tools: readonly GeneratedTool[], counted: CountedTokens | undefined): string {
  const byApi = new Map(counted?.tags.map(({ tag, tokens }) => [tag, tokens]));
  const rows = reportTags(tools).map(({ tag, tools: count, strict, guarded, tokens }) => [
    printable(tag, 60),
    withCommas(count),
    withCommas(strict),
    percent(guarded),
    withCommas(tokens),
    ...(counted ? [numberOrDash(byApi.get(tag))] : []),
  ]);
  return renderTable(counted ? [...TAG_COLUMNS, COUNTED] : TAG_COLUMNS, rows);
}

const numberOrDash = (count: number | undefined) => (count === undefined ? '-' : withCommas(count));

function countedLine({ model, tokens, definitions, overhead, method }: CountedTokens): string {
  const parts = `${withCommas(definitions)} of definitions, ${withCommas(overhead)} of its overhead`;
  return `Counted for ${printable(model, 60)}: ${withCommas(tokens)} tokens, ${parts} (${method}).\n`;
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
