import { describe, expect, it, vi } from 'vitest';
import { mergeAll } from '../../../src/lower/prepare/merge-all-of.js';
import type { SchemaObject } from '../../../src/normalize/normalized-spec.js';

const merge = (parts: readonly SchemaObject[]): SchemaObject =>
  mergeAll(
    parts,
    (a, b) => ({ allOf: [a, b] }),
    () => {},
    {},
  );

const part = (index: number): SchemaObject => ({
  required: [`p${index}`],
  properties: { [`p${index}`]: { type: 'string' }, shared: { minLength: index } },
  ...(index % 7 === 0 && { not: { const: index } }),
});

describe('an allOf of many parts', () => {
  it.each([2, 32, 33, 65, 100])('means the same as its parts one after another (%d)', (count) => {
    const parts = Array.from({ length: count }, (_, index) => part(index));
    const { properties = {}, required, ...rest } = merge(parts);
    expect(Object.keys(properties)).toEqual(['p0', 'shared', ...parts.slice(1).map((_, index) => `p${index + 1}`)]);
    expect(required).toEqual(parts.map((_, index) => `p${index}`));
    for (let index = 0; index < count; index += 1) {
      expect(JSON.stringify(properties['shared'])).toContain(`{"minLength":${index}}`);
      if (index % 7 === 0) expect(JSON.stringify(rest)).toContain(`{"const":${index}}`);
    }
  });

  it('is merged without copying all that was merged for each of them', () => {
    const parts = Array.from({ length: 2000 }, (_, index) => part(index + 1));
    let copied = 0;
    const { entries } = Object;
    const spy = vi.spyOn(Object, 'entries').mockImplementation((object: object) => {
      const found = entries(object);
      copied += found.length;
      return found;
    });
    const { properties = {} } = merge(parts.map(({ properties: own = {} }) => ({ properties: own })));
    spy.mockRestore();
    expect(Object.keys(properties)).toHaveLength(2001);
    // One after another: 2000² / 2.
    expect(copied).toBeLessThan(300_000);
  });
});
