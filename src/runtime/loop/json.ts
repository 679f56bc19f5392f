import { wellFormed } from '../text.js';

/** A value that has own properties to look up. */
export type Fields = Readonly<Record<string, unknown>>;

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * A deep copy of JSON data, every string well-formed: what is sent again every turn, or handed to code that might change
 * it. One lone surrogate would make a whole request invalid.
 */
export function copyJson<T>(value: T): T {
  const text = JSON.stringify(value) as string | undefined;
  if (text === undefined) return value;
  const copy = JSON.parse(text) as T;
  // Stringifying writes every lone surrogate as an escape.
  return /\\ud[89ab]/.test(text) ? repairStrings(copy) : copy;
}

function repairStrings<T>(value: T): T {
  if (typeof value === 'string') return wellFormed(value) as T;
  if (Array.isArray(value)) return value.map(repairStrings) as T;
  if (!isFields(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [wellFormed(key), repairStrings(item)])) as T;
}
