import { withCommas } from '../summary.js';
import { type Change, type ChangeLevel, type ChangeReport, LEVELS } from './change.js';
import { countsOf } from './render-changes.js';

/** One package of a report. */
export interface ReportSection {
  /** The output folder, `/` separators. */
  readonly folder: string;
  /** Absent where there was no earlier output. */
  readonly changes?: ChangeReport;
  /** Why nothing was generated. */
  readonly errors?: readonly string[];
  /** Files on disk that differ, with `--check`. */
  readonly stale?: readonly string[];
}

const TITLES: Readonly<Record<ChangeLevel, string>> = {
  breaking: 'Breaking',
  additive: 'Additive',
  cosmetic: 'Cosmetic',
};
/** A comment on GitHub holds 65,536 characters. */
const MAX_CHANGES = 100;
const MAX_TOOLS = 12;
const MAX_ERRORS = 20;
const MAX_TEXT = 300;

/** The change report as Markdown, for a pull request. Text of a document stands in code or is escaped: it formats nothing. */
export function renderMarkdown(sections: readonly ReportSection[]): string {
  return `${['# Changes of Claude tools', ...sections.flatMap(sectionOf)].join('\n\n')}\n`;
}

function sectionOf({ folder, changes, errors, stale = [] }: ReportSection): string[] {
  const head = `## ${code(folder)}`;
  if (errors)
    return [
      head,
      'Nothing was generated.',
      errors
        .slice(0, MAX_ERRORS)
        .map((text) => `- ${escaped(text)}`)
        .join('\n'),
    ];
  const files =
    stale.length === 0 ? [] : [`The output on disk is stale: ${withCommas(stale.length)} of its files differ.`];
  if (!changes) return [head, 'The first output: there is nothing to compare it with.', ...files];
  if (changes.changes.length === 0) return [head, 'No tool changed.', ...files];
  return [head, `${countsOf(changes)}.`, ...files, ...LEVELS.flatMap((level) => levelOf(changes, level))];
}

function levelOf({ changes }: ChangeReport, level: ChangeLevel): string[] {
  const own = changes.filter((change) => change.level === level);
  if (own.length === 0) return [];
  const more = own.length - MAX_CHANGES;
  const lines = own.slice(0, MAX_CHANGES).map(itemOf);
  if (more > 0) lines.push(`- … ${withCommas(more)} more`);
  return [`### ${TITLES[level]} (${withCommas(own.length)})`, lines.join('\n')];
}

function itemOf(change: Change): string {
  const { tools, message, kind, before, after } = change;
  const names = tools.slice(0, MAX_TOOLS).map(code).join(', ');
  const more = tools.length > MAX_TOOLS ? ` and ${withCommas(tools.length - MAX_TOOLS)} more` : '';
  const head = `- ${names}${more}${names === '' ? '' : ': '}${escaped(message)}`;
  if (kind === 'renamed' || kind === 'effect' || kind === 'operation') return head;
  const texts = [
    ...(before === undefined ? [] : [`  - before: ${code(before)}`]),
    ...(after === undefined ? [] : [`  - after: ${code(after)}`]),
  ];
  return [head, ...texts].join('\n');
}

/** Text as code, whatever is in it: one line, in a fence that it does not hold. */
function code(text: string): string {
  const line = visible(text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT - 1)}…` : text);
  const longest = Math.max(0, ...[...line.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  const pad = line.startsWith('`') || line.endsWith('`') || line === '' ? ' ' : '';
  return `${fence}${pad}${line}${pad}${fence}`;
}

/** Text in which no character means anything: also no mention, no issue number and no address. */
function escaped(text: string): string {
  return visible(text)
    .replace(/[\\`*_[\]<>#|~&@]|:(?=\S)/g, (mark) => `&#${mark.charCodeAt(0)};`)
    .replace(/www\./gi, (text) => `${text.slice(0, 3)}&#46;`);
}

const visible = (text: string) => text.replace(/\s+/g, ' ').replace(/\p{C}/gu, '\uFFFD');
