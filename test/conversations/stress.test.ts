import Anthropic from '@anthropic-ai/sdk';
import { describe, expect, it } from 'vitest';
import { runToolLoop } from '../../src/runtime/run-tool-loop.js';
import { blocks, type Json, objects, type ScriptedTurn } from '../support/fake-messages-api/script.js';
import { startFakeMessagesApi } from '../support/fake-messages-api/server.js';
import { calls, GO, text, use } from '../support/stub-client.js';
import { createStubDispatcher } from '../support/stub-dispatcher.js';

/** Small deterministic generator of numbers between 0 and 1. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

describe('long conversations', () => {
  it('holds 200 turns with 1,000 calls: no warning, no unhandled rejection, nothing but the history', async () => {
    const faults: unknown[] = [];
    const note = (fault: unknown): void => void faults.push(fault);
    process.on('warning', note);
    process.on('unhandledRejection', note);
    let turn = -1;
    const answerTurn = (): Json => {
      turn += 1;
      if (turn === 199) return text('done');
      const names = Array.from({ length: turn < 5 ? 6 : 5 }, (_, index) => (index % 2 ? 'createPet' : 'getPet'));
      return calls(...names.map((name, index) => use(`t${turn}_${index}`, name)));
    };
    const client = {
      messages: {
        async create(_body: unknown, options: { signal: AbortSignal }) {
          // As the SDK does: a listener that is never taken off.
          options.signal.addEventListener('abort', () => undefined, { once: true });
          return { stop_reason: 'end_turn', usage: {}, ...answerTurn() };
        },
      },
    };
    const { signal } = new AbortController();
    const dispatcher = createStubDispatcher();
    const result = await runToolLoop({ client, dispatcher, request: GO, maxTurns: 200, signal });
    await new Promise((resolve) => setTimeout(resolve, 10));
    process.off('warning', note);
    process.off('unhandledRejection', note);
    expect(faults).toEqual([]);
    expect(result).toMatchObject({ outcome: 'completed', turns: 200, calls: 1000 });
    expect(new Set(dispatcher.dispatched).size).toBe(1000);
    expect(result.messages.length).toBe(1 + 199 * 2 + 1);
  });

  it.each([false, true])(
    'twenty loops share a dispatcher under random faults of the API (stream: %s)',
    async (stream) => {
      const random = numbers(7);
      const TURNS = 12;
      const fake = await startFakeMessagesApi({
        answer: (_body, index, name): ScriptedTurn => {
          const dice = random();
          if (dice < 0.1) return { error: { status: 529, type: 'overloaded_error', message: 'Overloaded' } };
          if (dice < 0.2) return { error: { status: 500, message: 'Internal' } };
          if (dice < 0.25 && !stream) return { broken: 'cut' };
          if (index === TURNS) return { content: [{ type: 'text', text: 'done' }] };
          const count = 1 + Math.floor(random() * 4);
          const content = Array.from({ length: count }, (_, call) => {
            const tool = ['getPet', 'createPet', 'listPets'][Math.floor(random() * 3)] ?? 'getPet';
            return use(`${name}_${index}_${call}`, tool, { petId: index });
          });
          return { content, stop_reason: 'tool_use' };
        },
      });
      const wait = numbers(11);
      const dispatcher = createStubDispatcher({
        answer: async ({ id }) => {
          await new Promise((resolve) => setTimeout(resolve, wait() * 4));
          return { content: `result of ${id}` };
        },
      });
      const loops = Array.from({ length: 20 }, async (_, index) => {
        const fetchNow: typeof fetch = async (input, init) => {
          // Faults are tried again at once: pauses would only make the test slow.
          const headers = { 'retry-after-ms': '1' };
          const response = await fetch(input, init).catch(() => new Response('', { status: 503, headers }));
          return response.ok ? response : new Response(response.body, { status: response.status, headers });
        };
        const baseURL = fake.conversation(`loop${index}`);
        const client = new Anthropic({ apiKey: 'test', baseURL, maxRetries: 30, fetch: fetchNow });
        return runToolLoop({ client, dispatcher, request: GO, stream });
      });
      const results = await Promise.all(loops);
      await fake.close();
      expect(fake.violations).toEqual([]);
      expect(results.map(({ outcome }) => outcome)).toEqual(results.map(() => 'completed'));
      const asked = results.flatMap(({ messages }) =>
        messages.flatMap((message) =>
          blocks(message)
            .filter(({ type }) => type === 'tool_use')
            .map(({ id }) => String(id)),
        ),
      );
      expect([...dispatcher.dispatched].sort()).toEqual([...asked].sort());
      expect(results.reduce((sum, { calls: made }) => sum + made, 0)).toBe(asked.length);
      for (const [index] of results.entries()) {
        const last = fake.requests(`loop${index}`).at(-1);
        for (const block of objects(last?.['messages']).flatMap(blocks)) {
          if (block['type'] === 'tool_result') expect(block['content']).toBe(`result of ${block['tool_use_id']}`);
        }
      }
    },
  );
});
