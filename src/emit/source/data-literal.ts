import { type Literal, literalKey, primitiveLiteral } from './sink.js';

/** Columns up to which a list of primitives or an object of them stays on one line. */
const LINE_WIDTH = 110;
/** Entries up to which it is tried. */
const MAX_FLAT = 24;
/** Columns that are left for the key in front. */
const KEY_WIDTH = 24;
/** Deeper data is refused: what comes here was bounded by earlier stages. */
const MAX_DEPTH = 1000;

/**
 * JSON data as a readable JavaScript literal, two spaces a level, a trailing comma on every line so that an addition
 * touches no line but its own. Throws for what is not JSON; properties that are `undefined` are left out.
 */
export function dataLiteral(value: unknown, level = 0): Literal {
  return print(value, level, level) as Literal;
}

/** The same, always opened up at the top: a line for the start, for the end, and one at least for each entry. */
export function openLiteral(value: object): Literal {
  return printOpen(value, 0, 0) as Literal;
}

function print(value: unknown, indent: number, depth: number): string {
  if (depth > MAX_DEPTH) throw new Error('The data is nested too deeply');
  if (typeof value !== 'object' || value === null) return primitiveLiteral(value);
  return printFlat(value, indent) ?? printOpen(value, indent, depth);
}

/** On one line, where it fits and is nested no deeper than `nesting`. */
function printFlat(value: object, indent: number, nesting = 1): string | undefined {
  const entries = entriesOf(value);
  if (entries.length === 0) return Array.isArray(value) ? '[]' : '{}';
  if (entries.length > MAX_FLAT) return undefined;
  const parts: string[] = [];
  let width = indent * 2 + KEY_WIDTH;
  for (const [key, item] of entries) {
    const text = printInline(item, indent, nesting);
    if (text === undefined) return undefined;
    const part = key === undefined ? text : `${literalKey(key)}: ${text}`;
    width += part.length + 2;
    if (width > LINE_WIDTH) return undefined;
    parts.push(part);
  }
  return Array.isArray(value) ? `[${parts.join(', ')}]` : `{ ${parts.join(', ')} }`;
}

function printInline(item: unknown, indent: number, nesting: number): string | undefined {
  if (typeof item !== 'object' || item === null) return primitiveLiteral(item);
  return nesting > 0 ? printFlat(item, indent, nesting - 1) : undefined;
}

function printOpen(value: object, indent: number, depth: number): string {
  const inner = '  '.repeat(indent + 1);
  const lines = entriesOf(value).map(([key, item]) => {
    const text = print(item, indent + 1, depth + 1);
    return `${inner}${key === undefined ? '' : `${literalKey(key)}: `}${text},\n`;
  });
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return `${open}\n${lines.join('')}${'  '.repeat(indent)}${close}`;
}

/** Own entries; the keys of a list are `undefined`. */
function entriesOf(value: object): [string | undefined, unknown][] {
  if (Array.isArray(value)) return value.map((item: unknown) => [undefined, item]);
  return Object.entries(value).filter(([, item]) => item !== undefined);
}
