import { createHook } from 'node:async_hooks';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { FetchLike } from '../../src/runtime/contract.js';
import { toolkitFromSpec } from '../support/spec-toolkit.js';

// What a call makes and does, counted: time differs between machines, these numbers do not. A number that grows is a question.
const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const parameter = (name: string, place: string, schema: object) => ({
  name,
  in: place,
  ...(place === 'path' && { required: true }),
  schema,
});
const item = { type: 'object', required: ['name'], properties: { name: { type: 'string' }, next: {} as object } };
item.properties.next = { $ref: '#/components/schemas/Item' };
const responses = { 200: { description: 'Done.', ...json({ type: 'object' }) } };
const document = {
  openapi: '3.1.0',
  info: { title: 'Cost', version: '1' },
  servers: [{ url: 'https://api.example.test/v1' }],
  paths: {
    '/items/{id}': {
      get: {
        operationId: 'getItem',
        parameters: [parameter('id', 'path', { type: 'string' }), parameter('page', 'query', { type: 'integer' })],
        responses,
      },
      put: {
        operationId: 'putItem',
        parameters: [parameter('id', 'path', { type: 'string' })],
        requestBody: { required: true, ...json({ $ref: '#/components/schemas/Item' }) },
        responses,
      },
    },
    '/secure': { get: { operationId: 'getSecure', security: [{ key: [] }], responses } },
  },
  components: { schemas: { Item: item }, securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } } },
};
const CALLS = [
  ['getItem', { id: 'ab', page: 2 }],
  ['putItem', { id: 'ab', body: { name: 'x' } }],
  ['getSecure', {}],
] as const;

/** Of each call; an `await` makes one as well. */
const MOST_PROMISES = { getItem: 28, putItem: 28, getSecure: 42 };

const bytes = new TextEncoder().encode('{"a":1}');
const headers = new Headers({ 'content-type': 'application/json' });

/** Answers without a promise, a timer or an object of the platform of its own but one for each step that is waited for. */
function stubFetch(): { fetch: FetchLike; sent: string[] } {
  const sent: string[] = [];
  const fetch: FetchLike = (url) => {
    sent.push(url);
    const steps = [{ done: false, value: bytes }, { done: true }];
    const reader = { read: () => Promise.resolve(steps.shift()), cancel: () => Promise.resolve() };
    const response = { status: 200, statusText: 'OK', type: 'basic', headers, body: { getReader: () => reader } };
    return Promise.resolve(response) as never;
  };
  return { fetch, sent };
}

async function warmDispatcher() {
  const { fetch, sent } = stubFetch();
  const toolkit = await toolkitFromSpec(document);
  const dispatcher = toolkit.createDispatcher({ fetch, env: false, credentials: { key: 'SECRET-1' } });
  const dispatch = (name: string, input: unknown) => dispatcher.dispatch({ id: 'toolu_1', name, input });
  for (const [name, input] of CALLS)
    expect(await dispatch(name, input)).toEqual({ type: 'tool_result', tool_use_id: 'toolu_1', content: '{"a":1}' });
  sent.length = 0;
  return { dispatch, sent };
}

/** Promises that a task makes, by the mean of many runs, so that what the platform does beside it does not count. */
async function promisesOf(task: () => Promise<unknown>): Promise<number> {
  const RUNS = 200;
  let count = 0;
  const init = (_id: number, type: string): void => {
    if (type === 'PROMISE') count += 1;
  };
  const hook = createHook({ init }).enable();
  for (let run = 0; run < RUNS; run += 1) await task();
  hook.disable();
  return Math.floor(count / RUNS);
}

/** Counts the objects that are made by a class of the platform. */
function countNew(name: 'AbortController' | 'URL' | 'TextDecoder' | 'TextEncoder'): () => number {
  let count = 0;
  const construct = (target: typeof URL, args: [string], newTarget: typeof URL): object => {
    count += 1;
    return Reflect.construct(target, args, newTarget);
  };
  vi.stubGlobal(name, new Proxy(globalThis[name] as typeof URL, { construct }));
  return () => count;
}

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe.each(CALLS)('a warm call of %s', (name, input) => {
  it('makes one request, one timer and one signal, and parses no URL', async () => {
    const { dispatch, sent } = await warmDispatcher();
    const timers = vi.spyOn(globalThis, 'setTimeout');
    const cleared = vi.spyOn(globalThis, 'clearTimeout');
    const [controllers, urls] = [countNew('AbortController'), countNew('URL')];
    const [decoders, encoders] = [countNew('TextDecoder'), countNew('TextEncoder')];
    await dispatch(name, input);
    expect({
      requests: sent.length,
      timers: timers.mock.calls.length,
      cleared: cleared.mock.calls.length,
      controllers: controllers(),
      urls: urls(),
      coders: decoders() + encoders(),
    }).toEqual({ requests: 1, timers: 1, cleared: 1, controllers: 1, urls: 0, coders: 0 });
  });

  it('makes few promises', async () => {
    const { dispatch } = await warmDispatcher();
    expect(await promisesOf(() => dispatch(name, input))).toBeLessThanOrEqual(MOST_PROMISES[name]);
  });
});

it('compiles each tool once, and a shared definition once for all', async () => {
  const compile = vi.spyOn(Ajv2020.prototype, 'compile');
  const { dispatch } = await warmDispatcher();
  const before = compile.mock.calls.length;
  for (let round = 0; round < 3; round += 1) for (const [name, input] of CALLS) await dispatch(name, input);
  await dispatch('putItem', { id: 'ab', body: { name: 'x', next: { name: 'y', next: { name: 'z' } } } });
  // Three tools, and the item.
  expect([before, compile.mock.calls.length]).toEqual([4, 4]);
});
