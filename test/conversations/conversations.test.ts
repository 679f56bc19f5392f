import Anthropic from '@anthropic-ai/sdk';
import { describe, expect, it } from 'vitest';
import type { LoopRequest, ToolLoopOptions, ToolUnion } from '../../src/runtime/contract.js';
import { runToolLoop } from '../../src/runtime/run-tool-loop.js';
import {
  type Conversation,
  expandHandlers,
  expandMessages,
  expandTurn,
  holds,
  readConversations,
} from '../support/conversations.js';
import { blocks, type Json } from '../support/fake-messages-api/script.js';
import { startFakeMessagesApi } from '../support/fake-messages-api/server.js';
import { createStubDispatcher } from '../support/stub-dispatcher.js';

const conversations = readConversations();

async function play(conversation: Conversation, stream: boolean) {
  const { turns, handlers, tools, options = {}, request = {}, grammarBytes } = conversation;
  const fake = await startFakeMessagesApi({
    answer: (_body, index) =>
      expandTurn(turns[index] ?? { content: [], error: { status: 500, message: 'no more turns' } }),
    limits: grammarBytes === undefined ? {} : { grammarBytes },
  });
  const dispatcher = createStubDispatcher();
  const client = new Anthropic({ apiKey: 'test', baseURL: fake.conversation('main'), maxRetries: 0 });
  const { messages = [{ role: 'user', content: 'Go.' }], ...fields } = request;
  const body = {
    model: 'claude-opus-5',
    max_tokens: 1000,
    ...fields,
    messages: expandMessages(messages),
  } as unknown as LoopRequest;
  const all: ToolLoopOptions = {
    ...options,
    client,
    dispatcher,
    stream,
    request: body,
    handlers: expandHandlers(handlers),
    ...(tools && {
      tools: tools.flatMap((tool): ToolUnion[] => (tool === 'generated' ? [...dispatcher.tools] : [tool])),
    }),
  };
  const before = JSON.stringify(body.messages);
  try {
    const result = await runToolLoop(all).catch((error: { result?: unknown }) => {
      if (error.result === undefined) throw error;
      return error.result as Awaited<ReturnType<typeof runToolLoop>>;
    });
    expect(JSON.stringify(body.messages), 'the messages given stay as they were').toBe(before);
    const stored = JSON.parse(JSON.stringify(result.messages)) as Json[];
    return { result, stored, fake, dispatched: dispatcher.dispatched, requests: fake.requests(), tools: all.tools };
  } finally {
    await fake.close();
  }
}

/** Sends a stored history once more, with a question where a question may stand: it must be taken. */
async function continueFrom(conversation: Conversation, stored: Json[], tools: unknown): Promise<string[]> {
  const fake = await startFakeMessagesApi({ answer: () => ({ content: [{ type: 'text', text: 'ok' }] }) });
  const paused = ['pause_turn', 'compaction'].includes(String(conversation.want.stopReason));
  const question = paused ? [] : [{ role: 'user', content: 'And now?' }];
  const mixed = stored.at(-2);
  const open = blocks(mixed).some(({ type }) => type === 'server_tool_use' || type === 'mcp_tool_use');
  const messages = open && stored.at(-1)?.['role'] === 'user' ? stored : [...stored, ...question];
  const model = conversation.request?.['model'] ?? 'claude-opus-5';
  const body = { model, max_tokens: 10, messages, tools };
  try {
    await fetch(`${fake.conversation('again')}/v1/messages`, { method: 'POST', body: JSON.stringify(body) });
    return fake.violations;
  } finally {
    await fake.close();
  }
}

function checkBodies(want: Conversation['want'], requests: Json[]): void {
  for (const [index, part] of Object.entries(want.bodies ?? {})) {
    const body = requests[Number(index)];
    expect(holds(body, part), `body ${index}: ${JSON.stringify(body)}`).toBe(true);
  }
}

function checkResults(want: Conversation['want'], stored: Json[]): void {
  const results = new Map(stored.flatMap(blocks).map((block) => [block['tool_use_id'], block]));
  for (const [id, { error = false, has, content }] of Object.entries(want.results ?? {})) {
    const result = results.get(id);
    expect([id, result?.['is_error'] === true]).toEqual([id, error]);
    if (has !== undefined) expect(JSON.stringify(result?.['content'])).toContain(has);
    if (content !== undefined) expect(result?.['content']).toEqual(content);
  }
}

describe.each([
  ['whole answers', false],
  ['streamed answers', true],
])('conversations, %s', (_mode, stream) => {
  it('has at least forty', () => expect(conversations.length).toBeGreaterThanOrEqual(40));

  it.each(conversations.map((conversation) => [conversation.name, conversation] as const))(
    '%s',
    async (_name, conversation) => {
      const { want } = conversation;
      const { result, stored, fake, dispatched, requests, tools } = await play(conversation, stream);
      expect(fake.violations).toEqual(want.violations ?? []);
      expect(result.outcome).toBe(want.outcome);
      const exact = {
        stopReason: result.stopReason,
        turns: result.turns,
        calls: result.calls,
        requests: requests.length,
      };
      for (const [key, value] of Object.entries(exact)) {
        const wanted = want[key as keyof typeof exact];
        if (wanted !== undefined) expect({ [key]: value }).toEqual({ [key]: wanted });
      }
      if (want.stopDetails) expect(result.message?.['stop_details']).toMatchObject(want.stopDetails);
      if (want.dispatched) expect(dispatched).toEqual(want.dispatched);
      if (want.roles) expect(stored.map(({ role }) => String(role)[0]).join('')).toBe(want.roles);
      checkBodies(want, requests);
      checkResults(want, stored);
      expect(await continueFrom(conversation, stored, requests[0]?.['tools'] ?? tools)).toEqual([]);
    },
  );
});
