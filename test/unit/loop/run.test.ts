import { setTimeout as delay } from 'node:timers/promises';
import Anthropic from '@anthropic-ai/sdk';
import { describe, expect, it } from 'vitest';
import type { HandlerContext, LoopEvent, ToolLoopOptions } from '../../../src/runtime/contract.js';
import { isToolLoopError, ToolLoopError } from '../../../src/runtime/errors.js';
import { runToolLoop } from '../../../src/runtime/run-tool-loop.js';
import { blocks, objects } from '../../support/fake-messages-api/script.js';
import { startFakeMessagesApi } from '../../support/fake-messages-api/server.js';
import { calls, GO, stubClient, text, use } from '../../support/stub-client.js';
import { createStubDispatcher } from '../../support/stub-dispatcher.js';

const script = (...turns: ReturnType<typeof text>[]) => stubClient((_body, index) => turns[index] ?? text('ok'));
const tick = async () => {
  await delay(3);
  return { content: 'ok' };
};

describe('calls of one turn', () => {
  it('runs reads side by side up to the limit, writes one after another, without a barrier', async () => {
    const order: string[] = [];
    let endReads = (): void => undefined;
    const allRead = new Promise<void>((resolve) => {
      endReads = resolve;
    });
    const dispatcher = createStubDispatcher({
      answer: async ({ id }) => {
        order.push(`+${id}`);
        // The first write waits for every read: with a barrier between the two this would never end.
        if (id === 'w1') await allRead;
        else await delay(2);
        if (id.startsWith('r') && order.filter((entry) => entry.startsWith('-r')).length === 4) endReads();
        order.push(`-${id}`);
        return { content: id };
      },
    });
    const turn = calls(
      use('w1', 'createPet'),
      ...['r1', 'r2', 'r3', 'r4', 'r5'].map((id) => use(id, 'getPet')),
      use('w2', 'deletePet'),
    );
    const client = script(turn);
    await runToolLoop({ client, dispatcher, request: GO, concurrency: 2 });
    expect(dispatcher.peak).toEqual({ read: 2, write: 1 });
    expect(order.indexOf('-r5')).toBeLessThan(order.indexOf('-w1'));
    expect(order.indexOf('-w1')).toBeLessThan(order.indexOf('+w2'));
    const answer = objects(client.bodies[1]?.['messages']).at(-1);
    expect(blocks(answer).map((block) => block['tool_use_id'])).toEqual(['w1', 'r1', 'r2', 'r3', 'r4', 'r5', 'w2']);
  });

  it('keeps the history as the model wrote it, whatever a handler does to its input', async () => {
    const tools = [{ name: 'own', description: 'x', input_schema: { type: 'object', properties: {} } }];
    const handlers = {
      own: (input: unknown) => {
        (input as { a: number }).a = 2;
        return 'ok';
      },
    };
    const content = [use('t1', 'own', { a: 1 })];
    const result = await runToolLoop({
      client: script({ content, stop_reason: 'tool_use' }),
      dispatcher: [],
      request: GO,
      tools,
      handlers,
    });
    expect(result.messages[1]?.content).toEqual([use('t1', 'own', { a: 1 })]);
    expect(content[0]?.['input']).toEqual({ a: 1 });
  });
});

describe('defaults', () => {
  it('are 50 turns and 8 reads side by side', async () => {
    const client = stubClient((_body, turn) =>
      calls(...Array.from({ length: turn === 0 ? 12 : 1 }, (_, index) => use(`t${turn}_${index}`, 'getPet'))),
    );
    const dispatcher = createStubDispatcher({ answer: tick });
    const result = await runToolLoop({ client, dispatcher, request: GO });
    expect(result).toMatchObject({ outcome: 'max_turns', turns: 50, calls: 12 + 48 });
    expect(dispatcher.peak.read).toBe(8);
  });

  it('take handlers for writes, unless they say that they read', async () => {
    const tools = ['w', 'r'].map((name) => ({
      name,
      description: 'x',
      input_schema: { type: 'object', properties: {} },
    }));
    const running = { w: 0, r: 0 };
    const peak = { w: 0, r: 0 };
    const run = (name: 'w' | 'r') => async () => {
      running[name] += 1;
      peak[name] = Math.max(peak[name], running[name]);
      await delay(2);
      running[name] -= 1;
      return 'ok';
    };
    const handlers = { w: run('w'), r: { run: run('r'), effect: 'read' as const } };
    const client = script(calls(use('1', 'w'), use('2', 'w'), use('3', 'r'), use('4', 'r')));
    await runToolLoop({ client, dispatcher: [], request: GO, tools, handlers });
    expect(peak).toEqual({ w: 1, r: 2 });
  });

  it('give handlers the call and a signal, and usage summed over turns', async () => {
    const controller = new AbortController();
    const tools = [{ name: 'own', description: 'x', input_schema: { type: 'object', properties: {} } }];
    const seen: unknown[] = [];
    const own = async (input: unknown, { toolUse, signal }: HandlerContext) => {
      seen.push(input, toolUse.id, toolUse.name, signal.aborted);
      controller.abort();
      seen.push(signal.aborted);
      return 'ok';
    };
    const usage = {
      input_tokens: 1,
      output_tokens: 2,
      cache_creation_input_tokens: 3,
      cache_read_input_tokens: 4,
    };
    const client = script({ ...calls(use('t1', 'own', { a: 1 })), usage });
    const { signal } = controller;
    const result = await runToolLoop({ client, dispatcher: [], request: GO, tools, handlers: { own }, signal });
    expect(seen).toEqual([{ a: 1 }, 't1', 'own', false, true]);
    expect(result).toMatchObject({ outcome: 'aborted', usage });
    const spent = script({ ...calls(use('t1', 'own')), usage });
    const options = { client: spent, dispatcher: [], request: GO, tools, handlers: { own } };
    expect(await runToolLoop({ ...options, maxTokens: 10 })).toMatchObject({ outcome: 'budget', calls: 0 });
  });
});

describe('stopping', () => {
  const abortDuring = async (id: string, options: Partial<ToolLoopOptions> = {}) => {
    const controller = new AbortController();
    const dispatcher = createStubDispatcher({
      answer: async (called) => {
        if (called.id === id) {
          controller.abort();
          await delay(8000);
        }
        return tick();
      },
    });
    const client = script(calls(use('t1', 'createPet'), use('t2', 'createPet'), use('t3', 'createPet')));
    const result = await runToolLoop({ client, dispatcher, request: GO, signal: controller.signal, ...options });
    return { result, dispatcher, client };
  };

  it('ends at once during a call, with a result for every call', async () => {
    const started = Date.now();
    const { result, dispatcher, client } = await abortDuring('t2');
    expect(Date.now() - started).toBeLessThan(6000);
    expect(result).toMatchObject({ outcome: 'aborted', stopReason: 'tool_use', calls: 1, turns: 1 });
    expect(dispatcher.dispatched).toEqual(['t1', 't2']);
    expect(client.bodies.length).toBe(1);
    expect(result.messages.at(-1)?.content).toMatchObject([
      { tool_use_id: 't1', content: 'ok' },
      { tool_use_id: 't2', is_error: true, content: expect.stringContaining('not known whether it took effect') },
      { tool_use_id: 't3', is_error: true, content: expect.stringContaining('not run') },
    ]);
  });

  it('ends before the first request', async () => {
    const client = script();
    const signal = AbortSignal.abort();
    const result = await runToolLoop({ client, dispatcher: createStubDispatcher(), request: GO, signal });
    expect(result).toMatchObject({ outcome: 'aborted', stopReason: null, message: null, turns: 0 });
    expect(client.bodies.length).toBe(0);
  });

  it('gives open calls of a stored history a result', async () => {
    const messages = [...GO.messages, { role: 'assistant', content: [use('t1', 'getPet')] }];
    const signal = AbortSignal.abort();
    const dispatcher = createStubDispatcher();
    const result = await runToolLoop({ client: script(), dispatcher, request: { ...GO, messages }, signal });
    expect(result.outcome).toBe('aborted');
    expect(result.calls).toBe(0);
    expect(result.messages.at(-1)?.content).toMatchObject([{ tool_use_id: 't1', is_error: true }]);
  });

  it.each([false, true])('passes the signal on to the SDK (stream: %s)', async (stream) => {
    const fake = await startFakeMessagesApi({
      answer: () => ({ content: [{ type: 'text', text: 'x' }], delayMs: 8000 }),
    });
    const client = new Anthropic({ apiKey: 'test', baseURL: fake.conversation('main'), maxRetries: 0 });
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 50);
    const started = Date.now();
    const { signal } = controller;
    const result = await runToolLoop({ client, dispatcher: createStubDispatcher(), request: GO, signal, stream });
    expect(Date.now() - started).toBeLessThan(6000);
    expect(result).toMatchObject({ outcome: 'aborted', message: null, messages: GO.messages });
    await fake.close();
  });

  it('leaves no listener on the signal', async () => {
    const signal = {
      aborted: false,
      listeners: 0,
      addEventListener() {
        this.listeners += 1;
      },
      removeEventListener() {
        this.listeners -= 1;
      },
    };
    await runToolLoop({ client: script(), dispatcher: createStubDispatcher(), request: GO, signal });
    expect(signal.listeners).toBe(0);
  });
});

describe('failure', () => {
  it('carries the cause, its message and the work done', async () => {
    const cause = new Error('529 overloaded');
    const client = stubClient((_body, index) => (index === 0 ? calls(use('t1', 'createPet')) : Promise.reject(cause)));
    const events: LoopEvent[] = [];
    const error = await runToolLoop({
      client,
      dispatcher: createStubDispatcher(),
      request: GO,
      onEvent: (event) => events.push(event),
    }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ToolLoopError);
    expect(isToolLoopError(error) && error.cause).toBe(cause);
    expect(error).toMatchObject({
      message: '529 overloaded',
      result: { outcome: 'failed', calls: 1, usage: { input_tokens: 1, output_tokens: 1 } },
    });
    expect(events.at(-1)).toEqual({ type: 'stop', outcome: 'failed', stopReason: 'tool_use' });
  });

  it('does not take what is no message into the history', async () => {
    for (const answer of ['<html>', { content: 'text' }, { content: { length: 0 } }, null, undefined]) {
      const client = { messages: { create: async () => answer } };
      const run = runToolLoop({ client, dispatcher: createStubDispatcher(), request: GO });
      await expect(run).rejects.toMatchObject({
        message: 'The answer of the Messages API is not a message.',
        result: { messages: GO.messages },
      });
    }
  });
});

describe('events', () => {
  it('cannot harm the run', async () => {
    const onEvent = (event: LoopEvent): unknown => {
      if (event.type === 'call') throw new Error('listener');
      return Promise.reject(new Error('listener, later'));
    };
    const client = script(calls(use('t1', 'getPet', { petId: 1 })));
    const options = { client, dispatcher: createStubDispatcher(), request: GO, onEvent: onEvent as () => void };
    expect((await runToolLoop(options)).outcome).toBe('completed');
    await delay(5);
  });

  it.each([false, true])('tell the whole story (stream: %s)', async (stream) => {
    const turns = [
      { content: [{ type: 'text', text: 'Looking.' }, use('t1', 'getPet', { petId: 7 })], stop_reason: 'tool_use' },
      { content: [{ type: 'text', text: 'A dog named Rex.' }] },
    ];
    const fake = await startFakeMessagesApi({ answer: (_body, index) => turns[index] ?? {} });
    const client = new Anthropic({ apiKey: 'test', baseURL: fake.conversation('main'), maxRetries: 0 });
    const events: LoopEvent[] = [];
    const onEvent = (event: LoopEvent): void => void events.push(event);
    await runToolLoop({ client, dispatcher: createStubDispatcher(), request: GO, stream, onEvent });
    const kinds = events.map(({ type }) => type).filter((type, index, all) => type !== all[index - 1]);
    const first = stream
      ? ['turn', 'request', 'text', 'tool_input', 'message']
      : ['turn', 'request', 'text', 'message'];
    expect(kinds).toEqual([...first, 'call', 'result', 'turn', 'request', 'text', 'message', 'stop']);
    const said = (kind: 'text' | 'tool_input') =>
      events
        .map((event) => (event.type === kind ? (event.type === 'text' ? event.text : event.partialJson) : ''))
        .join('');
    expect(said('text')).toBe('Looking.A dog named Rex.');
    if (stream) expect(said('tool_input')).toBe('{"petId":7}');
    await fake.close();
  });
});
