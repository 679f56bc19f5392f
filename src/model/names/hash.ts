import { createHash } from 'node:crypto';

/** Hexadecimal digits that depend on the text only: the same in every run and on every machine. */
export function stableHash(text: string, digits = 8): string {
  return createHash('sha256').update(text, 'utf8').digest('hex').slice(0, digits);
}
