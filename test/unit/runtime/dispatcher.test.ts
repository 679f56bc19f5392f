import { describe, expect, it } from 'vitest';
import type { DispatcherOptions, HttpRequest, PendingCall } from '../../../src/runtime/contract.js';
import { isToolCallError } from '../../../src/runtime/errors.js';
import { idempotencyKey } from '../../../src/runtime/idempotency-key.js';
import { recordingFetch, toolkitOf, use } from './support.js';

const param = (name: string, place: 'path' | 'query' | 'header' | 'cookie', more = {}) => ({
  property: name,
  name,
  in: place,
  ...more,
});
const shared = {
  Node: {
    type: 'object',
    properties: { name: { type: 'string' }, child: { $ref: 'shared#/$defs/Node' } },
    required: ['name'],
  },
};
const toolkit = toolkitOf(
  {
    getPet: {
      operation: {
        path: '/pets/{id}',
        parameters: [
          param('id', 'path'),
          param('status', 'query'),
          param('X-Trace', 'header'),
          param('constructor', 'query'),
        ],
      },
      schema: {
        type: 'object',
        additionalProperties: false,
        required: ['id'],
        properties: {
          id: { type: ['integer', 'string'], pattern: '^-?[0-9]{1,20}$' },
          status: { type: 'string', enum: ['available', 'pending', 'sold'] },
          'X-Trace': { type: 'string' },
          constructor: { type: 'string' },
        },
      },
    },
    addPet: {
      operation: {
        method: 'POST',
        path: '/pets',
        body: { property: 'body', kind: 'json', contentTypes: ['application/json'], required: true },
      },
      schema: {
        type: 'object',
        additionalProperties: false,
        required: ['body'],
        properties: {
          body: {
            type: 'object',
            required: ['name'],
            properties: {
              name: { type: 'string', minLength: 1 },
              id: { type: ['integer', 'string'], pattern: '^-?[0-9]{1,20}$', minimum: 0 },
              items: {
                type: 'array',
                uniqueItems: true,
                items: {
                  type: 'object',
                  additionalProperties: false,
                  properties: { name: { type: 'string' }, quantity: { type: 'integer' } },
                },
              },
              node: { $ref: 'shared#/$defs/Node' },
              choice: {
                anyOf: [
                  { type: 'integer' },
                  { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] },
                ],
              },
            },
          },
        },
      },
    },
  },
  {},
  shared,
);
const make = (options: DispatcherOptions = {}) => {
  const { fetch, seen } = recordingFetch();
  return { dispatcher: toolkit.createDispatcher({ fetch, env: false, ...options }), seen };
};

describe('look-up', () => {
  it.each(['constructor', '__proto__', 'toString', 'then', '', 'GetPet', 'get_pet'])(
    'answers the unknown tool %j with names near it',
    async (name) => {
      const { dispatcher, seen } = make();
      const result = await dispatcher.dispatch(use(name));
      expect(result).toMatchObject({ is_error: true, tool_use_id: 'toolu_1' });
      expect(result.content).toMatch(/no tool.*(getPet|addPet)/);
      expect(await dispatcher.call(name, {})).toMatchObject({ ok: false, code: 'UNKNOWN_TOOL' });
      expect(seen).toEqual([]);
    },
  );
});

describe('faults of an input', () => {
  it.each([
    ['getPet', {}, /property "id" is required/],
    ['getPet', { id: 'x' }, /id: expected an integer, got "x"/],
    ['getPet', { id: 1.5 }, /id: expected an integer, got 1\.5/],
    ['getPet', { id: 1, Status: 'sold' }, /unknown property "Status"; valid names near it: status/],
    ['getPet', { id: 1, status: 'gone' }, /status: expected one of "available", "pending", "sold", got "gone"/],
    ['getPet', { id: 1, constructor: 5 }, /constructor: expected a string, got 5/],
    ['getPet', 'text', /must be an object/],
    ['getPet', [], /must be an object/],
    ['addPet', { body: {} }, /body: the property "name" is required/],
    ['addPet', { body: { name: '' } }, /body\.name: must have at least 1 characters, got ""/],
    [
      'addPet',
      { body: { name: 'x', items: [{ name: 'a' }, { name: 'b' }, { quantaty: 2 }] } },
      /body\.items\[2\]: unknown property "quantaty"; valid names near it: quantity/,
    ],
    [
      'addPet',
      { body: { name: 'x', items: [{ name: 'a' }, { name: 'a' }] } },
      /body\.items: must not hold the same item twice/,
    ],
    [
      'addPet',
      { body: { name: 'x', node: { name: 'a', child: { child: {} } } } },
      /body\.node\.child\.child: .*"name"/,
    ],
    ['addPet', { body: { name: 'x', choice: true } }, /body\.choice: expected an integer or an object, got true/],
    ['addPet', { body: { name: 'x', id: '-5' } }, /body\.id: must be >= 0/],
  ])('%s %j', async (name, input, text) => {
    const { dispatcher, seen } = make();
    const result = await dispatcher.dispatch(use(name, input));
    expect(result.is_error).toBe(true);
    expect(result.content).toMatch(text);
    expect(seen).toEqual([]);
    for (const line of String(result.content).split('\n').slice(1)) expect(line.length).toBeLessThan(300);
  });

  it('tells each in a few words, however long its parts are', async () => {
    const long = 'x'.repeat(200);
    const text = { type: 'string', pattern: `^a{0,9}${'b?'.repeat(100)}$` };
    const schema = { type: 'object', properties: { body: { type: 'object', properties: { [long]: text } } } };
    const operation = { method: 'POST', body: { property: 'body', kind: 'json', contentTypes: [] } } as const;
    const dispatcher = toolkitOf({ post: { operation, schema } }).createDispatcher({ env: false });
    const { content } = await dispatcher.dispatch(use('post', { body: { [long]: long } }));
    const [, line = '', ...more] = String(content).split('\n');
    expect(more).toEqual([]);
    expect(line).toMatch(/must match the pattern/);
    expect(line.length).toBeLessThan(300);
  });

  it('tells a few of many, the deepest first', async () => {
    const items = Array.from({ length: 20 }, (_, quantity) => ({ quantity: `${quantity}`, name: quantity }));
    const result = await make().dispatcher.dispatch(use('addPet', { body: { items } }));
    const lines = String(result.content).split('\n').slice(1);
    expect(lines).toHaveLength(6);
    expect(lines[0]).toMatch(/body\.items\[0\]/);
    expect(lines[5]).toMatch(/and \d+ more faults/);
  });

  it('accepts an empty input for optional names of JavaScript', async () => {
    expect((await make().dispatcher.dispatch(use('getPet', { id: 1 }))).is_error).toBeUndefined();
  });

  it('gives up on a union that would take for ever', async () => {
    const branch = (type: string) => ({
      properties: { next: { $ref: 'shared#/$defs/Tree' }, leaf: { type } },
      required: ['next'],
    });
    const trees = toolkitOf(
      {
        grow: {
          operation: {
            method: 'POST',
            path: '/x',
            body: { property: 'body', kind: 'json', contentTypes: ['application/json'] },
          },
          schema: { type: 'object', properties: { body: { $ref: 'shared#/$defs/Tree' } } },
        },
      },
      {},
      { Tree: { type: 'object', anyOf: [branch('string'), branch('integer'), branch('boolean')] } },
    );
    let body: unknown = {};
    for (let depth = 0; depth < 60; depth += 1) body = { next: body };
    const { fetch, seen } = recordingFetch();
    const result = await trees.createDispatcher({ fetch, env: false }).dispatch(use('grow', { body }));
    expect(result).toMatchObject({ is_error: true, content: expect.stringMatching(/could not be checked/) });
    expect(seen).toEqual([]);
  });

  it('checks many unique items in linear time', async () => {
    const items = Array.from({ length: 60_000 }, (_, quantity) => ({ quantity }));
    expect((await make().dispatcher.dispatch(use('addPet', { body: { name: 'x', items } }))).is_error).toBeUndefined();
  });
});

describe('the input that is validated is the one that is sent', () => {
  it('refuses accessors, cycles, functions, classes and depth', async () => {
    const cycle: Record<string, unknown> = {};
    cycle['self'] = cycle;
    let deep: unknown = 1;
    for (let level = 0; level < 10_000; level += 1) deep = [deep];
    const hostile = [
      {
        get id() {
          return 1;
        },
      },
      { id: cycle },
      { id: () => 1 },
      { id: new Date() },
      { id: Number.NaN },
      { id: deep },
      new Proxy(
        {},
        {
          ownKeys: () => {
            throw new Error('no');
          },
        },
      ),
    ];
    for (const input of hostile) {
      const { dispatcher, seen } = make();
      const result = await dispatcher.dispatch(use('getPet', input));
      expect(result.is_error).toBe(true);
      expect(seen).toEqual([]);
    }
  });

  it('is not changed by what the caller does later', async () => {
    const { dispatcher, seen } = make({
      approve: ({ input }) => {
        (input as { body: { name: string } }).body.name = 'changed';
        body.name = 'changed';
        return true;
      },
    });
    const body = { name: 'first' };
    await dispatcher.dispatch(use('addPet', { body }));
    const input = { body: { name: 'second' } };
    // The first call of a dispatcher waits for more than the others do.
    const other = make();
    const pending = [
      other.dispatcher.dispatch(use('addPet', input)),
      other.dispatcher.call('addPet', input),
      other.dispatcher.buildRequest('addPet', input),
    ];
    input.body.name = 'changed';
    const [, , request] = await Promise.all(pending);
    const bodies = [...seen, ...other.seen, request as HttpRequest].map((each) => each.body);
    expect(bodies).toEqual(['first', 'second', 'second', 'second'].map((name) => JSON.stringify({ name })));
  });

  it('keeps a key __proto__ as data', async () => {
    const { dispatcher, seen } = make();
    await dispatcher.dispatch(use('addPet', { body: JSON.parse('{"name":"x","__proto__":{"a":1}}') }));
    expect(seen[0]?.body).toBe('{"name":"x","__proto__":{"a":1}}');
  });
});

describe('64-bit integers', () => {
  it.each([
    [{ body: { name: 'x', id: '9223372036854775807' } }, '{"name":"x","id":9223372036854775807}'],
    [{ body: { name: 'x', id: 9223372036854775807n } }, '{"name":"x","id":9223372036854775807}'],
    [{ body: { name: '12', id: '12' } }, '{"name":"12","id":12}'],
    [{ body: { name: 'x', id: 12 } }, '{"name":"x","id":12}'],
  ])('%o is sent unquoted', async (input, body) => {
    expect(await make().dispatcher.buildRequest('addPet', input)).toMatchObject({ body });
  });

  it('keeps digits in a path', async () => {
    const request = await make().dispatcher.buildRequest('getPet', { id: '9223372036854775807' });
    expect(request.url).toBe('http://api.example.test/pets/9223372036854775807');
  });
});

describe('consent', () => {
  it('is asked for writes only, with what will be sent', async () => {
    const asked: PendingCall[] = [];
    const { dispatcher, seen } = make({ approve: (call) => asked.push(call) > 0 });
    await dispatcher.dispatch(use('getPet', { id: 1 }));
    await dispatcher.dispatch(use('addPet', { body: { name: 'x' } }, 'toolu_9'));
    expect(asked).toHaveLength(1);
    expect(asked[0]).toMatchObject({
      id: 'toolu_9',
      name: 'addPet',
      effect: 'write',
      input: { body: { name: 'x' } },
      request: { method: 'POST', body: '{"name":"x"}' },
    });
    expect(seen).toHaveLength(2);
  });

  it.each([
    ['false', () => false, /did not allow/],
    ['a reason', () => 'not today', /not today/],
    [
      'a throw',
      () => {
        throw new Error('broken');
      },
      /broken/,
    ],
    ['a rejection', () => Promise.reject(new Error('later')), /later/],
    ['no answer', () => undefined as unknown as boolean, /did not allow/],
  ])('is refused by %s', async (_, approve, text) => {
    const { dispatcher, seen } = make({ approve });
    const result = await dispatcher.dispatch(use('addPet', { body: { name: 'x' } }));
    expect(result).toMatchObject({ is_error: true, content: expect.stringMatching(text) });
    expect(seen).toEqual([]);
  });

  it('is not asked for an input that is not valid', async () => {
    let asked = 0;
    const { dispatcher } = make({
      approve: () => {
        asked += 1;
        return true;
      },
    });
    await dispatcher.dispatch(use('addPet', {}));
    expect(asked).toBe(0);
  });
});

describe('large integers in consent', () => {
  it('are digits', async () => {
    const asked: PendingCall[] = [];
    const { dispatcher, seen } = make({ approve: (call) => asked.push(call) > 0 });
    await dispatcher.dispatch(use('addPet', { body: { name: 'x', id: '9223372036854775807' } }));
    expect(asked[0]?.input).toEqual({ body: { name: 'x', id: '9223372036854775807' } });
    expect(seen[0]?.body).toBe('{"name":"x","id":9223372036854775807}');
  });
});

describe('dry runs', () => {
  it('answer with the request', async () => {
    const { dispatcher, seen } = make({ dryRun: true });
    const result = await dispatcher.dispatch(use('getPet', { id: 1 }));
    expect(result.is_error).toBeUndefined();
    expect(result.content).toMatch(/Dry run.*"url":"http:\/\/api\.example\.test\/pets\/1"/s);
    expect(seen).toEqual([]);
  });

  it('can be for writes only', async () => {
    const { dispatcher, seen } = make({ dryRun: 'writes' });
    await dispatcher.dispatch(use('getPet', { id: 1 }));
    expect((await dispatcher.dispatch(use('addPet', { body: { name: 'x' } }))).content).toMatch(/Dry run/);
    expect(seen).toHaveLength(1);
  });
});

describe('the program door', () => {
  it('rejects with a ToolCallError that copies of the runtime recognise', async () => {
    const error = await make()
      .dispatcher.buildRequest('getPet', {})
      .catch((reason: unknown) => reason);
    expect(isToolCallError(error)).toBe(true);
    expect(error).toMatchObject({ name: 'ToolCallError', code: 'INVALID_INPUT' });
  });

  it('gives a schema that stands alone', async () => {
    expect(await toolkit.inputSchema('addPet')).toMatchObject({
      properties: { body: { properties: { node: { $ref: '#/$defs/Node' } } } },
      $defs: { Node: { properties: { child: { $ref: '#/$defs/Node' } } } },
    });
  });
});

describe('configuration', () => {
  it.each([
    [{ baseURL: 'http://x' }, /no option "baseURL".*baseUrl/],
    [{ baseUrl: 'not a url' }, /baseUrl/],
    [{ baseUrl: 'ftp://x' }, /baseUrl/],
    [{ baseUrl: 'http://u:p@x' }, /baseUrl/],
    [{ baseUrl: 'http://x/?a=1' }, /baseUrl/],
    [{ allowedOrigins: ['x'] }, /allowedOrigins/],
    [{ allowedOrigins: ['http://x/path'] }, /allowedOrigins/],
    [{ headers: { 'X-A': 'a\r\nb' } }, /headers/],
    [{ headers: { 'X A': 'a' } }, /headers/],
    [{ timeoutMs: 0 }, /timeoutMs/],
    [{ retry: { tries: 2 } }, /retry/],
    [{ dryRun: 'reads' }, /dryRun/],
    [{ fetch: 5 }, /fetch/],
    [{ serverVariables: { a: 1 } }, /serverVariables/],
    [{ env: { TEST_BASE_URL: 'nonsense' } }, /TEST_BASE_URL/],
    ['text', /options/],
  ])('%j is refused at once', (options, text) => {
    expect(() => toolkit.createDispatcher(options as DispatcherOptions)).toThrow(TypeError);
    expect(() => toolkit.createDispatcher(options as DispatcherOptions)).toThrow(text);
  });

  it('is not harmed by a listener that throws or rejects', async () => {
    for (const onCall of [
      () => {
        throw new Error('x');
      },
      () => Promise.reject(new Error('x')) as unknown as undefined,
    ]) {
      expect((await make({ onCall }).dispatcher.dispatch(use('getPet', { id: 1 }))).is_error).toBeUndefined();
    }
  });
});

describe('idempotency keys', () => {
  it('differ for different calls', () => {
    const keys = new Set(Array.from({ length: 20_000 }, (_, index) => idempotencyKey(`toolu_${index}`, 'pay')));
    expect(keys.size).toBe(20_000);
  });
});
