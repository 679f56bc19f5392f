import { describe, expect, it } from 'vitest';
import type { JSONSchema } from '../../../src/runtime/contract.js';
import { createCompiler } from '../../../src/runtime/validate/ajv.js';
import { recordingFetch, toolkitOf } from './support.js';

const refer = (name: string): JSONSchema => ({ $ref: `shared#/$defs/${name}` });

/** A chain of definitions, each of which holds the next one, and the names of those that are looked at. */
function chain(length: number): { $defs: Record<string, JSONSchema>; seen: Set<string> } {
  const seen = new Set<string>();
  const members = Array.from({ length }, (_, index) => {
    const properties = { text: { type: 'string' }, ...(index + 1 < length && { next: refer(`D${index + 1}`) }) };
    return [`D${index}`, { type: 'object', properties }] as const;
  });
  const get = (target: Record<string, JSONSchema>, name: string) => {
    seen.add(name);
    return target[name];
  };
  return { $defs: new Proxy(Object.fromEntries(members), { get }) as Record<string, JSONSchema>, seen };
}

describe.each(['first', 'all'] as const)('references to shared definitions (%s)', (mode) => {
  it('are followed as far as the input goes, however long the chain is', async () => {
    const { $defs, seen } = chain(5000);
    const validate = await createCompiler({ $defs })[mode]('tool', refer('D0'));
    expect(validate({ text: 'a', next: { next: { text: 'b' } } })).toBe(true);
    expect([...seen]).toEqual(['D0', 'D1', 'D2', 'D3']);
    expect(validate({ next: { next: { text: 1 } } })).toBe(false);
    expect(validate.errors?.map(({ instancePath }) => instancePath)).toEqual(['/next/next/text']);
    expect(validate({ next: { next: { next: { next: { text: 1 } } } } })).toBe(false);
    expect([...seen]).toHaveLength(6);
  });

  it('let a tool tell which members were looked at, through recursion as well', async () => {
    const $defs = {
      Node: { properties: { name: { type: 'string' }, inner: { ...refer('Node'), unevaluatedProperties: false } } },
      Leaf: { properties: { leaf: true } },
    };
    const schema = { type: 'object', allOf: [refer('Node')], anyOf: [refer('Leaf'), {}], unevaluatedProperties: false };
    const validate = await createCompiler({ $defs })[mode]('tool', schema);
    expect(validate({ name: 'a', leaf: 1, inner: { name: 'b', inner: {} } })).toBe(true);
    expect(validate({ name: 'a', other: 1 })).toBe(false);
    expect(validate({ inner: { inner: { leaf: 1 } } })).toBe(false);
    expect(validate({ inner: { inner: { name: 'c' } } })).toBe(true);
  });

  it('give errors of the last value only', async () => {
    const { $defs } = chain(2);
    const validate = await createCompiler({ $defs })[mode]('tool', { properties: { a: refer('D0'), b: refer('D0') } });
    expect(validate({ a: { text: 1 }, b: {} })).toBe(false);
    expect(validate({ a: {}, b: { next: { text: 1 } } })).toBe(false);
    expect(validate.errors?.map(({ instancePath }) => instancePath)).toEqual(['/b/next/text']);
    expect(validate({ a: {}, b: {} })).toBe(true);
    expect(validate.errors).toBeNull();
  });
});

it('tells a definition that cannot be compiled as a fault of the package, where an input reaches it', async () => {
  const { fetch, seen } = recordingFetch([new Response('{}')]);
  const shared = { Broken: { ...refer('Whole'), pattern: '(' }, Whole: refer('Other'), Other: {} };
  const schema = { type: 'object', properties: { good: refer('Whole'), bad: refer('Broken') } };
  const parameters = ['good', 'bad'].map((name) => ({ property: name, name, in: 'query' as const }));
  const dispatcher = toolkitOf({ get: { operation: { parameters }, schema } }, {}, shared).createDispatcher({ fetch });
  expect(await dispatcher.call('get', { good: 'x' })).toMatchObject({ ok: true });
  expect(await dispatcher.call('get', { bad: 'x' })).toMatchObject({ ok: false, code: 'INTERNAL' });
  expect(seen).toHaveLength(1);
});
