import { describe, expect, it } from 'vitest';
import { lowerApi } from '../../../src/lower/lower-api.js';
import type { Schema } from '../../../src/normalize/normalized-spec.js';
import { apiModel, jsonBody, parameter } from '../../support/api-model-builder.js';
import { checkTools } from '../../support/strict-check.mjs';

const ref = (name: string): Schema => ({ $ref: `#/$defs/${name}` });
const record = (entries: [string, Schema][]): Record<string, Schema> => Object.fromEntries(entries);
const range = (count: number) => Array.from({ length: count }, (_item, index) => index);

function lower(schema: Schema, definitions: Record<string, Schema> = {}, maxTokens = 4000) {
  const api = lowerApi(apiModel([{ body: jsonBody(schema) }], definitions), { maxDescription: 600, maxTokens });
  expect(api.skipped).toEqual([]);
  const [tool] = api.tools;
  if (!tool) throw new Error('no tool');
  expect(checkTools([tool.definition], { all: true }).errors).toEqual([]);
  return { tool, api };
}

const last = (count: number, index: number) => index === count - 1;

const HOSTILE: [string, Schema, Record<string, Schema>][] = [
  [
    'a graph of 2^45 paths',
    ref('S0'),
    record(
      range(45).map((i) => [
        `S${i}`,
        last(45, i) ? { type: 'string' } : { type: 'object', properties: { a: ref(`S${i + 1}`), b: ref(`S${i + 1}`) } },
      ]),
    ),
  ],
  [
    'thirty definitions that all refer to each other',
    ref('N0'),
    record(
      range(30).map((i) => [
        `N${i}`,
        { type: 'object', properties: record(range(30).map((j) => [`p${j}`, ref(`N${j}`)])) },
      ]),
    ),
  ],
  [
    'allOf of allOf, twice at each level',
    ref('A0'),
    record(
      range(40).map((i) => [
        `A${i}`,
        last(40, i)
          ? { type: 'object', properties: { v: { type: 'string' } } }
          : { allOf: [ref(`A${i + 1}`), ref(`A${i + 1}`), { properties: { [`p${i}`]: { type: 'integer' } } }] },
      ]),
    ),
  ],
  [
    'unions of unions',
    ref('U0'),
    record(
      range(40).map((i) => [
        `U${i}`,
        last(40, i)
          ? { type: 'string' }
          : {
              anyOf: [
                ref(`U${i + 1}`),
                { type: 'object', properties: { [`p${i}`]: ref(`U${i + 1}`) }, required: [`p${i}`] },
              ],
            },
      ]),
    ),
  ],
  [
    'a chain of 5000 definitions',
    ref('C0'),
    record(
      range(5000).map((i) => [
        `C${i}`,
        last(5000, i) ? { type: 'string' } : { type: 'object', properties: { n: ref(`C${i + 1}`) } },
      ]),
    ),
  ],
  [
    'two recursive definitions merged into each other',
    { allOf: [ref('A'), ref('B')] },
    {
      A: { type: 'object', properties: { n: { allOf: [ref('A'), ref('B')] }, m: ref('A') } },
      B: { type: 'object', properties: { n: ref('A'), m: ref('B') } },
    },
  ],
  ['an enum of 20000 values', { enum: range(20_000).map((i) => `v${i}`) }, {}],
  ['a union that holds itself', ref('Z'), { Z: { anyOf: [ref('Z'), { type: 'string' }] } }],
];

describe('bounded work', () => {
  it.each(HOSTILE)('%s', (_title, schema, definitions) => {
    const start = performance.now();
    const { tool } = lower(schema, definitions);
    expect(tool.tokens).toBeLessThanOrEqual(4000);
    expect(tool.descriptor.strict.pooled).toBeLessThanOrEqual(40);
    expect(performance.now() - start).toBeLessThan(10_000);
  });

  it('takes schemas nested thousands of levels deep', () => {
    let deep: Schema = { type: 'string' };
    for (const level of range(3000))
      deep = level % 2 === 0 ? { type: 'object', properties: { a: deep } } : { type: 'array', items: deep };
    expect(lower(deep).tool.encodings).toContain('json');
  });
});

describe('the budget of a tool', () => {
  const wide = (count: number): Schema => ({
    type: 'object',
    properties: record(range(count).map((i) => [`f${i}`, { type: 'string' }])),
  });

  it('leaves a tool that can be strict alone as it is', () => {
    expect(lower(wide(40)).tool.encodings).toEqual([]);
  });

  it('turns the costliest deepest subtree into JSON text and spares the rest', () => {
    const { tool, api } = lower({ type: 'object', properties: { small: wide(3), large: wide(39) } });
    const body = tool.definition.input_schema.properties['body'] as { properties: Record<string, { type: string }> };
    expect(body.properties['small']?.type).toBe('object');
    expect(body.properties['large']).toMatchObject({
      type: 'string',
      description: expect.stringMatching(/^JSON text of: \{f0\?: string/),
    });
    expect(api.diagnostics.filter(({ code }) => code === 'ENCODED')).toHaveLength(2);
  });

  it('keeps flat parameters where nothing can be gained', () => {
    const parameters = range(50).map((i) => parameter(`q${i}`, { type: 'string' }));
    const [tool] = lowerApi(apiModel([{ parameters, body: jsonBody(wide(3)) }]), {
      maxDescription: 600,
      maxTokens: 4000,
    }).tools;
    expect(tool?.encodings).toEqual([]);
    expect(tool?.descriptor.strict.pooled).toBe(53);
  });

  it('does not reduce for strict a tool that is never strict', () => {
    const [tool] = lowerApi(apiModel([{ strictMode: 'never', body: jsonBody(wide(60)) }]), {
      maxDescription: 600,
      maxTokens: 4000,
    }).tools;
    expect(tool?.encodings).toEqual([]);
  });

  it('keeps to the tokens it is given', () => {
    const described: Schema = {
      type: 'object',
      required: ['a'],
      properties: {
        a: {
          type: 'object',
          properties: record(
            range(20).map((i) => [`f${i}`, { type: 'string', description: `Field number ${i} of the object` }]),
          ),
        },
      },
    };
    expect(lower(described, {}, 200).tool.tokens).toBeLessThanOrEqual(200);
  });
});
