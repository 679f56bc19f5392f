/** Look-ups in JSON data of which nothing is known: text of a file on disk, or of a schema. */

export type JsonRecord = Readonly<Record<string, unknown>>;

export const isRecord = (value: unknown): value is JsonRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const recordOf = (value: unknown): JsonRecord => (isRecord(value) ? value : {});

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** An own property, whatever its name. */
export const own = (record: JsonRecord, key: string): unknown => (Object.hasOwn(record, key) ? record[key] : undefined);

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Equal as JSON data: the order of keys plays no part. */
export function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  return canonical(a) === canonical(b);
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, item: unknown) =>
    isRecord(item) ? Object.fromEntries(Object.entries(item).sort(([left], [right]) => (left < right ? -1 : 1))) : item,
  );
}

/** A value as short text, for a sentence. */
export function shown(value: unknown, limit = 80): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > limit ? `${text.slice(0, limit - 1)}…` : text;
}
