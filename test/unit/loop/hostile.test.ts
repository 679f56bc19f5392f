import { describe, expect, it } from 'vitest';
import type { LoopEvent } from '../../../src/runtime/contract.js';
import type { ToolLoopError } from '../../../src/runtime/errors.js';
import { runToolLoop } from '../../../src/runtime/run-tool-loop.js';
import { blocks, objects } from '../../support/fake-messages-api/script.js';
import { calls, GO, stubClient, text, use } from '../../support/stub-client.js';
import { createStubDispatcher } from '../../support/stub-dispatcher.js';

const HALF = 'half \ud83d';
const WHOLE = 'half \ufffd';

describe('what others hand in', () => {
  it('cannot make a request invalid by half a surrogate pair', async () => {
    const client = stubClient((_body, index) =>
      index === 0 ? calls({ type: 'text', text: HALF }, use('t1', 'getPet', { [HALF]: HALF })) : text('ok'),
    );
    const seen: unknown[] = [];
    const dispatcher = createStubDispatcher({
      answer: async ({ input }) => {
        seen.push(input);
        return { content: HALF };
      },
    });
    const tools = dispatcher.tools.map((tool) => ({ ...tool, description: HALF }));
    const request = { ...GO, system: HALF, messages: [{ role: 'user', content: HALF }] };
    await runToolLoop({ client, dispatcher, request, tools });
    for (const body of client.bodies) expect(JSON.stringify(body)).not.toMatch(/\\ud83d/);
    expect(objects(client.bodies[1]?.['messages'])).toMatchObject([
      { content: WHOLE },
      { content: [{ text: WHOLE }, { input: { [WHOLE]: WHOLE } }] },
      { content: [{ content: WHOLE }] },
    ]);
    expect(seen).toEqual([{ [WHOLE]: WHOLE }]);
  });

  it('cannot change the history through an event', async () => {
    const onEvent = (event: LoopEvent): void => {
      if (event.type === 'message') event.message.content.length = 0;
      if (event.type === 'result') event.result.content = 'changed';
      if (event.type === 'call') (event.input as { petId: number }).petId = 2;
    };
    const client = stubClient((_body, index) => (index === 0 ? calls(use('t1', 'getPet', { petId: 1 })) : text('ok')));
    const result = await runToolLoop({ client, dispatcher: createStubDispatcher(), request: GO, onEvent });
    expect(result.messages.map(blocks)).toMatchObject([
      [{}],
      [use('t1', 'getPet', { petId: 1 })],
      [{ content: '{"name":"getPet","petId":1}' }],
      [{ text: 'ok' }],
    ]);
  });

  it('cannot change the history through the messages that were given', async () => {
    const messages = [{ role: 'user', content: [{ type: 'text', text: 'Go.' }] }];
    const client = stubClient((_body, index) => {
      for (const block of messages[0]?.content ?? []) block.text = 'Stop.';
      return index === 0 ? calls(use('t1', 'getPet')) : text('ok');
    });
    await runToolLoop({ client, dispatcher: createStubDispatcher(), request: { ...GO, messages } });
    expect(objects(client.bodies[1]?.['messages'])[0]?.['content']).toEqual([{ type: 'text', text: 'Go.' }]);
  });

  it.each([
    ['throws something that has no text', () => Promise.reject(Object.create(null))],
    ['throws an error without words', () => Promise.reject(new Error(''))],
    ['gives a result that holds itself', () => Promise.resolve({ content: circle() })],
    ['gives nothing', () => Promise.resolve(undefined)],
  ])('cannot end the run: a dispatcher that %s', async (_name, answer) => {
    const broken = { ...createStubDispatcher(), dispatch: answer as never };
    const client = stubClient((_body, index) => (index === 0 ? calls(use('t1', 'getPet')) : text('ok')));
    const result = await runToolLoop({ client, dispatcher: broken, request: GO });
    expect(result).toMatchObject({ outcome: 'completed', calls: 1 });
    expect(objects(client.bodies[1]?.['messages']).at(-1)).toMatchObject({ content: [{ tool_use_id: 't1' }] });
  });

  it('leaves a valid history behind a call whose input is too deep to be sent again', async () => {
    let input: unknown = {};
    for (let depth = 0; depth < 20_000; depth += 1) input = { a: input };
    const client = stubClient(() => calls(use('t1', 'getPet', input)));
    const run = runToolLoop({ client, dispatcher: createStubDispatcher(), request: GO, maxTurns: 2 });
    const { messages } = await run.catch((error: ToolLoopError) => error.result);
    expect(messages.at(-1)?.role).toBe('user');
  });
});

function circle(): unknown {
  const circular: Record<string, unknown> = {};
  circular['self'] = circular;
  return circular;
}
