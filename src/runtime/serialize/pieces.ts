import { plainText } from '../json/write.js';

/** A value cut into the pieces that styles join: one text, several, or pairs. */
export type Pieces =
  | { kind: 'text'; text: string }
  | { kind: 'list'; items: readonly string[] }
  | { kind: 'pairs'; pairs: readonly (readonly [string, string])[] };

export type Encode = (text: string) => string;

/** True for what no style sends: absent values, and null, which RFC 6570 calls undefined. */
export function isAbsent(value: unknown): value is null | undefined {
  return value === undefined || value === null;
}

/** Encodes a value piece by piece. Null members are left out; objects and lists inside of members become JSON text. */
export function piecesOf(value: unknown, encode: Encode, encodeKey: Encode = encode): Pieces {
  if (Array.isArray(value)) {
    return { kind: 'list', items: value.filter((item) => !isAbsent(item)).map((item) => encode(plainText(item))) };
  }
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).filter(([, member]) => !isAbsent(member));
    return {
      kind: 'pairs',
      pairs: members.map(([key, member]) => [encodeKey(key), encode(plainText(member))] as const),
    };
  }
  return { kind: 'text', text: encode(plainText(value)) };
}

/** All texts in one list, joined by a delimiter: `R,100,G,200`; with `pair`, members are `R=100`. */
export function joinPieces(pieces: Pieces, delimiter: string, pair?: string): string {
  if (pieces.kind === 'text') return pieces.text;
  if (pieces.kind === 'list') return pieces.items.join(delimiter);
  return pieces.pairs.map(([key, text]) => key + (pair ?? delimiter) + text).join(delimiter);
}

/** True where there is nothing to send: an empty list or object. */
export function isEmptyPieces(pieces: Pieces): boolean {
  return (
    (pieces.kind === 'list' && pieces.items.length === 0) || (pieces.kind === 'pairs' && pieces.pairs.length === 0)
  );
}
