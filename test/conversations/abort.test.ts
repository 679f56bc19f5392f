import { setTimeout as delay } from 'node:timers/promises';
import Anthropic from '@anthropic-ai/sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MessageParam, Toolkit, ToolLoopResult } from '../../src/runtime/contract.js';
import { runToolLoop } from '../../src/runtime/run-tool-loop.js';
import type { ScriptedTurn } from '../support/fake-messages-api/script.js';
import { startFakeMessagesApi } from '../support/fake-messages-api/server.js';
import { toolkitFromSpec } from '../support/spec-toolkit.js';
import { GO, use } from '../support/stub-client.js';

const body = {
  content: { 'application/json': { schema: { type: 'object', properties: { name: { type: 'string' } } } } },
};
const SPEC = {
  openapi: '3.1.0',
  info: { title: 'Pets', version: '1' },
  servers: [{ url: 'https://pets.example' }],
  paths: {
    '/pets': { post: { operationId: 'addPet', requestBody: body, responses: { 200: { description: 'ok' } } } },
    '/pets/first': { get: { operationId: 'getPet', responses: { 200: { description: 'ok' } } } },
  },
};
const SEARCH = { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: {} };
const add = (id: string) => use(id, 'addPet', { body: { name: id } });
const TURNS: readonly ScriptedTurn[] = [
  {
    content: [{ type: 'thinking', thinking: 'Hm.', signature: 'c2ln' }, use('r1', 'getPet'), add('w1'), add('w2')],
    stop_reason: 'tool_use',
  },
  { content: [SEARCH, use('r2', 'getPet'), add('w3')], stop_reason: 'tool_use' },
  {
    content: [
      { type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content: [] },
      { ...SEARCH, id: 'srvtoolu_2' },
    ],
    stop_reason: 'pause_turn',
  },
  {
    content: [
      { type: 'web_search_tool_result', tool_use_id: 'srvtoolu_2', content: [] },
      { type: 'text', text: 'Done.' },
    ],
  },
];

/** Plays the script and stops it at the n-th thing that happens: an event, a question for consent, a request. */
async function stopAt(toolkit: Toolkit, at: number, stream: boolean) {
  const fake = await startFakeMessagesApi({ answer: (_body, index) => ({ ...TURNS[index], pauseMs: 0 }) });
  const controller = new AbortController();
  const posted: string[] = [];
  let steps = 0;
  const step = (): void => {
    steps += 1;
    if (steps === at) controller.abort();
  };
  const dispatcher = toolkit.createDispatcher({
    env: false,
    approve: async () => {
      step();
      await delay(1);
      return true;
    },
    fetch: (async (_url: string, { body: sent }: { body?: string }) => {
      if (typeof sent === 'string') posted.push((JSON.parse(sent) as { name: string }).name);
      step();
      await delay(1);
      return new Response('{}', { headers: { 'content-type': 'application/json' } });
    }) as never,
  });
  const tools = [...dispatcher.tools, { type: 'web_search_20250305', name: 'web_search' }];
  const client = new Anthropic({ apiKey: 'test', baseURL: fake.conversation('main'), maxRetries: 0 });
  const { signal } = controller;
  const result = await runToolLoop({ client, dispatcher, request: GO, tools, signal, stream, onEvent: step });
  const before = [...posted];
  await delay(5);
  await fake.close();
  expect(fake.violations).toEqual([]);
  expect(posted, 'nothing is sent after the end').toEqual(before);
  return { result, posted, tools, dispatcher, steps };
}

/** Goes on with a stored history, as it is or with a further question. */
async function goOn(run: Awaited<ReturnType<typeof stopAt>>, question: MessageParam[]): Promise<ToolLoopResult> {
  const fake = await startFakeMessagesApi({ answer: () => ({ content: [{ type: 'text', text: 'ok' }] }) });
  const client = new Anthropic({ apiKey: 'test', baseURL: fake.conversation('main'), maxRetries: 0 });
  const messages = [...(JSON.parse(JSON.stringify(run.result.messages)) as MessageParam[]), ...question];
  const { tools, dispatcher } = run;
  const again = await runToolLoop({ client, dispatcher, tools, request: { ...GO, messages } }).finally(() =>
    fake.close(),
  );
  expect(fake.violations).toEqual([]);
  return again;
}

describe.each([false, true])('a conversation that is stopped (stream: %s)', (stream) => {
  const rejections: unknown[] = [];
  const note = (reason: unknown): void => void rejections.push(reason);
  let toolkit: Toolkit;
  beforeAll(async () => {
    toolkit = await toolkitFromSpec(SPEC);
    process.on('unhandledRejection', note);
  });
  afterAll(() => {
    process.off('unhandledRejection', note);
  });

  it('anywhere: no call is made twice or after the end, and it can go on', async () => {
    const whole = await stopAt(toolkit, 0, stream);
    expect(whole).toMatchObject({ result: { outcome: 'completed', calls: 5, turns: 4 }, posted: ['w1', 'w2', 'w3'] });
    // The last two things are the whole answer and the end: nothing is left to stop.
    for (let at = 1; at < whole.steps - 1; at += 1) {
      const run = await stopAt(toolkit, at, stream);
      expect([at, run.result.outcome]).toEqual([at, 'aborted']);
      const question: MessageParam[] = [{ role: 'user', content: 'Go on.' }];
      expect((await goOn(run, question)).outcome).toBe('completed');
      expect((await goOn(run, [])).outcome).toBe('completed');
      expect([at, ...run.posted]).toEqual([at, ...new Set(run.posted)]);
    }
    expect(rejections).toEqual([]);
  }, 60_000);
});
