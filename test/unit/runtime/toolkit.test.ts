import { describe, expect, it } from 'vitest';
import type {
  CallEvent,
  Dispatcher,
  OperationDescriptor,
  ToolDefinition,
  ToolSet,
} from '../../../src/runtime/contract.js';
import { createToolkit } from '../../../src/runtime/index.js';
import { createCompiler } from '../../../src/runtime/validate/ajv.js';
import { recordingFetch, use } from './support.js';

const strict = { optional: 0, unions: 0, pooled: 0, size: 100, leaves: 1 };
const entries = (value: object) => ({
  type: 'array',
  items: {
    type: 'object',
    additionalProperties: false,
    required: ['key', 'value'],
    properties: { key: { type: 'string' }, value },
  },
});

const definition: ToolDefinition = {
  name: 'save',
  description: 'Save.',
  input_schema: {
    type: 'object',
    additionalProperties: false,
    required: ['body'],
    properties: {
      body: {
        type: 'object',
        additionalProperties: false,
        properties: {
          labels: entries({ type: 'integer' }),
          free: { type: 'string' },
          filter_name: { type: 'string' },
          big: { type: 'integer' },
        },
      },
    },
  },
};
const operation: OperationDescriptor = {
  method: 'POST',
  path: '/save',
  effect: 'write',
  parameters: [],
  body: { property: 'body', kind: 'json', contentTypes: ['application/json'] },
  strict,
  codecs: {
    '/properties/body': { kind: 'names', names: { filter_name: 'filter[name]' } },
    '/properties/body/properties/labels': { kind: 'map' },
    '/properties/body/properties/free': { kind: 'json' },
    '/properties/body/properties/big': { kind: 'int64' },
  },
};

const base = {
  contract: 1 as const,
  name: 'x-tools',
  envPrefix: 'X',
  servers: [{ url: 'http://api.example.test' }],
  securitySchemes: {},
};
let loaded = 0;
const first: ToolSet<{ save: { body: { labels?: Record<string, number> } } }, { save: string }> = {
  package: base,
  definitions: [definition],
  operations: { save: operation },
  plugins: { compiler: createCompiler },
  schemas: async () => {
    loaded += 1;
    return {
      module: {
        schemas: {
          save: {
            type: 'object',
            additionalProperties: false,
            required: ['body'],
            properties: {
              body: {
                type: 'object',
                properties: {
                  labels: { type: 'object', additionalProperties: { type: 'integer' } },
                  free: { type: 'object', properties: { a: { type: 'string' } } },
                  'filter[name]': { type: 'string', maxLength: 3 },
                  big: { type: ['integer', 'string'], pattern: '^-?[0-9]{1,20}$' },
                },
              },
            },
          },
        },
      },
      shared: { $defs: {} },
    };
  },
};
const second: ToolSet<{ ping: object }, { ping: undefined }> = {
  package: base,
  definitions: [
    {
      name: 'ping',
      description: 'Ping.',
      input_schema: { type: 'object', additionalProperties: false, properties: {} },
    },
  ],
  operations: { ping: { method: 'GET', path: '/ping', effect: 'read', parameters: [], strict } },
  plugins: { compiler: createCompiler },
  schemas: async () => ({ module: { schemas: { ping: { type: 'object' } } }, shared: { $defs: {} } }),
};

const toolkit = createToolkit([first, second]);

describe('a toolkit', () => {
  it('merges the sets of a package, planned and frozen, and loads nothing', () => {
    expect(toolkit.tools.map(({ name }) => name)).toEqual(['save', 'ping']);
    expect(toolkit.tools.map((tool) => tool.strict)).toEqual([true, true]);
    expect(Object.isFrozen(toolkit.tools)).toBe(true);
    expect(Object.keys(toolkit.operations)).toEqual(['save', 'ping']);
    expect(loaded).toBe(0);
    for (const { input_schema } of toolkit.tools) {
      expect([input_schema, input_schema.properties, input_schema.required].every(Object.isFrozen)).toBe(true);
    }
  });

  it('has the types of all sets', () => {
    const dispatcher = toolkit.createDispatcher({ fetch: recordingFetch().fetch, env: false });
    const typed: (name: 'save', input: { body: { labels?: Record<string, number> } }) => unknown = dispatcher.call;
    expect(typed).toBeTypeOf('function');
    // @ts-expect-error a wrong name
    void dispatcher.call('nope', {});
  });

  it('sends the natural form of what the model wrote', async () => {
    const { fetch, seen } = recordingFetch();
    const dispatcher = toolkit.createDispatcher({ fetch, env: false }) as unknown as Dispatcher;
    const body = { labels: [{ key: 'a', value: 1 }], free: '{"a":"b"}', filter_name: 'n', big: '9223372036854775807' };
    await dispatcher.dispatch(use('save', { body }));
    expect(seen[0]?.body).toBe('{"labels":{"a":1},"free":{"a":"b"},"filter[name]":"n","big":9223372036854775807}');
  });

  it.each([
    [
      {
        labels: [
          { key: 'a', value: 1 },
          { key: 'b', value: 'x' },
        ],
      },
      /body\.labels\[1\]\.value: expected an integer, got "x"/,
    ],
    [{ free: '{"a":5}' }, /body\.free \(in its JSON text, at a\): expected a string, got 5/],
    [{ filter_name: 'long' }, /body\.filter_name: must have at most 3 characters/],
    [{ free: '{"a":' }, /free/],
    [{ labls: [] }, /body: unknown property "labls"; valid names near it: labels/],
  ])('names faults of %j in the terms of the written form', async (body, text) => {
    const { fetch, seen } = recordingFetch();
    const dispatcher = toolkit.createDispatcher({ fetch, env: false }) as unknown as Dispatcher;
    const result = await dispatcher.dispatch(use('save', { body }));
    expect(result).toMatchObject({ is_error: true, content: expect.stringMatching(text) });
    expect(seen).toEqual([]);
  });

  it('encodes and decodes for programs, and refuses what it cannot read', () => {
    const natural = { body: { labels: { a: 1 }, free: { a: 'b' } } };
    const written = toolkit.encodeInput('save', natural);
    expect(written).toEqual({ body: { labels: [{ key: 'a', value: 1 }], free: '{"a":"b"}' } });
    expect(toolkit.decodeInput('save', written)).toEqual(natural);
    expect(() => toolkit.decodeInput('save', { body: { free: '{' } })).toThrow(
      expect.objectContaining({ code: 'INVALID_INPUT' }),
    );
    expect(() => toolkit.decodeInput('nope' as 'save', {})).toThrow(expect.objectContaining({ code: 'UNKNOWN_TOOL' }));
  });

  it('needs a set and a contract that it knows', () => {
    expect(() => createToolkit([])).toThrow(TypeError);
    expect(() => createToolkit([{ ...first, package: { ...base, contract: 2 as 1 } }])).toThrow(/contract/);
  });

  it('answers with an error where the package itself fails, and never throws', async () => {
    const events: CallEvent[] = [];
    const broken = { ...second, schemas: () => Promise.reject(new Error('no file secret-1234\u001b[2J')) };
    const dispatcher = createToolkit([broken]).createDispatcher({
      env: false,
      headers: { 'X-Key': 'secret-1234' },
      onCall: (event) => void events.push(event),
    });
    const text = 'The call failed: no file [redacted]';
    expect(await dispatcher.dispatch(use('ping'))).toMatchObject({ is_error: true, content: text });
    expect(await dispatcher.call('ping', {})).toMatchObject({ ok: false, code: 'INTERNAL', message: text });
    await expect(dispatcher.buildRequest('ping', {})).rejects.toMatchObject({ code: 'INTERNAL', message: text });
    expect(events).toMatchObject(Array(2).fill({ type: 'error', message: text }));
  });

  it('uses precompiled validators where there are some', async () => {
    const validate = Object.assign((value: unknown) => typeof value === 'object', { errors: null });
    const set = {
      ...second,
      validators: { ping: { first: async () => ({ validate }), all: async () => ({ validate }) } },
    };
    const { fetch, seen } = recordingFetch();
    await createToolkit([set]).createDispatcher({ fetch, env: false }).dispatch(use('ping'));
    expect(seen).toHaveLength(1);
  });

  it.each([
    [undefined, 0],
    [true, 1],
  ] as const)(
    'loads no schema to place digits where precompiled validators know of none (%s)',
    async (integers, times) => {
      const validate = Object.assign((value: unknown) => typeof value === 'object', { errors: null });
      const door = async () => ({ validate });
      let loaded = 0;
      const set: ToolSet<{ ping: object }, { ping: undefined }> = {
        ...second,
        operations: {
          ping: {
            method: 'GET',
            path: '/ping',
            effect: 'read',
            strict,
            parameters: [{ property: 'q', name: 'q', in: 'query' }],
          },
        },
        schemas: async () => {
          loaded += 1;
          return { module: { schemas: { ping: {} } }, shared: { $defs: {} } };
        },
        validators: { ping: { first: door, all: door, ...(integers && { integers }) } },
      };
      const { fetch, seen } = recordingFetch();
      const dispatcher = createToolkit([set]).createDispatcher({ fetch, env: false });
      expect(await dispatcher.dispatch(use('ping', { q: '12' }))).not.toHaveProperty('is_error');
      expect(await dispatcher.call('ping', { q: 12n })).toMatchObject({ ok: true });
      expect(seen.map(({ url }) => url.slice(url.indexOf('?')))).toEqual(['?q=12', '?q=12']);
      expect(loaded).toBe(times);
    },
  );
});
