import Anthropic from '@anthropic-ai/sdk';
import { ToolError } from '@anthropic-ai/sdk/lib/tools/ToolError';
import { describe, expect, it } from 'vitest';
import { toRunnableTools } from '../../../src/runtime/runnable-tools.js';
import { blocks, objects } from '../../support/fake-messages-api/script.js';
import { startFakeMessagesApi } from '../../support/fake-messages-api/server.js';
import { use } from '../../support/stub-client.js';
import { createStubDispatcher } from '../../support/stub-dispatcher.js';

const TURNS = [
  {
    content: [
      use('toolu_1', 'getPet', { petId: 7 }),
      use('toolu_2', 'getPet', { petId: 404 }),
      use('toolu_3', 'getPet', { petId: 13 }),
    ],
    stop_reason: 'tool_use',
  },
  { content: [{ type: 'text', text: 'Rex' }] },
];

async function runWith(options: { ToolError?: typeof ToolError }, stream: boolean) {
  const fake = await startFakeMessagesApi({ answer: (_body, index) => TURNS[index] ?? {} });
  const client = new Anthropic({ apiKey: 'test', baseURL: fake.conversation('main'), maxRetries: 0 });
  const dispatcher = createStubDispatcher();
  const params = { model: 'claude-opus-5', max_tokens: 100, thread: false as const, stream };
  const runner = client.beta.messages.toolRunner({
    ...params,
    messages: [{ role: 'user', content: 'Go.' }],
    tools: toRunnableTools(dispatcher, options),
  });
  const final = await runner.runUntilDone();
  const results = blocks(objects(fake.requests()[1]?.['messages']).at(-1));
  await fake.close();
  return { final, results, fake, dispatcher };
}

describe('toRunnableTools', () => {
  it.each([false, true])('drives the SDK runner (stream: %s)', async (stream) => {
    const { final, results, fake, dispatcher } = await runWith({}, stream);
    expect(fake.violations).toEqual([]);
    expect(final.stop_reason).toBe('end_turn');
    expect(dispatcher.dispatched).toEqual(['toolu_1', 'toolu_2', 'toolu_3']);
    expect(results).toMatchObject([
      { tool_use_id: 'toolu_1', content: '{"name":"getPet","petId":7}' },
      { tool_use_id: 'toolu_2', is_error: true, content: 'Error: HTTP 404 Not Found: no such pet.' },
      { tool_use_id: 'toolu_3', content: 'half a pair: \ufffd!' },
    ]);
  });

  it.each([false, true])('leaves the prefix out with ToolError (stream: %s)', async (stream) => {
    const { results } = await runWith({ ToolError }, stream);
    expect(results[1]).toMatchObject({ is_error: true, content: 'HTTP 404 Not Found: no such pet.' });
  });

  it('decodes in parse, and dispatches what the model wrote', async () => {
    const seen: unknown[] = [];
    const dispatcher = createStubDispatcher({
      answer: async ({ input }) => {
        seen.push(input);
        return { content: 'ok' };
      },
    });
    const decode = (_name: string, written: unknown): unknown => ({ decoded: written });
    const [tool] = toRunnableTools(dispatcher, {}, decode);
    const parsed = tool?.parse({ petId: 1 });
    expect(parsed).toEqual({ decoded: { petId: 1 } });
    expect(await tool?.run(parsed)).toBe('ok');
    await tool?.run({ petId: 2 });
    expect(seen).toEqual([{ petId: 1 }, { petId: 2 }]);
    expect(dispatcher.dispatched[0]).toMatch(/^toolu_/);
  });

  it('fails in parse with the text of the decoder', () => {
    const decode = (): never => {
      throw new Error('not decodable');
    };
    const [tool] = toRunnableTools(createStubDispatcher(), { ToolError }, decode);
    expect(() => tool?.parse({})).toThrow(ToolError);
  });
});
