import { inspect, isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { lazyList, lazyRecord } from '../../../src/runtime/lazy-data.js';

const NAMES = ['getPet', '__proto__', 'constructor', 'then', 'toString', '7'];
const GROUPS = [NAMES.slice(0, 3), NAMES.slice(3)];
/** As a parser would make it: every name is an own property. */
const recordOf = (names: readonly string[]) =>
  JSON.parse(`{${names.map((name) => `${JSON.stringify(name)}: {"name": ${JSON.stringify(name)}}`)}}`) as Record<
    string,
    { name: string }
  >;

function makeRecord() {
  const made: string[][] = [];
  const load = (names: readonly string[]) => {
    made.push([...names]);
    return recordOf(names);
  };
  return { made, record: lazyRecord(GROUPS.map((names) => ({ names, load: () => load(names) }))) };
}

function makeList() {
  const made: number[] = [];
  const load = () => {
    made.push(1);
    return NAMES.map((name) => ({ name }));
  };
  return { made, list: lazyList(NAMES.length, load) };
}

type Look = readonly [string, (value: object) => unknown];
/** Ways to look at data that must not tell it from data that was always there. */
const LOOKS: readonly Look[] = [
  ['JSON', (value) => JSON.stringify(value)],
  ['keys', (value) => Object.keys(value)],
  ['values', (value) => Object.values(value)],
  ['own', (value) => ['getPet', '__proto__', '7', '0', 'length', 'x'].map((name) => Object.hasOwn(value, name))],
  ['in', (value) => ['getPet', '0', 'then', 'nope'].map((name) => name in value)],
  ['a clone', (value) => structuredClone(value)],
  ['a spread', (value) => ({ ...value })],
  ['for in', (value) => Object.keys(Object.fromEntries(forIn(value).map((key) => [key, 1])))],
  ['console.log', (value) => inspect(value)],
  ['prototype', (value) => Object.getPrototypeOf(value) === Object.prototype || Array.isArray(value)],
  ['a promise', async (value) => Object.keys((await { value }).value)],
];

function forIn(value: object): string[] {
  const keys: string[] = [];
  for (const key in value) keys.push(key);
  return keys;
}

describe('data made at the first look', () => {
  it.each(LOOKS)('looks as plain data does: %s', async (_, look) => {
    expect(await look(makeRecord().record)).toEqual(await look(recordOf(NAMES)));
    expect(await look(makeList().list)).toEqual(await look(NAMES.map((name) => ({ name }))));
  });

  it('is equal to plain data', () => {
    expect(isDeepStrictEqual({ ...makeRecord().record }, { ...recordOf(NAMES) })).toBe(true);
    expect(makeList().list).toStrictEqual(NAMES.map((name) => ({ name })));
  });

  it('makes a group of a record when one of it is looked at, and never again', () => {
    const { made, record } = makeRecord();
    expect(Object.keys(record)).toHaveLength(NAMES.length);
    expect(made).toEqual([]);
    expect(record['then']).toBe(record['then']);
    expect(made).toEqual([GROUPS[1]]);
    expect(JSON.stringify(record)).toBe(JSON.stringify(recordOf(NAMES)));
    expect(made).toEqual([GROUPS[1], GROUPS[0]]);
  });

  it('makes a list as a whole, once', () => {
    const { made, list } = makeList();
    expect(list).toHaveLength(NAMES.length);
    expect(made).toEqual([]);
    expect(list[2]).toBe(list[2]);
    expect(list.map(({ name }) => name)).toEqual(NAMES);
    expect(made).toEqual([1]);
  });

  it.each([
    ['set', (value: Record<string, unknown>) => Reflect.set(value, '0', 1)],
    ['added', (value: Record<string, unknown>) => Reflect.set(value, 'more', 1)],
    ['cut', (value: Record<string, unknown>) => Reflect.set(value, 'length', 0)],
    ['deleted', (value: Record<string, unknown>) => Reflect.deleteProperty(value, Object.keys(value)[0] ?? '')],
    [
      'defined',
      (value: Record<string, unknown>) => Reflect.defineProperty(value, Object.keys(value)[0] ?? '', { value: 1 }),
    ],
  ])('cannot be %s, looked at or not', (_, change) => {
    for (const value of [makeRecord().record, makeList().list]) {
      expect(Object.isFrozen(value)).toBe(true);
      expect(change(value as Record<string, unknown>)).toBe(false);
      JSON.stringify(value);
      expect(change(value as Record<string, unknown>)).toBe(false);
    }
  });

  it('stays unmade where making it fails', () => {
    let fails = true;
    const list = lazyList(1, () => {
      if (fails) throw new Error('no');
      return ['made'];
    });
    expect(() => list[0]).toThrow('no');
    fails = false;
    expect(list[0]).toBe('made');
  });
});
