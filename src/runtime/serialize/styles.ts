import type { ParameterStyle } from '../contract.js';
import { type Encode, isAbsent, isEmptyPieces, joinPieces, type Pieces, piecesOf } from './pieces.js';

/** How one value is written. `encode` escapes values, names are always percent-encoded to unreserved characters. */
export interface StyleRule {
  style: ParameterStyle;
  explode: boolean;
  encode: Encode;
  encodeName: Encode;
}

const DELIMITERS: Partial<Record<ParameterStyle, string>> = {
  spaceDelimited: ' ',
  pipeDelimited: '|',
  tabDelimited: '\t',
};

/** Styles without names in front of the values: `simple` and `label`, and the delimited ones in a path or header. */
export function writeUnnamed(value: unknown, rule: StyleRule): string {
  const pieces = piecesOf(value, rule.encode);
  const pair = rule.explode ? '=' : undefined;
  if (rule.style === 'label') return `.${joinPieces(pieces, rule.explode ? '.' : ',', pair)}`;
  const delimiter = DELIMITERS[rule.style];
  return joinPieces(pieces, delimiter === undefined ? ',' : rule.encode(delimiter), pair);
}

/** `style: matrix` (RFC 6570, 3.2.7): `;color=blue`, `;color` where the value is empty. */
export function writeMatrix(name: string, value: unknown, rule: StyleRule): string {
  const pieces = piecesOf(value, rule.encode);
  const one = (key: string, text: string): string => (text === '' ? `;${key}` : `;${key}=${text}`);
  const key = rule.encodeName(name);
  if (isEmptyPieces(pieces)) return '';
  if (!rule.explode || pieces.kind === 'text') return one(key, joinPieces(pieces, ','));
  if (pieces.kind === 'list') return pieces.items.map((item) => one(key, item)).join('');
  return pieces.pairs.map(([member, text]) => one(member, text)).join('');
}

/** Styles that give `name=value` pairs, already encoded: query, cookie and form fields. */
export function writePairs(name: string, value: unknown, rule: StyleRule): [string, string][] {
  if (isAbsent(value)) return [];
  if (rule.style === 'deepObject') return deepPairs(name, value, rule);
  // Keys of an exploded object become names: they never keep reserved characters.
  const pieces = piecesOf(value, rule.encode, rule.explode ? rule.encodeName : rule.encode);
  if (isEmptyPieces(pieces)) return [];
  const key = rule.encodeName(name);
  if (rule.explode) return explodedPairs(key, pieces);
  const delimiter = DELIMITERS[rule.style];
  // A delimiter that is no plain comma is escaped as names are, whatever the values may keep.
  const text = joinPieces(pieces, delimiter === undefined ? ',' : rule.encodeName(delimiter));
  return [[key, text]];
}

function explodedPairs(key: string, pieces: Pieces): [string, string][] {
  if (pieces.kind === 'text') return [[key, pieces.text]];
  if (pieces.kind === 'list') return pieces.items.map((item): [string, string] => [key, item]);
  return pieces.pairs.map(([member, text]): [string, string] => [member, text]);
}

/**
 * `style: deepObject`. The specification covers one level of primitive members: `color[R]=100`. Beyond it we send what most
 * servers read: nested objects add brackets, lists repeat the key, objects in lists take their index. A value that is no
 * object is sent as `name=value`.
 */
function deepPairs(name: string, value: unknown, rule: StyleRule): [string, string][] {
  if (isAbsent(value)) return [];
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => deepPairs(isNested(item) ? `${name}[${index}]` : name, item, rule));
  }
  if (isNested(value)) {
    return Object.entries(value).flatMap(([key, member]) => deepPairs(`${name}[${key}]`, member, rule));
  }
  const pieces = piecesOf(value, rule.encode);
  return [[rule.encodeName(name), joinPieces(pieces, ',')]];
}

function isNested(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
