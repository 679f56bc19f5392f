import { numberText } from './number-text.js';

/**
 * JSON text of a value. Like `JSON.stringify`, but a `bigint` is written as a number with all its digits and `toJSON` is
 * never called. The value must be a tree of bounded depth (inputs are checked before).
 */
export function writeJson(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  switch (typeof value) {
    case 'bigint':
      return value.toString();
    case 'number':
      return Number.isFinite(value) ? JSON.stringify(value) : 'null';
    case 'object':
      return Array.isArray(value) ? `[${value.map(writeJson).join(',')}]` : writeObject(value);
    default:
      return JSON.stringify(value);
  }
}

function writeObject(value: object): string {
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .map(([key, member]) => `${JSON.stringify(key)}:${writeJson(member)}`);
  return `{${members.join(',')}}`;
}

/** Text of a value outside of JSON (a parameter, a form field): strings as they are, numbers without exponent. */
export function plainText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return numberText(value);
  if (typeof value === 'bigint' || typeof value === 'boolean') return String(value);
  return writeJson(value);
}
