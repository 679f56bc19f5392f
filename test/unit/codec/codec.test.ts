import { describe, expect, it } from 'vitest';
import { CodecError, decodeValue, encodeValue } from '../../../src/runtime/codec/index.js';
import type { Codecs } from '../../../src/runtime/contract.js';

const object = (properties: Record<string, unknown>, required: string[] = []) => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});
const list = (value: object) => ({
  type: 'array',
  items: object({ key: { type: 'string' }, value }, ['key', 'value']),
});

const schema = object(
  {
    text: { type: 'string' },
    nullable: { type: ['string', 'null'] },
    level: { type: 'string', enum: ['Low', 'High'] },
    big: { type: 'integer' },
    labels: list({ type: 'string' }),
    free: { type: 'string' },
    tags: { type: 'array', items: { type: 'string' } },
    odd: object({ first_name: { type: 'string' } }),
    open: object({ a: { type: 'integer' }, more: list({ type: 'string' }) }, ['more']),
    shared: { $ref: '#/$defs/Shared' },
    pick: {
      anyOf: [
        object({ kind: { type: 'string', const: 'x' }, map: list({ type: 'integer' }) }, ['kind']),
        object({ kind: { type: 'string', const: 'y' } }, ['kind']),
        { type: 'null' },
      ],
    },
    needed: { type: 'string' },
  },
  ['needed'],
);
const root = { ...schema, $defs: { Shared: list({ type: 'integer' }) } };
const codecs: Codecs = {
  '/properties/big': { kind: 'int64' },
  '/properties/labels': { kind: 'map' },
  '/properties/free': { kind: 'json' },
  '/properties/odd': { kind: 'names', names: { first_name: 'first name' } },
  '/properties/open': { kind: 'open', property: 'more' },
  '/$defs/Shared': { kind: 'map' },
  '/properties/pick/anyOf/0/properties/map': { kind: 'map' },
};

const decode = (value: unknown) => decodeValue(root, codecs, value);

const DECODED: [string, unknown, unknown][] = [
  ['null at an optional place is absent', { text: null, labels: null, free: null }, {}],
  ['null at a nullable place stays', { nullable: null, pick: null }, { nullable: null, pick: null }],
  ['null at a required place stays for validation', { needed: null }, { needed: null }],
  ['empty is not absent', { text: '', tags: [], labels: [] }, { text: '', tags: [], labels: {} }],
  ['a list of entries is a map', { labels: [{ key: 'a', value: '1' }] }, { labels: { a: '1' } }],
  ['a map in its natural form stays', { labels: { a: '1' } }, { labels: { a: '1' } }],
  ['a map behind a reference', { shared: [{ key: 'a', value: 1 }] }, { shared: { a: 1 } }],
  ['JSON text is read', { free: '{"a":[1,null]}' }, { free: { a: [1, null] } }],
  [
    'JSON text keeps the digits of large integers',
    { free: '{"a":9223372036854775807,"b":1152921504606847000,"c":"9223372036854775807","d":0.12345678901234566}' },
    { free: { a: '9223372036854775807', b: 1152921504606847000, c: '9223372036854775807', d: 0.12345678901234566 } },
  ],
  ['a free value in its natural form stays', { free: { a: 1 } }, { free: { a: 1 } }],
  ['aliases are undone', { odd: { first_name: 'A' } }, { odd: { 'first name': 'A' } }],
  ['natural names are taken', { odd: { 'first name': 'A' } }, { odd: { 'first name': 'A' } }],
  [
    'further properties join the declared ones',
    { open: { a: 1, more: [{ key: 'b', value: 'x' }] } },
    { open: { a: 1, b: 'x' } },
  ],
  ['letter case of an enum is mended', { level: 'HIGH' }, { level: 'High' }],
  ['an unknown enum member stays for validation', { level: 'mid' }, { level: 'mid' }],
  ['digits of a 64-bit integer stay', { big: '9223372036854775807' }, { big: '9223372036854775807' }],
  ['a bigint becomes digits', { big: 9223372036854775807n }, { big: '9223372036854775807' }],
  ['nothing else is coerced', { text: 5, tags: 'a', big: 'x' }, { text: 5, tags: 'a', big: 'x' }],
  ['a list that came as text is read', { tags: '["a"]' }, { tags: ['a'] }],
  ['an object that came as text is read', { odd: '{"first_name":"A"}' }, { odd: { 'first name': 'A' } }],
  ['a map that came as text is read', { labels: '[{"key":"a","value":"1"}]' }, { labels: { a: '1' } }],
  ['text stays text where text fits', { text: '{"a":1}' }, { text: '{"a":1}' }],
  [
    'names that objects inherit are unknown keys',
    { constructor: null, toString: 1 },
    { constructor: null, toString: 1 },
  ],
  ['unknown keys stay for validation', { nope: 1, odd: { nope: 2 } }, { nope: 1, odd: { nope: 2 } }],
  [
    'the branch is found by its tag',
    { pick: { kind: 'x', map: [{ key: 'a', value: 1 }] } },
    { pick: { kind: 'x', map: { a: 1 } } },
  ],
  [
    'the branch is found by its tag though the rest does not fit',
    { pick: { kind: 'x', map: [{ key: 'a', value: 'no' }] } },
    { pick: { kind: 'x', map: { a: 'no' } } },
  ],
  ['a whole input that is no object stays', 'text', 'text'],
];

describe('decodeValue', () => {
  it.each(DECODED)('%s', (_title, written, natural) => {
    expect(decode(written)).toEqual(natural);
  });

  it.each([
    [
      'a repeated key',
      {
        labels: [
          { key: 'a', value: '1' },
          { key: 'a', value: '2' },
        ],
      },
      '/labels/1/key',
    ],
    ['an entry that is none', { labels: ['a'] }, '/labels/0'],
    ['an entry without a value', { labels: [{ key: 'a' }] }, '/labels/0'],
    ['an entry with more', { labels: [{ key: 'a', value: '1', more: 1 }] }, '/labels/0'],
    ['a further property that is declared', { open: { a: 1, more: [{ key: 'a', value: 'x' }] } }, '/open/more/0/key'],
    ['an alias beside its name', { odd: { first_name: 'a', 'first name': 'b' } }, '/odd/first name'],
    ['text that is not JSON', { free: '{oops' }, '/free'],
  ])('refuses %s and says where', (_title, written, path) => {
    expect(() => decode(written)).toThrow(CodecError);
    expect(() => decode(written)).toThrow(expect.objectContaining({ path }));
  });

  it('keeps __proto__ as data', () => {
    const decoded = decode(
      JSON.parse('{"labels":[{"key":"__proto__","value":"x"}],"free":"{\\"__proto__\\":{\\"a\\":1}}"}'),
    ) as Record<string, object>;
    expect(Object.keys(decoded['labels'] ?? {})).toEqual(['__proto__']);
    expect(Object.keys(decoded['free'] ?? {})).toEqual(['__proto__']);
    expect(({} as Record<string, unknown>)['a']).toBeUndefined();
  });

  it('leaves its input alone and reads every property once', () => {
    let reads = 0;
    const input = Object.freeze({
      get text() {
        reads += 1;
        return `read ${reads}`;
      },
    });
    expect(decode(input)).toEqual({ text: 'read 1' });
    expect(reads).toBe(1);
  });

  it.each([
    ['an input nested too deeply', () => JSON.parse(`{"free":${'['.repeat(5000)}${']'.repeat(5000)}}`) as unknown],
    ['JSON text nested too deeply', () => ({ free: `${'['.repeat(5000)}${']'.repeat(5000)}` })],
    [
      'a circle',
      () => {
        const circle: Record<string, unknown> = {};
        circle['free'] = circle;
        return circle;
      },
    ],
  ])('refuses %s', (_title, make) => {
    expect(() => decode(make())).toThrow(/nested too deeply/);
  });
});

describe('work that has an end', () => {
  it('refuses JSON text of too many values', () => {
    expect(() => decode({ free: `[${'1,'.repeat(1_000_000)}1]` })).toThrow(/too many values/);
  });

  it('refuses what fits no branch of a large union too often', () => {
    const anyOf = Array.from({ length: 20 }, (_, index) =>
      object({ [`a${index}`]: { type: 'string' } }, [`a${index}`]),
    );
    const wide = object({ list: { type: 'array', items: { anyOf } } });
    const input = { list: Array.from({ length: 300_000 }, () => ({ b: 1 })) };
    expect(() => decodeValue(wide, undefined, input)).toThrow(/too long to read/);
  });

  it('refuses JSON text that would nest what is nested already too deeply', () => {
    const node = object({ child: { $ref: '#/$defs/Node' }, free: { type: 'string' } });
    const tree = { ...node, $defs: { Node: node } };
    const json: Codecs = { '/$defs/Node/properties/free': { kind: 'json' } };
    const nested = (levels: number, leaf: unknown): unknown =>
      Array.from({ length: levels }).reduce((child) => ({ child }), leaf);
    const input = (levels: number) => nested(levels, JSON.stringify(nested(levels, { free: '[1]' })));
    expect(decodeValue(tree, json, input(50))).toEqual(nested(100, { free: [1] }));
    expect(() => decodeValue(tree, json, input(150))).toThrow(/nested too deeply/);
  });
});

describe('encodeValue', () => {
  it('is undone by decodeValue', () => {
    const natural = {
      labels: { a: '1' },
      free: [null, 'x'],
      odd: { 'first name': 'A' },
      open: { a: 1, b: 'x' },
      shared: {},
      pick: { kind: 'x', map: { k: 2 } },
      needed: 'n',
    };
    const written = encodeValue(root, codecs, natural);
    expect(written).toEqual({
      labels: [{ key: 'a', value: '1' }],
      free: '[null,"x"]',
      odd: { first_name: 'A' },
      open: { a: 1, more: [{ key: 'b', value: 'x' }] },
      shared: [],
      pick: { kind: 'x', map: [{ key: 'k', value: 2 }] },
      needed: 'n',
    });
    expect(decode(written)).toEqual(natural);
  });

  it('leaves absent properties absent and what does not fit as it is', () => {
    expect(encodeValue(root, codecs, { text: undefined, labels: 5, open: {} })).toEqual({
      labels: 5,
      open: { more: [] },
    });
  });
});
