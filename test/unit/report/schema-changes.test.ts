import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { compareSchemas } from '../../../src/report/changes/compare-schemas.js';
import { SCHEMA_RULES } from '../../../src/report/changes/schema-rules.js';

interface Case {
  name: string;
  before: unknown;
  after: unknown;
  want: string[];
}

const CASES = JSON.parse(
  readFileSync(new URL('../../../fixtures/cases/changes/schemas.json', import.meta.url), 'utf8'),
) as Case[];

const loop = (name: string, maxItems: number) => ({ maxItems, items: { $ref: `shared#/$defs/${name}` } });
const $defs = { A: { type: 'string' }, B: { type: 'boolean' }, Loop: loop('Loop', 1), Loop2: loop('Loop2', 2) };
const shared = { before: $defs, after: $defs };

describe('changes of a schema', () => {
  it.each(CASES.map((row): [string, Case] => [row.name, row]))('%s', (_, { before, after, want }) => {
    const found = compareSchemas(before, after, shared);
    expect(found.map(({ level, place, text }) => `${level} ${place === '' ? '·' : place} ${text}`)).toEqual(want);
  });

  it('has cases in which every rule finds something', () => {
    const silent = SCHEMA_RULES.filter(
      (rule) => !CASES.some(({ before, after }) => rule(Object(before), Object(after)).length > 0),
    );
    expect(silent.map(({ name }) => name)).toEqual([]);
  });

  it('does not walk a graph of 2^30 paths', () => {
    const chain = (leaf: object) =>
      Object.fromEntries(
        Array.from({ length: 30 }, (_, index) => {
          const next = { $ref: `shared#/$defs/N${index + 1}` };
          return [`N${index}`, { properties: { a: next, b: next } }] as const;
        }).concat([['N30', leaf as never]]),
      );
    const sides = { before: chain({ type: 'string' }), after: chain({ type: 'boolean' }) };
    const root = { properties: { x: { $ref: 'shared#/$defs/N0' } } };
    expect(compareSchemas(root, root, sides)).toEqual([]);
    expect(compareSchemas({ $ref: 'shared#/$defs/N0' }, { $ref: 'shared#/$defs/N1' }, sides).length).toBeGreaterThan(0);
  });
});
