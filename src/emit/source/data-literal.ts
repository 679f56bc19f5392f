import { dataText, type Literal, literalKey, quotedText } from './sink.js';

/** Columns up to which a list of primitives or an object of them stays on one line. */
const LINE_WIDTH = 110;
/** Entries up to which it is tried. */
const MAX_FLAT = 24;
/** Columns that are left for the key in front. */
const KEY_WIDTH = 24;
/** Deeper data is refused: what comes here was bounded by earlier stages. */
const MAX_DEPTH = 1000;

/** How a notation writes keys, and what stands behind the last of several lines. */
interface Notation {
  readonly key: (name: string) => string;
  readonly lastComma: '' | ',';
}

/** A trailing comma on every line, so that an addition touches no line but its own. */
const SCRIPT: Notation = { key: literalKey, lastComma: ',' };
const JSON_TEXT: Notation = { key: (name) => JSON.stringify(name), lastComma: '' };

/**
 * JSON data as a readable JavaScript literal, two spaces a level. Throws for what is not JSON; properties that are `undefined`
 * are left out.
 */
export function dataLiteral(value: unknown): Literal {
  return dataText(print(value, SCRIPT, 0));
}

/** The same, always opened up at the top: a line for the start, for the end, and one at least for each entry. */
export function openLiteral(value: object): Literal {
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return dataText(`${open}\n${printLines(value, SCRIPT, 0, ',')}${close}`);
}

/**
 * A string with the JSON of the entries of a list or an object, each followed by a comma and on lines of its own. An engine
 * reads such a string far faster than a literal, and nothing of it has to be parsed before it is needed.
 */
export function quotedEntries(value: object): Literal {
  return quotedText(`\n${printLines(value, JSON_TEXT, 0, ',')}`);
}

function print(value: unknown, notation: Notation, depth: number): string {
  if (depth > MAX_DEPTH) throw new Error('The data is nested too deeply');
  if (typeof value !== 'object' || value === null) return primitive(value);
  const flat = printFlat(value, notation, LINE_WIDTH - KEY_WIDTH - 2 * (depth + 1), 1);
  if (flat !== undefined) return flat;
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return `${open}\n${printLines(value, notation, depth, notation.lastComma)}${'  '.repeat(depth)}${close}`;
}

/** On one line, where it fits into `width` columns and is nested no deeper than `nesting`. */
function printFlat(value: object, notation: Notation, width: number, nesting: number): string | undefined {
  const isList = Array.isArray(value);
  const keys = Object.keys(value);
  if (keys.length > MAX_FLAT) return undefined;
  let text = '';
  for (const key of keys) {
    const item = (value as Record<string, unknown>)[key];
    if (item === undefined && !isList) continue;
    // Told without printing it: most of what does not fit are texts.
    if (typeof item === 'string' && item.length > width) return undefined;
    const part = printInline(item, notation, width, nesting);
    if (part === undefined) return undefined;
    text += `${text === '' ? '' : ', '}${isList ? '' : `${notation.key(key)}: `}${part}`;
    if (text.length > width) return undefined;
  }
  if (text === '') return isList ? '[]' : '{}';
  return isList ? `[${text}]` : `{ ${text} }`;
}

function printInline(item: unknown, notation: Notation, width: number, nesting: number): string | undefined {
  if (typeof item !== 'object' || item === null) return primitive(item);
  return nesting > 0 ? printFlat(item, notation, width, nesting - 1) : undefined;
}

/** A line at least for each entry, one level below `depth`. */
function printLines(value: object, notation: Notation, depth: number, lastComma: string): string {
  const isList = Array.isArray(value);
  const indent = '  '.repeat(depth + 1);
  let text = '';
  for (const key of Object.keys(value)) {
    const item = (value as Record<string, unknown>)[key];
    if (item === undefined && !isList) continue;
    const separator = text === '' ? '' : ',\n';
    text += `${separator}${indent}${isList ? '' : `${notation.key(key)}: `}${print(item, notation, depth + 1)}`;
  }
  return text === '' ? '' : `${text}${lastComma}\n`;
}

/** As in JSON. Numbers are checked as values: a type alone proves nothing here. */
function primitive(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'number' && Number.isFinite(value)) return JSON.stringify(value);
  throw new Error(`Not JSON data: ${typeof value}`);
}
