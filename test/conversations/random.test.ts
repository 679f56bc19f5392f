import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runToolLoop } from '../../src/runtime/run-tool-loop.js';
import { CHECKS } from '../support/fake-messages-api/check-request.js';
import { blocks, type Json, objects, type Session } from '../support/fake-messages-api/script.js';
import { GO, use } from '../support/stub-client.js';
import { createStubDispatcher } from '../support/stub-dispatcher.js';

const REASONS = [
  'tool_use',
  'tool_use',
  'tool_use',
  'pause_turn',
  'end_turn',
  'max_tokens',
  'refusal',
  'compaction',
  'odd',
];
const KINDS = [
  'text',
  'thinking',
  'read',
  'write',
  'wrong',
  'fails',
  'program',
  'search',
  'searched',
  'handler',
  'future',
] as const;
const NO_LIMITS = { grammarBytes: Number.POSITIVE_INFINITY };

/** A block of every kind, with an id of its own. */
function block(kind: (typeof KINDS)[number], id: string): Json[] {
  const search = { type: 'server_tool_use', id: `srvtoolu_${id}`, name: 'web_search', input: {} };
  const made: Record<typeof kind, Json[]> = {
    text: [{ type: 'text', text: `text ${id}` }],
    thinking: [{ type: 'thinking', thinking: id, signature: 'c2ln' }],
    read: [use(id, 'getPet', { petId: 1 })],
    write: [use(id, 'createPet', { petId: 15 })],
    wrong: [use(id, 'toString', {})],
    fails: [use(id, 'getPet', { petId: 500 })],
    program: [
      { ...use(id, 'getPet', { petId: 15 }), caller: { type: 'code_execution_20260120', tool_id: 'srvtoolu_x' } },
    ],
    search: [search],
    searched: [search, { type: 'web_search_tool_result', tool_use_id: `srvtoolu_${id}`, content: [] }],
    handler: [use(id, 'own', {})],
    future: [{ type: 'future', id }],
  };
  return made[kind];
}

const turnOf = fc.record({
  kinds: fc.array(fc.constantFrom(...KINDS), { maxLength: 6 }),
  reason: fc.constantFrom(...REASONS),
});
const scripts = fc.record({
  turns: fc.array(turnOf, { minLength: 1, maxLength: 6 }),
  maxTurns: fc.integer({ min: 1, max: 6 }),
  maxCalls: fc.integer({ min: 0, max: 12 }),
  abortAt: fc.integer({ min: 0, max: 20 }),
});

/** A server tool that waits is completed by the API at the start of its next answer. */
function completed(before: Json | undefined, content: Json[]): Json[] {
  const given = blocks(before);
  const done = new Set(given.map((one) => one['tool_use_id']));
  const open = given.filter(({ type, id }) => type === 'server_tool_use' && !done.has(id));
  return [...open.map(({ id }) => ({ type: 'web_search_tool_result', tool_use_id: id, content: [] })), ...content];
}

describe('any conversation', () => {
  it('keeps the rules of the API, runs every call at most once, and ends in a history that can go on', async () => {
    const tools = [
      { name: 'own', description: 'Own.', input_schema: { type: 'object', properties: {} } },
      { type: 'web_search_20250305', name: 'web_search' },
    ];
    const property = fc.asyncProperty(scripts, async ({ turns, maxTurns, maxCalls, abortAt }) => {
      const session: Session = { requests: [], answers: [] };
      const faults: string[] = [];
      const check = (body: Json, within: Session): void => {
        for (const rule of CHECKS) faults.push(...[rule(body, within, NO_LIMITS)].filter((text) => text !== undefined));
      };
      const controller = new AbortController();
      let steps = 0;
      const onEvent = (): void => {
        steps += 1;
        if (steps === abortAt) controller.abort();
      };
      const create = async (body: Json): Promise<Json> => {
        check(body, session);
        const index = session.answers.length;
        const { kinds, reason } = turns[index] ?? { kinds: ['text'], reason: 'end_turn' };
        const made = kinds.flatMap((kind, place) => block(kind, `toolu_${index}_${place}`));
        const content = completed(session.answers.at(-1), made);
        const answer = {
          id: 'm',
          role: 'assistant',
          usage: { input_tokens: 1, output_tokens: 1 },
          content,
          stop_reason: reason,
        };
        session.requests.push(structuredClone(body));
        session.answers.push(structuredClone(answer));
        return answer;
      };
      const dispatcher = createStubDispatcher();
      const all = [...dispatcher.tools, ...tools];
      const { signal } = controller;
      const options = { maxTurns, maxCalls, signal, onEvent, handlers: { own: () => undefined } };
      const result = await runToolLoop({
        ...options,
        client: { messages: { create } },
        dispatcher,
        request: GO,
        tools: all,
      });
      expect(faults).toEqual([]);
      expect(new Set(dispatcher.dispatched).size).toBe(dispatcher.dispatched.length);
      expect(result.calls).toBeLessThanOrEqual(maxCalls);
      expect(result.turns).toBeLessThanOrEqual(maxTurns);
      const messages = objects(result.messages);
      const answers = { requests: [], answers: [{ stop_reason: 'pause_turn', content: [] }] };
      const paused = ['pause_turn', 'compaction'].includes(String(result.stopReason));
      const fromCode = messages.flatMap(blocks).some(({ caller }) => caller !== undefined);
      // After an abort the same request may be sent again: what waits at the API still does.
      const midway = result.outcome === 'aborted';
      if (!paused && !fromCode && !midway) messages.push({ role: 'user', content: 'And now?' });
      for (const rule of CHECKS.filter(({ name }) => /Placement|Results|Content|ServerTools/.test(name))) {
        expect(rule({ ...GO, tools: all, messages }, answers, NO_LIMITS)).toBeUndefined();
      }
    });
    await fc.assert(property, { seed: 20261201, numRuns: 400 });
  });
});
