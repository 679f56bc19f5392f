import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Json } from '../../support/fake-messages-api/script.js';
import { type FakeMessagesApi, startFakeMessagesApi } from '../../support/fake-messages-api/server.js';

const TOOL = {
  name: 'getPet',
  description: 'x',
  input_schema: { type: 'object', properties: {}, additionalProperties: false },
};
const base = { model: 'claude-opus-5', max_tokens: 10, tools: [TOOL] };
const user = (content: unknown): Json => ({ role: 'user', content });
const assistant = (...content: unknown[]): Json => ({ role: 'assistant', content });
const use = (id: string, more: Json = {}): Json => ({ type: 'tool_use', id, name: 'getPet', input: {}, ...more });
const result = (id: string, more: Json = {}): Json => ({
  type: 'tool_result',
  tool_use_id: id,
  content: 'ok',
  ...more,
});
const text = (value: string): Json => ({ type: 'text', text: value });
const search: Json = { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: {} };
const history = (...after: Json[]): Json => ({ ...base, messages: [user('Go.'), ...after] });
const tools = (...list: unknown[]): Json => ({ ...base, tools: list, messages: [user('Go.')] });
const schema = (input_schema: Json, more: Json = {}): Json =>
  tools({ ...TOOL, ...more, input_schema: { type: 'object', ...input_schema } });
const strictTools = (count: number, input_schema: Json): unknown[] =>
  Array.from({ length: count }, (_, index) => ({ ...TOOL, name: `t${index}`, strict: true, input_schema }));
const named = (count: number, value: Json): Json =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index}`, value]));
const object = (properties: Json): Json => ({ type: 'object', properties, additionalProperties: false });
const choice = (tool_choice: Json, more: Json = {}): Json => ({ ...history(), tool_choice, ...more });
const mark = { cache_control: { type: 'ephemeral' } };

/** Every rule, broken on purpose once: the request and a part of the API's error text. */
const BROKEN: readonly (readonly [string, Json, string])[] = [
  ['a field is missing', { model: 'm', messages: [user('x')] }, 'max_tokens: Field required'],
  ['a field that is gone', { ...history(), temperature: 1 }, 'temperature: Extra inputs'],
  ['no messages', { ...base, messages: [] }, 'at least one message'],
  ['a name that is no name', tools({ ...TOOL, name: 'a.b' }), 'String should match pattern'],
  ['the same name twice', tools(TOOL, TOOL), 'Tool names must be unique'],
  ['an unknown type of tool', tools({ type: 'magic_20990101', name: 'magic' }), "Input tag 'magic_20990101'"],
  ['a description that is null', tools({ ...TOOL, description: null }), 'description: Input should be a valid string'],
  ['a combinator at the root', schema({ anyOf: [{ type: 'object' }] }), 'at the top level'],
  ['a root without type', tools({ ...TOOL, input_schema: {} }), 'input_schema.type: Field required'],
  ['a property key', schema({ properties: { 'a[b]': { type: 'string' } } }), 'Property keys should match'],
  ['an old schema', schema({ properties: { a: { type: 'number', exclusiveMinimum: true } } }), 'draft 2020-12'],
  [
    'an open object in strict',
    schema({ properties: {} }, { strict: true }),
    "'additionalProperties' must be explicitly",
  ],
  [
    'a keyword in strict',
    schema({ properties: { a: { type: 'integer', minimum: 1 } }, additionalProperties: false }, { strict: true }),
    'not supported',
  ],
  ['a mark on a deferred tool', tools(TOOL, { ...TOOL, name: 'b', defer_loading: true, ...mark }), 'defer_loading'],
  [
    'a strict tool for code',
    schema(
      { properties: {}, additionalProperties: false },
      { strict: true, allowed_callers: ['code_execution_20260521'] },
    ),
    'cannot be called from code',
  ],
  ['every tool deferred', tools({ ...TOOL, defer_loading: true }), 'All tools cannot be deferred'],
  ['too many strict tools', tools(...strictTools(21, object({}))), 'Too many strict tools (21)'],
  [
    'too many optional',
    tools(...strictTools(1, object(named(25, { type: 'string' })))),
    'too many optional parameters (25)',
  ],
  [
    'too many unions',
    tools(
      ...strictTools(1, { ...object(named(17, { type: ['string', 'null'] })), required: Object.keys(named(17, {})) }),
    ),
    '(17 parameters with type arrays',
  ],
  [
    'a grammar that is too large',
    tools(...strictTools(1, object({ a: { type: 'string', enum: ['x'.repeat(4000)] } }))),
    'compiled grammar is too large',
  ],
  [
    'a schema of the answer counts too',
    {
      ...tools(...strictTools(1, object(named(20, { type: 'string' })))),
      output_config: { format: { type: 'json_schema', schema: object(named(5, { type: 'string' })) } },
    },
    'optional parameters (25)',
  ],
  [
    'forced where the model refuses',
    choice({ type: 'any' }, { model: 'claude-opus-5-5' }),
    'not supported for this model',
  ],
  [
    'forced with manual thinking',
    choice({ type: 'any' }, { thinking: { type: 'enabled', budget_tokens: 2000 } }),
    'forces tool use',
  ],
  [
    'a choice without tools',
    { model: 'm', max_tokens: 1, messages: [user('x')], tool_choice: { type: 'auto' } },
    'while providing tools',
  ],
  ['a tool that is not there', choice({ type: 'tool', name: 'nope' }), "Tool 'nope' not found"],
  [
    'a forced tool for code only',
    {
      ...tools({ ...TOOL, allowed_callers: ['code_execution_20260521'] }),
      tool_choice: { type: 'tool', name: 'getPet' },
    },
    'does not allow direct calls',
  ],
  [
    'parallel switch with tools for code',
    {
      ...tools({ ...TOOL, allowed_callers: ['code_execution_20260521'] }),
      tool_choice: { type: 'auto', disable_parallel_tool_use: true },
    },
    'not supported with programmatic',
  ],
  ['parallel switch on none', choice({ type: 'none', disable_parallel_tool_use: true }), 'Extra inputs'],
  [
    'too little to think',
    { ...history(), thinking: { type: 'enabled', budget_tokens: 1 } },
    'greater than or equal to 1024',
  ],
  ['five breakpoints', { ...history(user([1, 2, 3, 4].map(() => ({ ...text('x'), ...mark })))), ...mark }, 'Found 5'],
  ['an empty message', history(assistant()), 'non-empty content'],
  ['an empty text', history(user([text('')])), 'text content blocks must be non-empty'],
  ['a wrong role', history({ role: 'tool', content: 'x' }), 'role'],
  [
    'a call without result',
    history(assistant(use('toolu_1')), user('hm')),
    'without `tool_result` blocks immediately after: toolu_1',
  ],
  ['a result without call', history(assistant(text('x')), user([result('toolu_9')])), 'unexpected `tool_use_id`'],
  ['a result given twice', history(assistant(use('a')), user([result('a'), result('a')])), 'unexpected `tool_use_id`'],
  [
    'results in two messages',
    history(assistant(use('a'), use('b')), user([result('a')]), user([result('b')])),
    'immediately after: b',
  ],
  [
    'a text before the results',
    history(assistant(use('a')), user([text('x'), result('a')])),
    'before all other content',
  ],
  [
    'an id used twice',
    history(assistant(use('a')), user([result('a')]), assistant(use('a')), user([result('a')])),
    'must be unique',
  ],
  ['an id with odd characters', history(assistant(use('a b')), user([result('a b')])), 'String should match'],
  ['a result for a server tool', history(assistant(search), user([result('srvtoolu_1')])), 'unexpected `tool_use_id`'],
  [
    'an error with an image',
    history(assistant(use('a')), user([result('a', { is_error: true, content: [{ type: 'image' }] })])),
    'must be type `text`',
  ],
  [
    'an empty error',
    history(assistant(use('a')), user([result('a', { is_error: true, content: '' })])),
    'cannot be empty',
  ],
  ['a result that is a number', history(assistant(use('a')), user([result('a', { content: 3 })])), 'valid list'],
  [
    'an unknown block in a result',
    history(assistant(use('a')), user([result('a', { content: [{ type: 'video' }] })])),
    'Input tag',
  ],
  [
    'an image for a program',
    history(
      assistant(use('a', { caller: { type: 'code_execution_20260120' } })),
      user([result('a', { content: [{ type: 'image' }] })]),
    ),
    'programmatic',
  ],
  [
    'a text beside the result for a program',
    history(assistant(use('a', { caller: { type: 'code_execution_20260120' } })), user([result('a'), text('x')])),
    'only `tool_result` blocks',
  ],
  [
    'a reference to a tool that is not there',
    history(assistant(use('a')), user([result('a', { content: [{ type: 'tool_reference', tool_name: 'b' }] })])),
    "Tool reference 'b' not found",
  ],
  [
    'a toolset without its name',
    history(assistant(use('a', { toolset_name: 'browser' })), user([result('a')])),
    'toolset_name',
  ],
  [
    'text after a mixed group',
    history(assistant(search, use('a')), user([result('a'), text('go')])),
    '`web_search` tool use with id `srvtoolu_1`',
  ],
  ['no tools with history', { ...history(assistant(use('a')), user([result('a')])), tools: [] }, 'must define tools'],
  ['a prefill', history(assistant(text('Sure'))), 'assistant message prefill'],
  ['a lone surrogate', history(user('\ud800')), 'surrogate'],
];

/** Second requests of a conversation, after the answer `REPLY` to the first. */
const THINKING = { type: 'thinking', thinking: 'hm', signature: 'c2ln' };
const REPLY = [THINKING, use('toolu_1')];
const second = (more: Json = {}, reply: unknown[] = REPLY): Json => ({
  ...history(assistant(...reply), user([result('toolu_1')])),
  container: 'container_1',
  ...more,
});
const CHANGED: readonly (readonly [string, Json, string])[] = [
  ['tools changed', second({ tools: [{ ...TOOL, description: 'y' }] }), 'tools: changed'],
  ['system changed', second({ system: 'new' }), 'system: changed'],
  ['thinking mode changed', second({ thinking: { type: 'adaptive' } }), 'thinking: changed'],
  [
    'an earlier message changed',
    { ...second(), messages: [user('Stop.'), assistant(...REPLY), user([result('toolu_1')])] },
    'messages.0: an earlier message',
  ],
  ['thinking left out', second({}, [use('toolu_1')]), 'cannot be modified'],
  [
    'a call changed',
    second({}, [THINKING, use('toolu_1', { input: { a: 1 } })]),
    'latest assistant message was changed',
  ],
  ['the container left out', second({ container: undefined }), 'container'],
];

/** Second requests after a paused answer. */
const PAUSED = [text('Searching.')];
const afterPause = (...more: Json[]): Json => history(assistant(...PAUSED), ...more);

describe('the fake of the Messages API', () => {
  let fake: FakeMessagesApi;
  beforeAll(async () => {
    fake = await startFakeMessagesApi({
      answer: () => ({ content: REPLY, stop_reason: 'tool_use', container: { id: 'container_1' } }),
      limits: { grammarBytes: 3600 },
    });
  });
  afterAll(() => fake.close());

  const send = async (name: string, body: Json): Promise<{ status: number; message: string }> => {
    const url = `${fake.conversation(encodeURIComponent(name))}/v1/messages`;
    const response = await fetch(url, { method: 'POST', body: JSON.stringify(body) });
    const answer = (await response.json()) as { error?: { message: string } };
    return { status: response.status, message: answer.error?.message ?? '' };
  };

  it.each(BROKEN)('refuses: %s', async (name, body, part) => {
    const { status, message } = await send(name, body);
    expect([status, message]).toEqual([400, expect.stringContaining(part)]);
  });

  it.each(CHANGED)('refuses: %s', async (name, body, part) => {
    expect((await send(name, history())).status).toBe(200);
    const { status, message } = await send(name, body);
    expect([status, message]).toEqual([400, expect.stringContaining(part)]);
  });

  it('refuses words of the user after a pause', async () => {
    const paused = await startFakeMessagesApi({ answer: () => ({ content: PAUSED, stop_reason: 'pause_turn' }) });
    const post = async (name: string, body: Json) => {
      const init = { method: 'POST', body: JSON.stringify(body) };
      return (await fetch(`${paused.conversation(name)}/v1/messages`, init)).status;
    };
    expect([await post('a', history()), await post('a', afterPause())]).toEqual([200, 200]);
    expect([await post('b', history()), await post('b', afterPause(user('go on')))]).toEqual([200, 400]);
    expect(paused.violations).toEqual([expect.stringContaining('continued without a new user message')]);
    await paused.close();
  });

  it('takes a conversation that keeps the rules', async () => {
    expect((await send('good', history())).status).toBe(200);
    expect(await send('good', second())).toEqual({ status: 200, message: '' });
  });
});
