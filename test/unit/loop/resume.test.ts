import { describe, expect, it } from 'vitest';
import { runToolLoop } from '../../../src/runtime/run-tool-loop.js';
import { blocks, type Json, objects } from '../../support/fake-messages-api/script.js';
import { startFakeMessagesApi } from '../../support/fake-messages-api/server.js';
import { GO, stubClient, use } from '../../support/stub-client.js';
import { createStubDispatcher } from '../../support/stub-dispatcher.js';

const user = (...content: unknown[]): Json => ({ role: 'user', content });
const assistant = (...content: unknown[]): Json => ({ role: 'assistant', content });
const text = (value: string): Json => ({ type: 'text', text: value });
const search = (id: string): Json => ({ type: 'server_tool_use', id, name: 'web_search', input: {} });
const result = (id: string): Json => ({ type: 'tool_result', tool_use_id: id, content: 'ok' });
const found = (id: string): Json => ({ type: 'web_search_tool_result', tool_use_id: id, content: [] });

/** Sends a stored history through the loop to the fake; gives the messages that were sent, by the types of their blocks. */
async function resume(...messages: Json[]) {
  const fake = await startFakeMessagesApi({ answer: () => ({ content: [text('ok')] }) });
  const url = `${fake.conversation('main')}/v1/messages`;
  const client = stubClient(async (body) => {
    const response = await fetch(url, { method: 'POST', body: JSON.stringify(body) });
    return (await response.json()) as Json;
  });
  const dispatcher = createStubDispatcher();
  const tools = [...dispatcher.tools, { type: 'web_search_20250305', name: 'web_search' }];
  const request = { ...GO, messages: [user(text('Go.')), ...messages] as unknown as typeof GO.messages };
  const before = JSON.stringify(request.messages);
  await runToolLoop({ client, dispatcher, request, tools }).finally(() => fake.close());
  expect(fake.violations).toEqual([]);
  expect(JSON.stringify(request.messages)).toBe(before);
  return objects(client.bodies[0]?.['messages'])
    .slice(1)
    .map((message) => [message['role'], ...blocks(message).map(({ type }) => type)].join(' '));
}

/** A stored history after its first message, and what is sent of it. */
const HISTORIES: readonly (readonly [string, Json[], string[]])[] = [
  [
    'a question after open calls',
    [assistant(use('a', 'getPet')), user(text('And?'))],
    ['assistant tool_use', 'user tool_result text'],
  ],
  [
    'a question after a mixed group without results',
    [assistant(text('Hm'), search('s1'), use('a', 'getPet')), user(text('And?'))],
    ['assistant text tool_use', 'user tool_result text'],
  ],
  [
    'a question after a mixed group with results',
    [assistant(search('s1'), use('a', 'getPet')), user(result('a')), user(text('And?'))],
    ['assistant tool_use', 'user tool_result', 'user text'],
  ],
  [
    'a mixed group with results, as it was stored',
    [assistant(search('s1'), use('a', 'getPet')), user(result('a'))],
    ['assistant server_tool_use tool_use', 'user tool_result'],
  ],
  ['a pause', [assistant(text('Hm'), search('s1'))], ['assistant text server_tool_use']],
  [
    'a question after a pause',
    [assistant(text('Hm'), search('s1')), user(text('And?'))],
    ['assistant text', 'user text'],
  ],
  ['a question after nothing but a pause', [assistant(search('s1')), user(text('And?'))], ['user text']],
  [
    'a pause that was continued',
    [assistant(search('s1')), assistant(found('s1'), text('x')), user(text('And?'))],
    ['assistant server_tool_use', 'assistant web_search_tool_result text', 'user text'],
  ],
];

describe('a stored history', () => {
  it.each(HISTORIES)('%s', async (_name, messages, sent) => {
    expect(await resume(...messages)).toEqual(sent);
  });

  it('keeps messages of other roles after the results', async () => {
    const client = stubClient(() => ({ content: [text('ok')] }));
    const system = { role: 'system', content: [text('Mind.')] };
    const messages = [...GO.messages, assistant(use('a', 'getPet')), system] as typeof GO.messages;
    await runToolLoop({ client, dispatcher: createStubDispatcher(), request: { ...GO, messages } });
    const sent = objects(client.bodies[0]?.['messages']);
    expect(sent.map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'system']);
    expect(sent[3]).toEqual(system);
  });
});
