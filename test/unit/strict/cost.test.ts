import { describe, expect, test } from 'vitest';
import { measureCost } from '../../../src/runtime/strict/cost.js';

const closed = (properties: Record<string, unknown>, required: string[] = []) => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});
const string = { type: 'string' };
const nullable = { type: ['string', 'null'] };
const union = { anyOf: [string, { type: 'integer' }] };

describe('measureCost', () => {
  test.each([
    ['nothing', closed({}), { optional: 0, unions: 0, pooled: 0, leaves: 0 }],
    ['required', closed({ a: string }, ['a']), { optional: 0, unions: 0, pooled: 0, leaves: 1 }],
    ['optional', closed({ a: string, b: string }, ['a']), { optional: 1, unions: 0, pooled: 1, leaves: 2 }],
    ['optional and nullable', closed({ a: nullable }), { optional: 1, unions: 1, pooled: 2, leaves: 1 }],
    ['optional union', closed({ a: union }), { optional: 1, unions: 1, pooled: 1, leaves: 1 }],
    ['required union', closed({ a: union }, ['a']), { optional: 0, unions: 1, pooled: 1, leaves: 1 }],
    [
      'one type in a list',
      closed({ a: { type: ['string'] } }, ['a']),
      { optional: 0, unions: 0, pooled: 0, leaves: 1 },
    ],
    [
      'items',
      closed({ a: { type: 'array', items: closed({ b: union }) } }, ['a']),
      { optional: 1, unions: 1, pooled: 1, leaves: 2 },
    ],
    [
      'branches',
      closed({ a: { anyOf: [closed({ x: string }), closed({ y: string })] } }, ['a']),
      { optional: 2, unions: 1, pooled: 3, leaves: 3 },
    ],
    [
      'a definition at each use',
      { ...closed({ a: { $ref: '#/$defs/d' }, b: { $ref: '#/$defs/d' } }, ['a']), $defs: { d: closed({ x: string }) } },
      { optional: 3, unions: 0, pooled: 3, leaves: 4 },
    ],
    [
      'an unused definition',
      { ...closed({}), $defs: { d: closed({ x: string }) } },
      { optional: 0, unions: 0, pooled: 0, leaves: 0 },
    ],
    ['a property called $ref', closed({ $ref: string }), { optional: 1, unions: 0, pooled: 1, leaves: 1 }],
    [
      'names of object methods',
      closed({ toString: string, constructor: string }, ['toString']),
      { optional: 1, unions: 0, pooled: 1, leaves: 2 },
    ],
  ])('%s', (_, schema, want) => {
    expect(measureCost(schema)).toMatchObject(want);
  });

  test('size is in bytes, without descriptions, with properties of that name', () => {
    const bare = closed({ description: { type: 'string', enum: ['ä'] } }, ['description']);
    const told = {
      ...closed({ description: { type: 'string', enum: ['ä'], description: 'long' } }, ['description']),
      description: 'x',
    };
    expect(measureCost(told).size).toBe(Buffer.byteLength(JSON.stringify(bare)));
  });

  test('a graph of 2^60 uses is counted at once and saturates', () => {
    const definitions = Array.from({ length: 60 }, (_, n) => {
      const next = n === 59 ? string : { $ref: `#/$defs/d${n + 1}` };
      return [`d${n}`, closed({ a: next, b: next })] as const;
    });
    const cost = measureCost({ ...closed({ a: { $ref: '#/$defs/d0' } }), $defs: Object.fromEntries(definitions) });
    expect(cost.optional).toBe(Number.MAX_SAFE_INTEGER);
    expect(cost.pooled).toBe(Number.MAX_SAFE_INTEGER);
  });

  test('a circle, a dangling reference and a deep schema do no harm', () => {
    expect(
      measureCost({ ...closed({ a: { $ref: '#/$defs/d' } }), $defs: { d: closed({ a: { $ref: '#/$defs/d' } }) } })
        .optional,
    ).toBe(2);
    expect(measureCost(closed({ a: { $ref: '#/$defs/none' } })).optional).toBe(1);
    const deep = Array.from({ length: 1000 }).reduce<unknown>((inner) => closed({ a: inner }), string);
    expect(measureCost(deep as Record<string, unknown>).optional).toBe(1000);
  });
});
