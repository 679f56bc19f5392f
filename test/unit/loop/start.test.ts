import { describe, expect, it } from 'vitest';
import type { LoopRequest, ToolLoopOptions } from '../../../src/runtime/contract.js';
import { runToolLoop } from '../../../src/runtime/run-tool-loop.js';
import { GO, stubClient, text } from '../../support/stub-client.js';
import { createStubDispatcher, STUB_TOOLS } from '../../support/stub-dispatcher.js';

const client = stubClient(() => text('ok'));
const dispatcher = createStubDispatcher();
const request: LoopRequest = GO;
const clock = { name: 'clock', description: 'x', input_schema: { type: 'object', properties: {} } };
const many = Array.from({ length: 65 }, (_, index) => ({
  name: `tool${index}`,
  description: 'x',
  effect: 'read' as const,
  input_schema: { type: 'object' as const, properties: {}, additionalProperties: false as const },
}));
const forced = (model: string, more: object = {}): Partial<ToolLoopOptions> => ({
  request: { ...request, model, tool_choice: { type: 'any' }, ...more },
});

const search = { type: 'tool_search_tool_bm25_20251119', name: 'tool_search_tool_bm25' };
const mark = { cache_control: { type: 'ephemeral' } };
const marks = (count: number) => ({
  messages: [{ role: 'user', content: Array.from({ length: count }, () => ({ type: 'text', text: 'x', ...mark })) }],
});

/** Wrong options, and a part of what is said about them. */
const WRONG: readonly (readonly [string, object, RegExp])[] = [
  ['a custom tool without handler', { tools: [clock] }, /"clock" is neither generated nor has it a handler/],
  ['a client tool of the API without handler', { tools: [{ type: 'bash_20250124', name: 'bash' }] }, /"bash"/],
  ['a toolset without handler', { tools: [{ type: 'browser_toolset_20260801' }] }, /needs a handler named "browser"/],
  ['a handler named like a generated tool', { handlers: { getPet: () => 'x' } }, /has a handler too/],
  [
    'two dispatchers with one name',
    { dispatcher: [dispatcher, createStubDispatcher()] },
    /Two dispatchers have a tool named "getPet"/,
  ],
  [
    'two dispatchers with one name, of which one is offered',
    { dispatcher: [dispatcher, createStubDispatcher()], tools: dispatcher.tools },
    /Two dispatchers have a tool named "getPet"/,
  ],
  [
    'two tools with one name',
    { tools: [clock, clock], handlers: { clock: () => '' } },
    /Two tools have the name "clock"/,
  ],
  [
    'too many tools without a choice',
    { dispatcher: createStubDispatcher({ tools: many }) },
    /65 generated tools.*selectTools/s,
  ],
  [
    'nothing but deferred tools',
    { tools: [{ ...clock, defer_loading: true }], handlers: { clock: () => '' } },
    /deferred/,
  ],
  ['no dispatcher', { dispatcher: undefined }, /`dispatcher`/],
  ['a handler that is none', { handlers: { clock: 'noon' } }, /The handler "clock"/],
  [
    'no tools with a history of calls',
    { tools: [], request: { ...request, messages: [{ role: 'assistant', content: [{ type: 'tool_use' }] }] } },
    /must not be empty/,
  ],
  ['no client', { client: {} }, /`client`/],
  ['no messages', { request: { ...request, messages: [] } }, /`request.messages`/],
  ['no model', { request: { ...request, model: '' } }, /`request.model`/],
  ['no max_tokens', { request: { model: 'm', messages: request.messages } }, /`request.max_tokens`/],
  ['tools inside the request', { request: { ...request, tools: [] } }, /beside `request`/],
  ['stream inside the request', { request: { ...request, stream: true } }, /beside `request`/],
  ['no turns', { maxTurns: 0 }, /`maxTurns`/],
  ['half a call', { maxCalls: 1.5 }, /`maxCalls`/],
  ['tokens that are no number', { maxTokens: Number.NaN }, /`maxTokens`/],
  ['no lanes', { concurrency: 0 }, /`concurrency`/],
  ['a choice of no type', { request: { ...request, tool_choice: { type: 'maybe' } } }, /auto, any, tool and none/],
  ['a tool that is not there', { request: { ...request, tool_choice: { type: 'tool', name: 'nope' } } }, /"nope"/],
  [
    'parallel switch on none',
    { request: { ...request, tool_choice: { type: 'none', disable_parallel_tool_use: true } } },
    /none/,
  ],
  [
    'a tool forced that only code may call',
    {
      tools: [{ ...clock, allowed_callers: ['code_execution_20260521'] }],
      handlers: { clock: () => '' },
      request: { ...request, tool_choice: { type: 'tool', name: 'clock' } },
    },
    /"clock".*allowed_callers/,
  ],
  [
    'one call at a time with tools that code may call',
    {
      tools: [{ ...clock, allowed_callers: ['direct', 'code_execution_20260521'] }],
      handlers: { clock: () => '' },
      request: { ...request, tool_choice: { type: 'auto', disable_parallel_tool_use: true } },
    },
    /disable_parallel_tool_use.*allowed_callers/,
  ],
  [
    'a mark on a deferred tool',
    { tools: [{ ...clock, defer_loading: true, ...mark }, search], handlers: { clock: () => '' } },
    /"clock" is deferred/,
  ],
  ['five marks outside of the tools', { request: { ...request, ...marks(4), ...mark } }, /5 cache breakpoints/],
  ['forced without tools', { tools: [], ...forced('claude-opus-5') }, /at least one tool/],
  [
    'forced with manual thinking',
    forced('claude-opus-5', { thinking: { type: 'enabled', budget_tokens: 2000 } }),
    /thinking/,
  ],
  ...[
    'claude-opus-5-5',
    'claude-sonnet-5-5',
    'claude-fable-5-1',
    'claude-fable-5-2',
    'claude-mythos-5-1',
    'claude-mythos-5-2',
    'claude-mythos-preview',
    'us.anthropic.claude-opus-5-5-v1:0',
    'claude-opus-5-5@20261001',
  ].map((model) => [`forced on ${model}`, forced(model), /does not take `tool_choice/] as const),
];

describe('before any request', () => {
  it.each(WRONG)('refuses %s', async (_name, options, message) => {
    const before = client.bodies.length;
    const run = runToolLoop({ client, dispatcher, request, ...options } as ToolLoopOptions);
    await expect(run).rejects.toThrow(TypeError);
    await expect(run).rejects.toThrow(message);
    expect(client.bodies.length).toBe(before);
  });

  it.each(['claude-opus-5', 'claude-sonnet-5', 'claude-haiku-5-5', 'claude-fable-5', 'claude-opus-5-50'])(
    'lets %s be forced',
    async (model) => {
      const result = await runToolLoop({ client, dispatcher, request, ...forced(model) });
      expect(result.outcome).toBe('completed');
    },
  );

  it('takes two dispatchers of which one is left out of the tools', async () => {
    const other = createStubDispatcher();
    const result = await runToolLoop({ client, dispatcher: [dispatcher], request, tools: other.tools });
    expect(result.outcome).toBe('completed');
  });

  it('takes a dispatcher that is given twice once', async () => {
    const result = await runToolLoop({ client, dispatcher: [dispatcher, dispatcher], request });
    expect(result.outcome).toBe('completed');
  });

  it('sends no choice where null is given', async () => {
    await runToolLoop({ client, dispatcher, request: { ...request, tool_choice: null } as unknown as LoopRequest });
    expect(client.bodies.at(-1)).not.toHaveProperty('tool_choice');
  });

  it.each([
    [0, [1, 2, 3, 4]],
    [2, [3, 4]],
    [4, []],
  ])('keeps the last marks of the tools that there is room for beside %i', async (elsewhere, kept) => {
    const tools = many.slice(0, 5).map(({ effect, ...tool }) => ({ ...tool, ...mark }));
    const large = createStubDispatcher({ tools: many });
    await runToolLoop({
      client,
      dispatcher: large,
      tools,
      request: { ...request, ...marks(elsewhere || 1), ...(elsewhere === 0 && { messages: request.messages }) },
    });
    const sent = client.bodies.at(-1)?.['tools'] as { cache_control?: unknown }[];
    expect(sent.flatMap((tool, index) => (tool.cache_control === undefined ? [] : [index]))).toEqual(kept);
  });

  it('takes more than 64 tools when they are chosen', async () => {
    const large = createStubDispatcher({ tools: many });
    const result = await runToolLoop({ client, dispatcher: large, request, tools: large.tools });
    expect(result.outcome).toBe('completed');
  });

  it('sends tools as they were at the start, whatever happens to them later', async () => {
    const tools = STUB_TOOLS.map(({ effect, ...tool }) => structuredClone(tool));
    const script = stubClient((_body, index) => {
      for (const tool of tools) tool.description = 'changed';
      return index === 0 ? { content: [{ type: 'text', text: 'x' }], stop_reason: 'pause_turn' } : text('ok');
    });
    await runToolLoop({ client: script, dispatcher, request, tools });
    expect(script.bodies[1]?.['tools']).toEqual(script.bodies[0]?.['tools']);
    expect(JSON.stringify(script.bodies[1])).not.toContain('changed');
  });
});
