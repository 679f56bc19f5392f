import { describe, expect, it } from 'vitest';
import { distinct, equal, intersect } from '../../../src/lower/prepare/equal.js';

describe('lists of values', () => {
  it('hold equal values once, whatever the order of keys', () => {
    const values = [{ a: 1, b: [2] }, { b: [2], a: 1 }, 1, '1', [1], [[1]], { a: '1' }, -0, 0, null, 'null', {}, []];
    expect(distinct(values)).toEqual([{ a: 1, b: [2] }, 1, '1', [1], [[1]], { a: '1' }, -0, null, 'null', {}, []]);
    for (const a of values) for (const b of values) expect(distinct([a, b]).length === 1).toBe(equal(a, b));
    expect(intersect(values, [{ b: [2], a: 1 }, '1'])).toEqual([{ a: 1, b: [2] }, { b: [2], a: 1 }, '1']);
  });

  it('are told apart however keys and values run together', () => {
    const values = [{ a: 'b' }, { 'a1:': 'b' }, ['a', 'b'], ['a1:b'], { a: { b: 1 } }, { a: [1] }, { __proto__: null }];
    const own = JSON.parse('{"__proto__": 1}') as unknown;
    expect(distinct([...values, own])).toHaveLength(values.length + 1);
  });

  it('of objects are gone through once', () => {
    const values = Array.from({ length: 40_000 }, (_, index) => ({ a: index, b: [index] }));
    expect(distinct(values)).toHaveLength(values.length);
    expect(intersect(values, values.slice(10))).toHaveLength(values.length - 10);
  });
});
