import { CodecError } from './codec-error.js';

/** Levels of objects and lists inside each other at most. */
export const MAX_DEPTH = 200;
/** Values at most. */
const MAX_VALUES = 1_000_000;

export type Entries = Record<string, unknown>;

export function isObject(value: unknown): value is Entries {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Sets an own property whatever its name: `__proto__` stays data. */
export function setOwn(target: Entries, key: string, value: unknown): void {
  if (key === '__proto__')
    Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
  else target[key] = value;
}

export function child(path: string, key: string | number): string {
  if (typeof key === 'number' || !(key.includes('~') || key.includes('/'))) return `${path}/${key}`;
  return `${path}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/**
 * A plain copy of a JSON value. Reads every property once, so that getters and proxies cannot answer differently later.
 * Absent (`undefined`) properties are left out; objects that are not plain (bytes, dates) are kept as they are.
 */
export function snapshot(value: unknown): unknown {
  const budget = { left: MAX_VALUES };
  const copy = (source: unknown, path: string, depth: number): unknown => {
    budget.left -= 1;
    if (budget.left < 0) throw new CodecError(path, 'the input holds too many values');
    if (typeof source !== 'object' || source === null) return source;
    if (depth >= MAX_DEPTH) throw new CodecError(path, 'the input is nested too deeply');
    if (Array.isArray(source))
      return Array.from(source, (item: unknown, index) => copy(item, child(path, index), depth + 1));
    const prototype: unknown = Object.getPrototypeOf(source);
    if (prototype !== null && Object.getPrototypeOf(prototype) !== null) return source;
    const result: Entries = {};
    for (const key of Object.keys(source)) {
      const item = copy((source as Entries)[key], child(path, key), depth + 1);
      if (item !== undefined) setOwn(result, key, item);
    }
    return result;
  };
  return copy(value, '', 0);
}
