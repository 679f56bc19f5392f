import Anthropic from '@anthropic-ai/sdk';
import { describe, expect, it } from 'vitest';
import { createAccumulator } from '../../../src/runtime/loop/stream.js';
import { runToolLoop } from '../../../src/runtime/run-tool-loop.js';
import type { Json } from '../../support/fake-messages-api/script.js';
import { startFakeMessagesApi } from '../../support/fake-messages-api/server.js';
import { GO, use } from '../../support/stub-client.js';
import { createStubDispatcher } from '../../support/stub-dispatcher.js';

/** The block that a start and its deltas make. */
function blockOf(start: Json, ...deltas: Json[]): unknown {
  const accumulator = createAccumulator(1, () => undefined);
  accumulator.add({ type: 'message_start', message: { id: 'm', role: 'assistant', content: [], usage: {} } });
  accumulator.add({ type: 'content_block_start', index: 0, content_block: start });
  for (const delta of deltas) accumulator.add({ type: 'content_block_delta', index: 0, delta });
  accumulator.add({ type: 'content_block_stop', index: 0 });
  accumulator.add({ type: 'message_stop' });
  return accumulator.message()?.content[0];
}

const THINKING = { type: 'thinking', thinking: '', signature: '' };
const COMPACTION = { type: 'compaction', content: null };

/** Start, deltas, and the block as the API would have sent it whole. */
const BLOCKS: readonly (readonly [string, Json, Json[], Json])[] = [
  [
    'texts grow',
    { type: 'text', text: '' },
    [
      { type: 'text_delta', text: 'a' },
      { type: 'text_delta', text: 'b' },
    ],
    { type: 'text', text: 'ab' },
  ],
  [
    'thinking keeps its own fields only',
    THINKING,
    [
      { type: 'thinking_delta', thinking: 'h', estimated_tokens: null },
      { type: 'thinking_delta', thinking: 'm', estimated_tokens: 12 },
      { type: 'signature_delta', signature: 'c2ln' },
    ],
    { type: 'thinking', thinking: 'hm', signature: 'c2ln' },
  ],
  [
    'citations gather',
    { type: 'text', text: '', citations: null },
    [
      { type: 'citations_delta', citation: { a: 1 } },
      { type: 'citations_delta', citation: { a: 2 } },
    ],
    { type: 'text', text: '', citations: [{ a: 1 }, { a: 2 }] },
  ],
  [
    'a compaction comes whole',
    { ...COMPACTION, content: 'so' },
    [{ type: 'compaction_delta', content: 'so far', encrypted_content: 'eA==' }],
    { type: 'compaction', content: 'so far', encrypted_content: 'eA==' },
  ],
  [
    'a delta from the future',
    { type: 'future', note: 'a' },
    [{ type: 'future_delta', note: 'b', more: 1 }],
    { type: 'future', note: 'ab', more: 1 },
  ],
  ['no input is an empty one', use('t', 'x'), [{ type: 'input_json_delta', partial_json: '' }], use('t', 'x', {})],
];

describe('a streamed block', () => {
  it.each(BLOCKS)('%s', (_name, start, deltas, want) => {
    expect(blockOf(start, ...deltas)).toEqual(want);
  });
});

describe('a stream', () => {
  it('with input that is not JSON costs the call, not the conversation', async () => {
    const broken = {
      content: [use('t1', 'createPet')],
      stop_reason: 'tool_use',
      partialJson: { 0: ['{"name": ', 'Rex'] },
    };
    const fake = await startFakeMessagesApi({
      answer: (_body, index) => (index === 0 ? broken : { content: [{ type: 'text', text: 'ok' }] }),
      ignoreEcho: true,
    });
    const client = new Anthropic({ apiKey: 'test', baseURL: fake.conversation('main'), maxRetries: 0 });
    const dispatcher = createStubDispatcher();
    const result = await runToolLoop({ client, dispatcher, request: GO, stream: true }).finally(() => fake.close());
    expect(fake.violations).toEqual([]);
    expect(result).toMatchObject({ outcome: 'completed', calls: 1 });
    expect(dispatcher.dispatched).toEqual([]);
    expect(result.messages[2]?.content).toMatchObject([
      { is_error: true, content: '{"INVALID_JSON":"{\\"name\\": Rex"}' },
    ]);
  });

  it.each([2, 3, 4, 6])('that is stopped at its event %i leaves the history as it was sent', async (at) => {
    const content = [{ type: 'text', text: 'Some words, and more.' }, use('t1', 'createPet', { name: 'Rex' })];
    const fake = await startFakeMessagesApi({ answer: () => ({ content, stop_reason: 'tool_use', pauseMs: 5 }) });
    const client = new Anthropic({ apiKey: 'test', baseURL: fake.conversation('main'), maxRetries: 0 });
    const dispatcher = createStubDispatcher();
    const controller = new AbortController();
    let events = 0;
    const onEvent = () => {
      events += 1;
      if (events === at) controller.abort();
    };
    const { signal } = controller;
    const options = { client, dispatcher, request: GO, stream: true, signal, onEvent };
    const result = await runToolLoop(options).finally(() => fake.close());
    expect(result).toMatchObject({ outcome: 'aborted', messages: GO.messages, message: null, calls: 0 });
    expect(dispatcher.dispatched).toEqual([]);
  });
});
