import { printable } from '../../diagnostics/create.js';
import { plural } from '../summary.js';
import { type Change, type ChangeLevel, type ChangeReport, LEVELS } from './change.js';

/** Tools that one line names. */
const MAX_TOOLS = 3;

/** `2 breaking, 1 additive, 4 cosmetic`; classes without any are left out. Empty where nothing changed. */
export function countsOf(report: ChangeReport): string {
  return LEVELS.filter((level) => report[level] > 0)
    .map((level) => `${report[level]} ${level}`)
    .join(', ');
}

/** The names of added, removed and renamed tools in a few words: `+a, +b, -c, d → e`, ten at most. */
export function toolNamesOf({ changes }: ChangeReport): string {
  const marks: Partial<Record<Change['kind'], (change: Change) => string>> = {
    added: ({ tools }) => `+${tools[0]}`,
    removed: ({ tools }) => `-${tools[0]}`,
    renamed: ({ before, after }) => `${before} → ${after}`,
  };
  const names = changes.flatMap((change) => marks[change.kind]?.(change) ?? []).map((name) => printable(name, 140));
  const more = names.length > 10 ? `, … (${names.length - 10} more)` : '';
  return names.slice(0, 10).join(', ') + more;
}

/** Whose change it is: `getPet`, `getPet and 4 more tools`; empty for the package. */
function ownersOf({ tools }: Change): string {
  if (tools.length <= MAX_TOOLS) return tools.join(', ');
  return `${tools.slice(0, MAX_TOOLS).join(', ')} and ${plural(tools.length - MAX_TOOLS, 'more tool', 'more tools')}`;
}

/** Kinds whose sentence does not say what was and what is. */
const SHOWS_VALUES: ReadonlySet<Change['kind']> = new Set(['servers', 'security', 'description']);
const MAX_VALUE = 100;

/** One line of text for a change, without its level. Safe to show. */
export function changeLine(change: Change): string {
  const { kind, message, before, after } = change;
  const owners = ownersOf(change);
  const values =
    SHOWS_VALUES.has(kind) && before !== undefined && after !== undefined
      ? `: ${printable(before, MAX_VALUE)} → ${printable(after, MAX_VALUE)}`
      : '';
  return `${printable(owners === '' ? message : `${owners}: ${message}`, 400)}${values}`;
}

/** Changes of one level in lines, so many at most, then how many more there are. */
export function changeLines({ changes }: ChangeReport, level: ChangeLevel, limit: number): string[] {
  const own = changes.filter((change) => change.level === level);
  const lines = own.slice(0, limit).map(changeLine);
  return own.length > limit
    ? [...lines, `… ${own.length - limit} more; --report <file> or --json lists them all`]
    : lines;
}
