/**
 * Lists and records of data that is made at the first look at it. They are as data that was always there: own enumerable
 * keys, a fixed length, frozen from the start.
 */

/** Node's `util.inspect` looks here: without it `console.log` would show getters instead of the data. */
const INSPECT = Symbol.for('nodejs.util.inspect.custom');

/** Some entries of a record, made together. */
export interface LazyEntries<T> {
  readonly names: readonly string[];
  readonly load: () => Readonly<Record<string, T>>;
}

/** A list of `length` items, all made when one is looked at. */
export function lazyList<T>(length: number, load: () => readonly T[]): readonly T[] {
  const list: T[] = [];
  const items = once(load);
  for (let index = 0; index < length; index += 1) define(list, index, () => items()[index]);
  Object.defineProperty(list, INSPECT, { value: () => items().slice() });
  return Object.freeze(list);
}

/** A record of entries that are made group by group, when one of the group is looked at. */
export function lazyRecord<T>(groups: readonly LazyEntries<T>[]): Readonly<Record<string, T>> {
  // Without a prototype at first: an engine then keeps a table, and does not grow a shape by one accessor after the other.
  const record = Object.create(null) as Record<string, T>;
  for (const { names, load } of groups) {
    const entries = once(load);
    for (const name of names) define(record, name, () => entries()[name]);
  }
  Object.setPrototypeOf(record, Object.prototype);
  Object.defineProperty(record, INSPECT, { value: () => Object.fromEntries(Object.entries(record)) });
  return Object.freeze(record);
}

/** Calls `make` once, at the first need. */
export function once<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

function define(target: object, key: string | number, get: () => unknown): void {
  Object.defineProperty(target, key, { get, enumerable: true });
}
