import { beforeAll, describe, expect, it } from 'vitest';
import type { Toolkit } from '../../../src/runtime/contract.js';
import { toolkitFromSpec } from '../../support/spec-toolkit.js';

const string = { type: 'string' };
const tagged = (kind: string, properties: object) => ({
  type: 'object',
  properties: { kind: { const: kind }, ...properties },
  required: ['kind', ...Object.keys(properties)],
});

const BODY = {
  type: 'object',
  properties: {
    name: { type: 'string', minLength: 2 },
    state: { type: 'string', enum: ['open', 'closed', 'all'] },
    count: { type: 'integer', minimum: 1, maximum: 100 },
    id: { type: 'integer', format: 'int64' },
    'odd name': { type: 'object', properties: { 'first part': { type: 'integer' } }, additionalProperties: false },
    labels: { type: 'object', additionalProperties: { type: 'object', properties: { size: { type: 'integer' } } } },
    free: { type: 'object' },
    tree: { $ref: '#/components/schemas/Node' },
    pet: { oneOf: [tagged('cat', { claws: { type: 'integer' } }), tagged('dog', { bark: string })] },
    either: { anyOf: [{ type: 'integer' }, { type: 'boolean' }] },
    list: { type: 'array', items: { type: 'object', properties: { when: { type: 'string', format: 'date' } } } },
    long: { type: 'string', enum: Array.from({ length: 60 }, (_, index) => `value-number-${index}`) },
  },
  required: ['name'],
  additionalProperties: false,
};

const SPEC = {
  openapi: '3.1.0',
  info: { title: 'Faults', version: '1' },
  servers: [{ url: 'https://api.example' }],
  paths: {
    '/send': {
      post: {
        operationId: 'send',
        parameters: [{ name: 'page[size]', in: 'query', schema: { type: 'integer' } }],
        requestBody: { required: true, content: { 'application/json': { schema: BODY } } },
        responses: { 204: { description: 'ok' } },
      },
    },
  },
  components: {
    schemas: {
      Node: {
        type: 'object',
        properties: { value: { type: 'integer' }, next: { $ref: '#/components/schemas/Node' } },
      },
    },
  },
};

/** What the model wrote, and the faults it is told. */
const CASES: readonly (readonly [string, unknown, readonly string[]])[] = [
  ['a missing body', {}, ['the property "body" is required and missing']],
  ['a missing property', { body: {} }, ['body: the property "name" is required and missing']],
  ['a wrong type', { body: { name: 3 } }, ['body.name: expected a string, got 3']],
  [
    'an unknown top-level key',
    { body: { name: 'xx' }, page: 3 },
    ['unknown property "page"; valid names near it: page_size, body'],
  ],
  ['an aliased parameter', { body: { name: 'xx' }, page_size: 'ten' }, ['page_size: expected an integer, got "ten"']],
  [
    'an unknown property',
    { body: { name: 'xx', stat: 'open' } },
    ['body: unknown property "stat"; valid names near it: state, pet, list'],
  ],
  [
    'an unknown enum member',
    { body: { name: 'xx', state: 'opened' } },
    ['body.state: expected one of "open", "closed", "all", got "opened"'],
  ],
  [
    'a member of a long enum',
    { body: { name: 'xx', long: 'value-number-6x' } },
    [
      'body.long: expected one of 60 values; the nearest are "value-number-6", "value-number-0", "value-number-1", "value-number-2", "value-number-3", got "value-number-6x"',
    ],
  ],
  [
    'a bound',
    { body: { name: 'x', count: 0 } },
    ['body.name: must have at least 2 characters, got "x"', 'body.count: must be >= 1, got 0'],
  ],
  ['a 64-bit integer', { body: { name: 'xx', id: 'nine' } }, ['body.id: expected an integer, got "nine"']],
  [
    'an aliased place',
    { body: { name: 'xx', odd_name: { first_part: 'x' } } },
    ['body.odd_name.first_part: expected an integer, got "x"'],
  ],
  [
    'an unknown name at an aliased place',
    { body: { name: 'xx', odd_name: { first_prt: 1 } } },
    ['body.odd_name: unknown property "first_prt"; valid names near it: first_part'],
  ],
  [
    'an entry of a map',
    { body: { name: 'xx', labels: [{ key: 'a', value: { size: 'big' } }] } },
    ['body.labels[0].value.size: expected an integer, got "big"'],
  ],
  [
    'an entry without a key',
    { body: { name: 'xx', labels: [{ name: 'a', value: {} }] } },
    ['body.labels[0]: must be an object with "key" (a string) and "value"'],
  ],
  [
    'JSON text that is none',
    { body: { name: 'xx', free: '{a' } },
    ['body.free: must be JSON text (a string that holds valid JSON)'],
  ],
  [
    'JSON text of a wrong type',
    { body: { name: 'xx', free: '[1]' } },
    ['body.free: expected an object, got a list of 1'],
  ],
  [
    'inside JSON text',
    { body: { name: 'xx', tree: { value: 1, next: '{"value":"one"}' } } },
    ['body.tree.next (in its JSON text, at value): expected an integer, got "one"'],
  ],
  [
    'the branch of a tag',
    { body: { name: 'xx', pet: { kind: 'cat', claws: 'many' } } },
    ['body.pet.claws: expected an integer, got "many"'],
  ],
  [
    'an unknown tag',
    { body: { name: 'xx', pet: { kind: 'bird', claws: 1 } } },
    ['body.pet.kind: expected one of "cat", "dog", got "bird"'],
  ],
  [
    'a union of scalars',
    { body: { name: 'xx', either: 'maybe' } },
    ['body.either: expected an integer or a boolean, got "maybe"'],
  ],
  [
    'a place in a list',
    { body: { name: 'xx', list: [{ when: '2020-01-01' }, { when: 'soon' }] } },
    ['body.list[1].when: must have the format date, got "soon"'],
  ],
  [
    'deepest first, five at most',
    { body: { name: 1, count: 'x', state: 2, id: 'x', list: [{ when: 1 }], free: 1, either: 'x' } },
    [
      'body.list[0].when: expected a string, got 1',
      'body.name: expected a string, got 1',
      'body.state: expected one of "open", "closed", "all", got 2',
      'body.count: expected an integer, got "x"',
      'body.id: expected an integer, got "x"',
      'and 2 more faults',
    ],
  ],
];

describe('faults as the model is told them', () => {
  let toolkit: Toolkit;
  beforeAll(async () => {
    toolkit = await toolkitFromSpec(SPEC);
  });

  it.each(CASES)('%s', async (_title, input, wanted) => {
    const dispatcher = toolkit.createDispatcher({ fetch: () => Promise.reject(new Error('must not be sent')) });
    const result = await dispatcher.dispatch({ id: 't', name: 'send', input });
    expect(result.is_error).toBe(true);
    const lines = String(result.content).split('\n').slice(1);
    expect(lines.map((line) => line.replace(/^- /, ''))).toEqual(wanted);
    for (const line of lines) expect(line.length).toBeLessThan(300);
  });
});
