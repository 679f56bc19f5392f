import { describe, expect, it } from 'vitest';
import type { Dispatcher, ToolDefinition } from '../../../src/runtime/contract.js';
import { runToolLoop } from '../../../src/runtime/run-tool-loop.js';
import { planTools } from '../../../src/runtime/strict/plan.js';
import { type Json, objects } from '../../support/fake-messages-api/script.js';
import { startFakeMessagesApi } from '../../support/fake-messages-api/server.js';
import { GO, stubClient, text } from '../../support/stub-client.js';
import { createStubDispatcher, STUB_TOOLS } from '../../support/stub-dispatcher.js';

/** Tools with more optional parameters together than a request may have, over the planner that ships. */
function optionalHeavy(prefix: string): Dispatcher {
  const names = Array.from({ length: 6 }, (_, index) => `p${index}`);
  const properties = Object.fromEntries(names.map((name) => [name, { type: 'string' }]));
  const schema = { type: 'object' as const, properties, additionalProperties: false as const };
  const tools = Array.from({ length: 6 }, (_, index) => ({
    name: `${prefix}${index}`,
    description: 'Takes what is wanted.',
    effect: 'read' as const,
    input_schema: schema,
  }));
  const stub = createStubDispatcher({ tools: [...tools, ...(prefix === 'a' ? STUB_TOOLS : [])] });
  const cost = { optional: 6, unions: 0, pooled: 6, size: 300, leaves: 6 };
  const operations = Object.fromEntries(
    Object.entries(stub.operations).map(([name, operation]) => [name, { ...operation, strict: cost }]),
  );
  const planStrict: Dispatcher['planStrict'] = (list, options) => planTools(list, operations, options).tools;
  return { ...stub, operations, planStrict, tools: planStrict(stub.tools) };
}

describe('the loop over the planner that ships', () => {
  it('plans two packages into one budget that the API takes', async () => {
    const fake = await startFakeMessagesApi({ answer: () => ({ content: [{ type: 'text', text: 'ok' }] }) });
    const client = stubClient((body) => postTo(fake.conversation('main'), body));
    const dispatcher = [optionalHeavy('a'), optionalHeavy('b')];
    const result = await runToolLoop({ client, dispatcher, request: GO });
    await fake.close();
    expect(fake.violations).toEqual([]);
    expect(result.outcome).toBe('completed');
    expect(objects(client.bodies[0]?.['tools']).some(({ strict }) => strict === true)).toBe(true);
  });

  it('takes flags and rewritten schemas back when the grammar is refused', async () => {
    const dispatcher = optionalHeavy('b');
    const refused = Object.assign(new Error('The compiled grammar is too large'), { status: 400 });
    const client = stubClient((body) =>
      objects(body['tools']).some(({ strict }) => strict === true) ? Promise.reject(refused) : text('ok'),
    );
    await runToolLoop({ client, dispatcher, request: GO });
    const sent = objects(client.bodies.at(-1)?.['tools']) as unknown as ToolDefinition[];
    expect(sent.map(({ input_schema }) => input_schema.required ?? [])).toEqual(sent.map(() => []));
    expect(sent[0]?.input_schema.properties['p0']).toEqual({ type: 'string' });
  });
});

async function postTo(url: string, body: Json): Promise<Json> {
  const response = await fetch(`${url}/v1/messages`, { method: 'POST', body: JSON.stringify(body) });
  return (await response.json()) as Json;
}
