import { describe, expect, it } from 'vitest';
import type { LoopEvent } from '../../../src/runtime/contract.js';
import { runToolLoop } from '../../../src/runtime/run-tool-loop.js';
import { type Json, objects } from '../../support/fake-messages-api/script.js';
import { calls, GO, stubClient, text, use } from '../../support/stub-client.js';
import { createStubDispatcher } from '../../support/stub-dispatcher.js';

const generated = (prefix: string, count: number) =>
  createStubDispatcher({
    tools: Array.from({ length: count }, (_, index) => ({
      name: `${prefix}${index}`,
      description: 'x',
      effect: 'read' as const,
      input_schema: { type: 'object' as const, properties: {}, additionalProperties: false as const },
    })),
  });
const strictNames = (body: Json | undefined): unknown[] =>
  objects(body?.['tools'])
    .filter((tool) => tool['strict'] === true)
    .map((tool) => tool['name']);
const tooLarge = () =>
  Promise.reject(Object.assign(new Error('400 The compiled grammar is too large, which …'), { status: 400 }));

describe('the strict budget of a conversation', () => {
  it('is shared by all dispatchers', async () => {
    const client = stubClient(() => text('ok'));
    await runToolLoop({ client, dispatcher: [generated('a', 15), generated('b', 15)], request: GO });
    expect(strictNames(client.bodies[0]).length).toBe(20);
    expect(strictNames(client.bodies[0]).at(-1)).toBe('b4');
  });

  it('asks the planner to serve first what the caller names', async () => {
    const client = stubClient(() => text('ok'));
    const dispatcher = generated('a', 30);
    const asked: unknown[] = [];
    const planStrict: typeof dispatcher.planStrict = (tools, options) => {
      asked.push(options?.strictFirst);
      return dispatcher.planStrict(tools, options);
    };
    const request = { client, dispatcher: { ...dispatcher, planStrict }, request: GO };
    await runToolLoop({ ...request, strictFirst: ['tool:a2?'] });
    await runToolLoop(request);
    expect(asked).toEqual([['tool:a2?'], undefined, undefined, undefined]);
  });

  it('B23: says that strict tools may be behind a failure of the server, and sends none where asked', async () => {
    const failing = (status: number) =>
      stubClient(() => Promise.reject(Object.assign(new Error(`${status} Internal server error`), { status })));
    const dispatcher = generated('a', 10);
    const failure = (status: number, options: object = {}) =>
      runToolLoop({ client: failing(status), dispatcher, request: GO, ...options }).catch(
        (error: Error) => error.message,
      );
    expect(await failure(500)).toBe(
      '500 Internal server error (The request had 10 strict tools: a0, a1, a2, a3, a4, a5, a6, a7, …. ' +
        "Too complex a schema can make the API fail; `strict: 'none'` sends them without.)",
    );
    expect(await failure(529)).toBe('529 Internal server error');

    let asked: unknown;
    const planStrict: typeof dispatcher.planStrict = (tools, options) => {
      asked = options?.strict;
      return dispatcher.planStrict(tools, options);
    };
    const client = stubClient(() => text('ok'));
    await runToolLoop({ client, dispatcher: { ...dispatcher, planStrict }, request: GO, strict: 'none' });
    expect(asked).toBe('none');

    const late = Object.assign(new Error('500 late'), { status: 500 });
    const later = stubClient((_body, index) => (index === 0 ? calls(use('t1', 'a0')) : Promise.reject(late)));
    await expect(runToolLoop({ client: later, dispatcher, request: GO })).rejects.toThrow(/^500 late$/);
  });

  it('counts strict tools and schemas from elsewhere, and never flags them', async () => {
    const client = stubClient(() => text('ok'));
    const dispatcher = generated('a', 20);
    const schema = { type: 'object', properties: {}, required: [], additionalProperties: false };
    const own = { name: 'own', description: 'x', strict: true, input_schema: schema };
    const loose = { name: 'loose', description: 'x', input_schema: schema };
    const tools = [own, loose, ...dispatcher.tools];
    const handlers = { own: () => '', loose: () => '' };
    await runToolLoop({ client, dispatcher, request: GO, tools, handlers });
    const names = strictNames(client.bodies[0]);
    expect(names.length).toBe(20);
    expect(names).toContain('own');
    expect(names).not.toContain('loose');

    const properties = Object.fromEntries(Array.from({ length: 25 }, (_, index) => [`p${index}`, { type: 'string' }]));
    const format = { type: 'json_schema', schema: { ...schema, properties } };
    const pets = createStubDispatcher();
    await runToolLoop({ client, dispatcher: pets, request: { ...GO, output_config: { format } } });
    expect(strictNames(client.bodies[1])).not.toContain('listPets');
  });

  it('leaves marks and texts as given, and flags off tools that code may call', async () => {
    const client = stubClient(() => text('ok'));
    const dispatcher = generated('a', 3);
    const [first, second, third] = dispatcher.tools;
    const tools = [
      { ...first, description: 'mine', cache_control: { type: 'ephemeral' } },
      { ...second, allowed_callers: ['code_execution_20260120'], strict: true },
      { ...third, defer_loading: true, strict: false },
    ];
    await runToolLoop({ client, dispatcher, request: GO, tools });
    expect(client.bodies[0]?.['tools']).toEqual([
      { ...tools[0], strict: true },
      { ...second, allowed_callers: ['code_execution_20260120'] },
      { ...third, defer_loading: true, strict: true },
    ]);
  });

  it('goes down to half, then to none, and remembers what was taken', async () => {
    const client = stubClient((_body, index) => (index < 2 ? tooLarge() : text('ok')));
    const events: LoopEvent[] = [];
    const options = {
      client,
      dispatcher: generated('a', 8),
      request: GO,
      onEvent: (event: LoopEvent) => events.push(event),
    };
    const result = await runToolLoop(options);
    expect(result).toMatchObject({ outcome: 'completed', turns: 1 });
    expect(client.bodies.map((body) => strictNames(body).length)).toEqual([8, 4, 0]);
    expect(events.filter(({ type }) => type === 'retry')).toMatchObject([{ strictTools: 4 }, { strictTools: 0 }]);
    await runToolLoop({ ...options, dispatcher: generated('a', 8) });
    expect(strictNames(client.bodies[3])).toEqual([]);
    await runToolLoop({ ...options, request: { ...GO, model: 'claude-sonnet-5' } });
    await runToolLoop({ ...options, dispatcher: generated('a', 7) });
    expect(client.bodies.slice(4).map((body) => strictNames(body).length)).toEqual([8, 7]);
  });

  it('does not take other refusals for one of the grammar', async () => {
    const client = stubClient(() => Promise.reject(Object.assign(new Error('400 messages: bad'), { status: 400 })));
    await expect(runToolLoop({ client, dispatcher: generated('a', 2), request: GO })).rejects.toThrow('messages: bad');
    expect(client.bodies.length).toBe(1);
  });

  it('never changes the tools of a conversation that has begun', async () => {
    const client = stubClient((_body, index) => (index === 0 ? calls(use('t1', 'a0')) : tooLarge()));
    await expect(runToolLoop({ client, dispatcher: generated('a', 2), request: GO })).rejects.toThrow('too large');
    expect(client.bodies.length).toBe(2);
  });

  it('gives up when there is nothing left to take away', async () => {
    const client = stubClient(tooLarge);
    await expect(runToolLoop({ client, dispatcher: generated('a', 2), request: GO })).rejects.toThrow('too large');
    expect(strictNames(client.bodies.at(-1))).toEqual([]);
  });
});
