import { joinPointer } from '../diagnostics/pointer.js';
import type { SourceFile } from '../load/loaded-spec.js';

/** A value of the document and the place it stands at. */
export interface Part {
  readonly value: unknown;
  readonly file: SourceFile;
  readonly pointer: string;
}

/** An object of the document; keys are author's text, so look-ups go through `own` and `child`. */
export type RawObject = Readonly<Record<string, unknown>>;

export interface ObjectPart extends Part {
  readonly value: RawObject;
}

export function isRecord(value: unknown): value is RawObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isObjectPart(part: Part | undefined): part is ObjectPart {
  return part !== undefined && isRecord(part.value);
}

/** An own property's value; `null` counts as absent, as an empty YAML entry does. */
export function own(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
  return Reflect.get(value, key) ?? undefined;
}

/** The part under a key, where there is one. */
export function child(part: Part, key: string): Part | undefined {
  const value = own(part.value, key);
  return value === undefined ? undefined : { value, file: part.file, pointer: joinPointer(part.pointer, key) };
}

/** The parts of an object with their keys, extensions left out; empty for anything else. */
export function entries(part: Part | undefined): readonly (readonly [string, Part])[] {
  return allEntries(part).filter(([key]) => !key.startsWith('x-'));
}

/** The parts of an object whose keys are the author's own names: all of them. */
export function allEntries(part: Part | undefined): readonly (readonly [string, Part])[] {
  if (part === undefined || !isRecord(part.value)) return [];
  return Object.entries(part.value).map(([key, value]) => [
    key,
    { value, file: part.file, pointer: joinPointer(part.pointer, key) },
  ]);
}

/** The parts of a list; empty for anything else. */
export function items(part: Part | undefined): readonly Part[] {
  if (part === undefined || !Array.isArray(part.value)) return [];
  return part.value.map((value: unknown, index) => ({
    value,
    file: part.file,
    pointer: joinPointer(part.pointer, index),
  }));
}

/** Text found in messages: short and quoted. */
export function quoted(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value));
  return `"${text.length > 60 ? `${text.slice(0, 59)}…` : text}"`;
}

/** A record from author-given names that is safe for every name, `__proto__` too. */
export function recordOf<T>(pairs: Iterable<readonly [string, T]>): Record<string, T> {
  return Object.fromEntries(pairs);
}
