import { describe, expect, it } from 'vitest';
import { toolkitFromSpec } from '../../support/spec-toolkit.js';
import { checkTools } from '../../support/strict-check.mjs';

type Fields = Record<string, unknown>;

const document = (schema: unknown, schemas: Fields) => ({
  openapi: '3.1.0',
  info: { title: 'Tags', version: '1' },
  servers: [{ url: 'https://tags.example' }],
  paths: {
    '/send': {
      post: {
        operationId: 'send',
        requestBody: { required: true, content: { 'application/json': { schema } } },
        responses: { 204: { description: 'ok' } },
      },
    },
  },
  components: { schemas },
});

/** Sends a value in the model's form, or as it is, and gives what goes on the wire or the result's text. */
async function door(schema: unknown, schemas: Fields = {}) {
  const toolkit = await toolkitFromSpec(document(schema, schemas));
  expect(checkTools([...toolkit.tools], { all: true }).errors).toEqual([]);
  const requests: string[] = [];
  const dispatcher = toolkit.createDispatcher({
    env: false,
    fetch: async (_url, { body }: { body: string }) => {
      requests.push(body);
      return new Response(null, { status: 204 });
    },
  });
  const send = async (body: unknown): Promise<unknown> => {
    const { content } = await dispatcher.dispatch({ id: 'toolu_1', name: 'send', input: { body } });
    const sent = requests.pop();
    return sent === undefined ? content : JSON.parse(sent);
  };
  const encode = (body: unknown) => (toolkit.encodeInput('send', { body }) as { body: unknown }).body;
  return {
    written: toolkit.tools[0]?.input_schema.properties['body'] as Fields,
    codecs: toolkit.operations['send']?.codecs,
    send,
    encode,
  };
}

const map = { type: 'object', additionalProperties: { type: 'string' } };
const pairs = {
  type: 'array',
  items: {
    type: 'object',
    properties: { key: { type: 'string' }, value: { type: 'string' } },
    required: ['key', 'value'],
  },
};
const branch = (kind: unknown, labels: unknown, required = ['kind']) => ({
  type: 'object',
  properties: { kind, labels },
  required,
});
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const oneOf = (...branches: unknown[]) => ({ oneOf: branches });
const strings = (...members: string[]) => ({ type: 'string', enum: members });

describe('branches told apart by the values their tag may have', () => {
  it('stay a union, and the tag chooses how a place is decoded', async () => {
    const { written, send, encode } = await door(
      oneOf(branch(strings('cat', 'lion'), map), branch(strings('dog', 'wolf'), pairs)),
    );
    expect(written['anyOf']).toHaveLength(2);
    const list = [{ key: 'a', value: 'b' }];
    for (const value of [{ kind: 'lion', labels: { a: 'b' } }, { kind: 'wolf', labels: list }, { kind: 'cat' }])
      expect(await send(encode(value))).toEqual(value);
    // The same words, another tag: a map here, a list there. Letter case is mended.
    expect(await send({ kind: 'lion', labels: list })).toEqual({ kind: 'lion', labels: { a: 'b' } });
    expect(await send({ kind: 'Wolf', labels: list })).toEqual({ kind: 'wolf', labels: list });
  });

  it('say what is wrong in the branch of the tag, or which tags there are', async () => {
    const { send } = await door(oneOf(branch(strings('cat', 'lion'), map), branch(strings('dog', 'wolf'), pairs)));
    const faults = async (body: unknown) =>
      String(await send(body))
        .split('\n')
        .slice(1);
    expect(await faults({ kind: 'wolf', labels: { a: 'b' } })).toEqual([
      '- body.labels: expected a list, got an object with a',
    ]);
    expect(await faults({ kind: 'wolf', labels: [{ key: 'k', value: 3 }] })).toEqual([
      '- body.labels[0].value: expected a string, got 3',
    ]);
    expect(await faults({ kind: 'fox', labels: [1] })).toEqual([
      '- body.kind: expected one of "cat", "lion", "dog", "wolf", got "fox"',
    ]);
  });

  it('name all tags in one sentence, constants and lists', async () => {
    const schemas = {
      A: { type: 'object', properties: { t: { type: 'string' }, x: map }, required: ['t'] },
      B: { type: 'object', properties: { t: { type: 'string' }, x: pairs }, required: ['t'] },
    };
    const mapping = { a1: '#/components/schemas/A', a2: 'A', b1: 'B' };
    const { send, encode } = await door(
      { ...oneOf(ref('A'), ref('B')), discriminator: { propertyName: 't', mapping } },
      schemas,
    );
    for (const value of [
      { t: 'a2', x: { k: 'v' } },
      { t: 'b1', x: [{ key: 'k', value: 'v' }] },
    ])
      expect(await send(encode(value))).toEqual(value);
    expect(await send({ t: 'c', x: [] })).toMatch(/\n- body\.t: expected one of "a1", "a2", "b1", got "c"$/);
  });

  it('keep the tags they list where the discriminator has no mapping', async () => {
    const A = branch(strings('a1', 'a2'), map);
    const B = branch(strings('b1', 'b2'), pairs);
    const { send, encode } = await door(
      { ...oneOf(ref('A'), ref('B')), discriminator: { propertyName: 'kind' } },
      { A, B },
    );
    const value = { kind: 'a2', labels: { k: 'v' } };
    expect(await send(encode(value))).toEqual(value);
    expect(await send({ kind: 'A' })).toMatch(/expected one of "a1", "a2", "b1", "b2"/);
  });

  it.each([
    [
      'a tag of another type',
      branch({ type: 'integer', enum: [1, 2] }, map),
      branch({ type: 'boolean' }, pairs),
      { kind: true, labels: [] },
    ],
    [
      'a constant',
      branch(strings('a', 'b'), map),
      branch({ const: 'c' }, pairs),
      { kind: 'c', labels: [{ key: 'x', value: 'y' }] },
    ],
  ])('tell %s', async (_title, first, second, value) => {
    const { written, send, encode } = await door(oneOf(first, second));
    expect(written['anyOf']).toHaveLength(2);
    expect(await send(encode(value))).toEqual(value);
  });

  it.each([
    ['tags overlap', branch(strings('a', 'b'), map), branch(strings('b', 'c'), pairs)],
    ['a tag may be absent', branch(strings('a', 'b'), map, []), branch(strings('c', 'd'), pairs)],
    ['tags differ by letter case only', branch(strings('a'), map), branch(strings('A'), pairs)],
    [
      'tags are too many to be listed',
      branch(strings(...Array.from({ length: 30 }, (_, index) => `a${index}`)), map),
      branch(strings('b'), pairs),
    ],
  ])('become JSON text where %s', async (_title, first, second) => {
    const { codecs, send, encode } = await door(oneOf(first, second));
    expect(codecs).toEqual({ '/properties/body': { kind: 'json' } });
    const kind = (second.properties.kind as { enum: string[] }).enum.at(-1);
    const value = { kind, labels: [{ key: 'x', value: 'y' }] };
    expect(await send(encode(value))).toEqual(value);
  });
});

describe('a wrong value in a union', () => {
  it('is told with the other faults where there is nothing to choose from', async () => {
    const pet = { type: 'object', properties: { status: strings('sold', 'available'), name: { type: 'string' } } };
    const { send } = await door({ type: 'object', properties: { pet: { anyOf: [pet, { type: 'null' }] } } });
    expect(
      String(await send({ pet: { status: 'gone', name: 3 } }))
        .split('\n')
        .slice(1),
    ).toEqual([
      '- body.pet.status: expected one of "sold", "available", got "gone"',
      '- body.pet.name: expected a string, got 3',
    ]);
  });

  it('does not keep the only branch for its JSON type from being decoded', async () => {
    const pet = { type: 'object', properties: { status: strings('sold', 'available'), labels: map } };
    const { send } = await door({ type: 'object', properties: { pet: { anyOf: [pet, { type: 'string' }] } } });
    const body = { pet: { status: 'gone', labels: [{ key: 'a', value: 'b' }] } };
    expect(
      String(await send(body))
        .split('\n')
        .slice(1),
    ).toEqual(['- body.pet.status: expected one of "sold", "available", got "gone"']);
  });

  it('is no tag where the other branch does not know the property', async () => {
    const closed = (properties: Fields) => ({ type: 'object', properties, additionalProperties: false });
    const { send } = await door(oneOf(closed({ status: strings('a', 'b') }), closed({ name: { type: 'string' } })));
    expect(await send({ status: 'c' })).toMatch(/body\.status: expected one of "a", "b"/);
  });
});

describe('schemas that admit everything, nothing, or say so twice', () => {
  it.each<[string, unknown, unknown, unknown]>([
    ['a branch that admits nothing', { anyOf: [false, { type: 'string' }] }, { type: 'string' }, 'x'],
    ['an empty enum', { type: 'string', enum: [] }, { type: 'string' }, 'x'],
    ['an embedded identifier', { $id: '/inner', type: 'string' }, { type: 'string' }, 'x'],
  ])('%s', async (_title, schema, want, value) => {
    const { written, send, encode } = await door({ type: 'object', properties: { a: schema } });
    expect(written['properties']).toEqual({ a: want });
    expect(await send(encode({ a: value }))).toEqual({ a: value });
  });

  it('take JSON text where every value fits, and are refused where none does', async () => {
    const { written, send, encode } = await door({ type: 'object', properties: { a: true, b: false, c: { not: {} } } });
    expect(Object.keys(written['properties'] as Fields)).toEqual(['a', 'c']);
    expect(await send(encode({ a: { x: null } }))).toEqual({ a: { x: null } });
    expect(await send({ b: 1 })).toMatch(/unknown property "b"/);
    expect(await send(encode({ c: 1 }))).toMatch(/ruled out/);
  });
});
