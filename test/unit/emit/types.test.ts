import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { TypeText } from '../../../src/emit/source/sink.js';
import { declareComponents } from '../../../src/emit/types/component-types.js';
import { typeNameOf, uniqueTypeNames } from '../../../src/emit/types/type-names.js';
import { type Direction, printType } from '../../../src/emit/types/type-printer.js';
import type { Schema } from '../../../src/normalize/normalized-spec.js';

interface Case {
  name: string;
  schema: Schema;
  direction?: Direction;
  want: string;
}
const CASES: Case[] = JSON.parse(
  readFileSync(new URL('../../../fixtures/cases/emit/types.json', import.meta.url), 'utf8'),
);

describe('type printer', () => {
  it.each(CASES)('$name', ({ schema, direction = 'request', want }) => {
    expect(printType(schema, { direction, reference: (pointer) => pointer as TypeText })).toBe(want);
  });

  it('gives up on what is nested without end, and on unions that multiply', () => {
    let schema: Schema = { type: 'string' };
    for (let level = 0; level < 5000; level += 1) schema = { type: 'array', items: schema };
    const context = { direction: 'request' as const, reference: (pointer: string) => pointer as TypeText };
    expect(printType(schema, context)).toMatch(/^\(?unknown/);
    const union = { anyOf: Array.from({ length: 30 }, (_, index) => ({ const: index })) };
    expect(
      printType(
        { allOf: [], anyOf: union.anyOf, oneOf: union.anyOf.map(({ const: c }) => ({ const: -c - 1 })) },
        context,
      ),
    ).not.toContain('&');
  });
});

const declared = (definitions: Record<string, Schema>, request: string[], response: string[], taken: string[] = []) => {
  const roots = (names: string[]): Schema[] => names.map((name) => ({ $ref: `#/$defs/${name}` }));
  const map = new Map(Object.entries(definitions));
  const made = declareComponents(
    {
      request: { definitions: map, roots: roots(request) },
      response: { definitions: map, roots: roots(response) },
    },
    new Set(taken),
  );
  return made.declarations.map((declaration) => {
    if (declaration.kind === 'alias') return `${declaration.name} = ${declaration.type}`;
    if (declaration.kind !== 'interface') return declaration.kind;
    const members = declaration.properties.map(({ name, optional, type }) => `${name}${optional ? '?' : ''}: ${type}`);
    return `${declaration.name} { ${members.join('; ')} }`;
  });
};

describe('component types', () => {
  it('declares once what is the same both ways, and only what is used', () => {
    expect(declared({ A: { type: 'string' }, B: { type: 'number' } }, ['A'], ['A'])).toEqual(['A = string']);
  });

  it('declares twice what differs, and what refers to it', () => {
    const definitions: Record<string, Schema> = {
      Pet: { type: 'object', properties: { id: { type: 'string', readOnly: true }, name: { type: 'string' } } },
      Shop: { type: 'object', properties: { pets: { type: 'array', items: { $ref: '#/$defs/Pet' } } } },
    };
    expect(declared(definitions, ['Shop'], ['Shop'])).toEqual([
      'Pet { id?: string; name?: string }',
      'PetRequest { name?: string }',
      'Shop { pets?: Pet[] }',
      'ShopRequest { pets?: PetRequest[] }',
    ]);
    const requests = ['PetRequest { name?: string }', 'ShopRequest { pets?: PetRequest[] }'];
    expect(declared(definitions, ['Shop'], []), 'whether or not both are in use').toEqual(requests);
  });

  it('leaves the bare name to what the document calls a request', () => {
    const definitions: Record<string, Schema> = {
      PetRequest: { type: 'object', properties: { id: { type: 'string', readOnly: true }, name: { type: 'string' } } },
    };
    expect(declared(definitions, ['PetRequest'], [])).toEqual(['PetRequest { name?: string }']);
    expect(declared(definitions, [], ['PetRequest'])).toEqual(['PetRequestResponse { id?: string; name?: string }']);
  });

  it('lets types refer to themselves inside objects and lists, and cuts circles that would not compile', () => {
    const ref = (name: string): Schema => ({ $ref: `#/$defs/${name}` });
    expect(
      declared(
        {
          Tree: { type: 'object', properties: { children: { type: 'array', items: ref('Tree') } } },
          Json: { anyOf: [{ type: 'string' }, { type: 'array', items: ref('Json') }] },
          A: ref('B'),
          B: { anyOf: [ref('A'), { type: 'null' }] },
          Self: { allOf: [ref('Self'), { type: 'object', properties: { a: ref('Self') } }] },
          Lost: { type: 'object', properties: { a: ref('Nowhere') } },
        },
        ['Tree', 'Json', 'A', 'Self', 'Lost'],
        [],
      ),
    ).toEqual([
      'A = B',
      'B = unknown',
      'Json = string | Json[]',
      'Lost { a?: unknown }',
      'Self = { a?: Self }',
      'Tree { children?: Tree[] }',
    ]);
  });

  it('gives way to names that are taken', () => {
    expect(declared({ 'tool-name': { type: 'string' } }, ['tool-name'], [], ['ToolName'])).toEqual([
      'ToolNameSchema = string',
    ]);
  });
});

describe('type names', () => {
  it.each([
    ['pet', 'Pet'],
    ['pet-store.item', 'PetStoreItem'],
    ['1st', 'Type1st'],
    ['string', 'String'],
  ])('%s becomes %s', (name, want) => {
    expect(typeNameOf(name)).toBe(want);
  });

  it.each(['', '日本', '*/', '🐈', 'x'.repeat(500)])('finds a name for %j', (name) => {
    expect(typeNameOf(name)).toMatch(/^[A-Z][A-Za-z0-9]{1,99}$/);
  });

  it('suffixes every member of a group that would share a name', () => {
    const names = uniqueTypeNames(['a-b', 'a_b', 'c'], new Set());
    expect(new Set(names.values()).size).toBe(3);
    expect(names.get('a-b')).toMatch(/^AB_[0-9a-f]{8}$/);
    expect(names.get('c')).toBe('C');
  });
});
