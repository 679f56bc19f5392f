import type { Change } from './change.js';
import { isSame, own, recordOf, shown } from './json-data.js';
import type { ToolSnapshot } from './snapshot.js';

/** What a rule finds about one tool; the caller adds whose it is. */
export type ToolFinding = Omit<Change, 'tools'>;

/** Compares a tool with what it was. */
type ToolRule = (before: ToolSnapshot, after: ToolSnapshot) => readonly ToolFinding[];

/** Characters of a text that a report repeats. */
const MAX_TEXT = 600;
/** Places that one sentence names. */
const MAX_NAMED = 8;

/** Everything about a tool but its schema, in the order of the report. */
export const TOOL_RULES: readonly ToolRule[] = [
  renamed,
  movedOperation,
  effectChanged,
  serversChanged,
  securityChanged,
  descriptionChanged,
  partsDescribed,
  requestChanged,
];

function renamed({ name: before }: ToolSnapshot, { name: after }: ToolSnapshot): ToolFinding[] {
  if (before === after) return [];
  const message = `was ${before} before; prompts and stored conversations know that name`;
  return [{ level: 'breaking', kind: 'renamed', message, before, after }];
}

function movedOperation(before: ToolSnapshot, after: ToolSnapshot): ToolFinding[] {
  const [was, is] = [`${before.method} ${before.path}`, `${after.method} ${after.path}`];
  if (was === is) return [];
  return [{ level: 'breaking', kind: 'operation', message: `calls ${is}, not ${was}`, before: was, after: is }];
}

/** Either way is a break: what asked for approval may run without, or what ran alone may ask. */
function effectChanged({ effect: before }: ToolSnapshot, { effect: after }: ToolSnapshot): ToolFinding[] {
  if (before === after) return [];
  return [{ level: 'breaking', kind: 'effect', message: `its effect is ${after}, not ${before}`, before, after }];
}

function serversChanged(before: ToolSnapshot, after: ToolSnapshot): ToolFinding[] {
  const [was, is] = [own(before.descriptor, 'servers'), own(after.descriptor, 'servers')];
  if (isSame(was, is)) return [];
  const message = 'it has other servers of its own';
  return [{ level: 'breaking', kind: 'servers', message, before: shown(was, MAX_TEXT), after: shown(is, MAX_TEXT) }];
}

function securityChanged(before: ToolSnapshot, after: ToolSnapshot): ToolFinding[] {
  const [was, is] = [own(before.descriptor, 'security'), own(after.descriptor, 'security')];
  if (isSame(was, is)) return [];
  const open = (value: unknown) => value === undefined || isSame(value, []);
  const level = open(is) ? 'additive' : 'breaking';
  const message = open(is) ? 'it needs no credentials any more' : 'it needs other credentials';
  return [{ level, kind: 'security', message, before: shown(was, MAX_TEXT), after: shown(is, MAX_TEXT) }];
}

/** Text that the model reads: no code breaks, and yet it is a change of the prompt. */
function descriptionChanged({ description: was }: ToolSnapshot, { description: is }: ToolSnapshot): ToolFinding[] {
  if (was === is) return [];
  const [before, after] = [cut(was), cut(is)];
  return [{ level: 'cosmetic', kind: 'description', message: 'its description changed', before, after }];
}

/** Descriptions inside the input schema, at places that both have. */
function partsDescribed(before: ToolSnapshot, after: ToolSnapshot): ToolFinding[] {
  const [was, is] = [new Map<string, unknown>(), new Map<string, unknown>()];
  collectTexts(before.input, was);
  collectTexts(after.input, is);
  const places = [...is].filter(([place, text]) => was.has(place) && was.get(place) !== text).map(([place]) => place);
  if (places.length === 0) return [];
  const more = places.length > MAX_NAMED ? `, … (${places.length - MAX_NAMED} more)` : '';
  const message = `its input is described otherwise: ${places.slice(0, MAX_NAMED).join(', ')}${more}`;
  const [first] = places;
  const texts = places.length === 1 && first !== undefined ? [cut(was.get(first)), cut(is.get(first))] : [];
  const [old, now] = texts;
  return [
    {
      level: 'cosmetic',
      kind: 'description',
      message,
      ...(old !== undefined && { before: old }),
      ...(now !== undefined && { after: now }),
    },
  ];
}

/** Descriptions by place, those of nested schemas too; a place without one counts as the empty text. */
function collectTexts(root: unknown, texts: Map<string, unknown>): void {
  const waiting: [unknown, string][] = [[root, '']];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [value, place] = next;
    const schema = recordOf(value);
    if (place !== '') texts.set(place, schema['description'] ?? '');
    for (const [name, below] of Object.entries(recordOf(schema['properties']))) {
      waiting.push([below, place === '' ? name : `${place}.${name}`]);
    }
    for (const [name, below] of Object.entries(recordOf(schema['$defs']))) waiting.push([below, `$defs.${name}`]);
    if (schema['items'] !== undefined) waiting.push([schema['items'], `${place}[]`]);
  }
}

/** How the request is written: neither prompts nor code see it. */
function requestChanged(before: ToolSnapshot, after: ToolSnapshot): ToolFinding[] {
  const parts = ['parameters', 'body'].filter(
    (part) => !isSame(own(before.descriptor, part), own(after.descriptor, part)),
  );
  if (parts.length === 0) return [];
  return [{ level: 'cosmetic', kind: 'request', message: `its request is written otherwise (${parts.join(', ')})` }];
}

function cut(value: unknown): string {
  const text = String(value ?? '');
  return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT - 1)}…` : text;
}
