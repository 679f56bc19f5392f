import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createAccumulator } from '../../../src/runtime/loop/stream.js';
import { runToolLoop } from '../../../src/runtime/run-tool-loop.js';
import { blocks } from '../../support/fake-messages-api/script.js';
import { calls, GO, stubClient, text, use } from '../../support/stub-client.js';
import { createStubDispatcher } from '../../support/stub-dispatcher.js';

describe('who answers a call', () => {
  it('is no handler whose tool is not in the conversation', async () => {
    const client = stubClient((_body, index) => (index === 0 ? calls(use('t1', 'own')) : text('ok')));
    let ran = 0;
    const own = () => {
      ran += 1;
      return 'ran';
    };
    const result = await runToolLoop({ client, dispatcher: createStubDispatcher(), request: GO, handlers: { own } });
    expect(ran).toBe(0);
    expect(result.messages[2]?.content).toMatchObject([{ is_error: true }]);
  });

  it('is told who calls and when to stop, and its late words are not passed on', async () => {
    const caller = { type: 'code_execution_20260521', tool_id: 's1' };
    const code = { type: 'server_tool_use', id: 's1', name: 'code_execution', input: {} };
    const mcp = { type: 'mcp_tool_use', id: 'm1', name: 'read', server_name: 'notes', input: {} };
    const client = stubClient(() => calls(code, mcp, { ...use('t1', 'getPet'), caller }));
    const controller = new AbortController();
    const seen: unknown[] = [];
    const dispatcher = createStubDispatcher({
      answer: async ({ caller: from }, signal) => {
        seen.push(from, signal?.aborted);
        controller.abort();
        seen.push(signal?.aborted);
        await delay(2);
        return { content: 'late' };
      },
    });
    const told: string[] = [];
    const onEvent = ({ type }: { type: string }): void => void told.push(type);
    const result = await runToolLoop({ client, dispatcher, request: GO, signal: controller.signal, onEvent });
    await delay(10);
    expect(seen).toEqual([caller, false, true]);
    expect(told.at(-1)).toBe('stop');
    // The block of the program stays, because a call came from it; the other is nobody's any more.
    expect(blocks(result.messages[1]).map(({ id }) => id)).toEqual(['s1', 't1']);
  });
});

it.each(['toString', 'constructor', 'hasOwnProperty'])('a tool named %s belongs to its handler alone', async (name) => {
  const client = stubClient((_body, index) =>
    index === 0 ? calls(use('t1', name), use('t2', 'valueOf')) : text('ok'),
  );
  const tools = [{ name, description: 'x', input_schema: { type: 'object' } }];
  const handlers = Object.fromEntries([[name, () => 'ran']]);
  const result = await runToolLoop({
    client,
    dispatcher: createStubDispatcher(),
    request: GO,
    tools,
    handlers,
  } as never);
  expect(result.messages[2]?.content).toMatchObject([{ content: 'ran' }, { is_error: true }]);
});

describe('the end of a stream', () => {
  it.each(['__proto__', 'constructor', 'valueOf', ''])('is not that of an event of type %j', (type) => {
    const accumulator = createAccumulator(1, () => undefined);
    accumulator.add({ type: 'message_start', message: { id: 'm' } });
    accumulator.add({ type });
    expect(accumulator.message()).toBeUndefined();
    accumulator.add({ type: 'message_stop' });
    expect(accumulator.message()).toMatchObject({ id: 'm', content: [] });
  });

  it('says nothing with null, and counts with totals', () => {
    const accumulator = createAccumulator(1, () => undefined);
    const container = { id: 'c1' };
    accumulator.add({
      type: 'message_start',
      message: { id: 'm', container, usage: { input_tokens: 9, output_tokens: 1 } },
    });
    accumulator.add({
      type: 'message_delta',
      delta: { stop_reason: 'end_turn', container: null },
      usage: { input_tokens: null, output_tokens: 7 },
    });
    expect(accumulator.message()).toBeUndefined();
    accumulator.add({ type: 'message_stop' });
    const usage = { input_tokens: 9, output_tokens: 7 };
    expect(accumulator.message()).toEqual({ id: 'm', container, stop_reason: 'end_turn', usage, content: [] });
  });
});
