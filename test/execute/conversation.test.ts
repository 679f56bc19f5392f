import { join } from 'node:path';
import Anthropic from '@anthropic-ai/sdk';
import { ToolError } from '@anthropic-ai/sdk/lib/tools/ToolError';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type {
  Dispatcher,
  DispatcherOptions,
  LoopEvent,
  MessagesClient,
  Toolkit,
  ToolLoopOptions,
  ToolLoopResult,
} from '../../src/runtime/contract.js';
import { blocks, objects, type ScriptedTurn } from '../support/fake-messages-api/script.js';
import { type FakeMessagesApi, startFakeMessagesApi } from '../support/fake-messages-api/server.js';
import { type RecordingServer, type SeenRequest, startServer } from '../support/http-server.js';
import { importPackage, writePackage } from '../support/packages.js';
import { use } from '../support/stub-client.js';
import { ROOT, temporaryFolder } from '../support/temporary.js';

/** The package's entry point: its own loop, not the one of the source. */
type Package = Toolkit<Record<string, unknown>, Record<string, unknown>> & {
  runToolLoop: (options: ToolLoopOptions) => Promise<ToolLoopResult>;
};

const work = temporaryFolder('conversation');
let server: RecordingServer;
let pets: Package;

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

function answer({ method, url }: SeenRequest) {
  if (url.endsWith('/pet/404')) return { status: 404, body: '{"message":"Pet not found"}' };
  if (url.endsWith('/pet/8')) return { headers: { 'content-type': 'image/png' }, body: PNG };
  if (method === 'DELETE') return { headers: {}, body: '' };
  return { headers: { 'content-type': 'application/json' }, body: '{"id":7,"name":"Rex","photoUrls":[]}' };
}

beforeAll(async () => {
  await writePackage(work.path, { spec: join(ROOT, 'fixtures/specs/real/v30/petstore-v3.yaml') });
  pets = await importPackage<Package>(work.path);
  server = await startServer(answer);
});
beforeEach(() => {
  server.seen.length = 0;
});
afterAll(async () => {
  await server.close();
  work.dispose();
});

const TURNS: readonly ScriptedTurn[] = [
  {
    content: [
      { type: 'thinking', thinking: 'Which pets are there?', signature: 'c2lnbmVk' },
      { type: 'text', text: 'I shall look.', citations: null },
      use('toolu_1', 'getPetById', { petId: 7 }),
      use('toolu_2', 'getPetById', { petId: 404 }),
      use('toolu_3', 'findPetsByTags', { tags: ['a b', 'ü'] }),
    ],
    stop_reason: 'tool_use',
  },
  {
    content: [
      use('toolu_4', 'addPet', { body: { name: 'Rex' } }),
      use('toolu_5', 'getPetByIdea', {}),
      use('toolu_6', 'getPetById', { petId: 8 }),
    ],
    stop_reason: 'tool_use',
  },
  {
    content: [
      use('toolu_7', 'addPet', { body: { name: 'Rex', photoUrls: ['https://a.example/1'] } }),
      use('toolu_8', 'deletePet', { petId: 7 }),
    ],
    stop_reason: 'tool_use',
  },
  { content: [{ type: 'text', text: 'Done.', citations: null }] },
];

/** What the model must be told, call by call. */
const RESULTS: Readonly<Record<string, { error?: true; says: RegExp }>> = {
  toolu_1: { says: /"name":"Rex"/ },
  toolu_2: { error: true, says: /404.*Pet not found/s },
  toolu_3: { says: /Rex/ },
  toolu_4: { error: true, says: /photoUrls/ },
  toolu_5: { error: true, says: /getPetById/ },
  toolu_6: { says: /image\/png/ },
  toolu_7: { says: /Rex/ },
  toolu_8: { says: /./ },
};

const SENT = [
  'GET /api/v3/pet/7',
  'GET /api/v3/pet/404',
  'GET /api/v3/pet/findByTags?tags=a%20b&tags=%C3%BC',
  'GET /api/v3/pet/8',
  'POST /api/v3/pet',
  'DELETE /api/v3/pet/7',
];

const dispatcher = (options: DispatcherOptions = {}) =>
  pets.createDispatcher({
    baseUrl: `${server.origin}/api/v3`,
    credentials: { api_key: 'secret-key', petstore_auth: 'secret-token' },
    env: false,
    ...options,
  }) as Dispatcher;

const start = () => startFakeMessagesApi({ answer: (_body, index) => TURNS[index] ?? {} });
const clientOf = (fake: FakeMessagesApi) =>
  new Anthropic({ apiKey: 'test', baseURL: fake.conversation('main'), maxRetries: 0 });
const messages = [{ role: 'user' as const, content: 'Look after the pets.' }];
const sent = () => server.seen.map(({ method, url }) => `${method} ${url}`);

/** Results of all turns, from the last request that reached the API. */
function resultsOf(fake: FakeMessagesApi) {
  const history = objects(fake.requests().at(-1)?.['messages']);
  return history.flatMap(blocks).filter(({ type }) => type === 'tool_result');
}

function expectResults(results: ReturnType<typeof resultsOf>): void {
  expect(results.map((result) => result['tool_use_id'])).toEqual(Object.keys(RESULTS));
  for (const result of results) {
    const want = RESULTS[String(result['tool_use_id'])];
    const { content } = result;
    const text = typeof content === 'string' ? content : JSON.stringify(content);
    expect(text, String(result['tool_use_id'])).toMatch(want?.says ?? /never/);
    expect(result['is_error'] ?? false, String(result['tool_use_id'])).toBe(want?.error ?? false);
  }
}

describe.each([false, true])('a generated package in a conversation (stream: %s)', (stream) => {
  it('is driven to its end by its own loop through the SDK', async () => {
    const fake = await start();
    const events: LoopEvent[] = [];
    const client: MessagesClient = clientOf(fake);
    const request = { model: 'claude-opus-5', max_tokens: 1000, messages };
    const onEvent = (event: LoopEvent) => events.push(event);
    const result = await pets.runToolLoop({ client, dispatcher: dispatcher(), request, stream, onEvent });
    await fake.close();

    expect(fake.violations).toEqual([]);
    expect(result).toMatchObject({ outcome: 'completed', stopReason: 'end_turn', turns: 4, calls: 8 });
    expect(result.usage).toMatchObject({ input_tokens: 40, output_tokens: 20 });
    expect([...sent()].sort()).toEqual([...SENT].sort());
    expectResults(resultsOf(fake));
    expect(result.messages.map(({ role }) => role)).toEqual([0, 1, 2, 3].flatMap(() => ['user', 'assistant']));
    expect(JSON.parse(String(server.seen.find(({ method }) => method === 'POST')?.body))).toEqual({
      name: 'Rex',
      photoUrls: ['https://a.example/1'],
    });
    expect(events.length).toBeGreaterThan(0);
    expect(JSON.stringify(fake.requests())).not.toMatch(/secret-(?:key|token)/);
  });

  it("is driven by the SDK's Tool Runner", async () => {
    const fake = await start();
    const runner = clientOf(fake).beta.messages.toolRunner({
      model: 'claude-opus-5',
      max_tokens: 1000,
      thread: false,
      stream,
      messages,
      tools: pets.toRunnableTools(dispatcher(), { ToolError }),
    });
    const final = await runner.runUntilDone();
    await fake.close();

    expect(fake.violations).toEqual([]);
    expect(final.stop_reason).toBe('end_turn');
    expect([...sent()].sort()).toEqual([...SENT].sort());
    expectResults(resultsOf(fake));
  });
});

describe('a generated package in a conversation', () => {
  it('sends nothing that was not approved, and the model reads why', async () => {
    const fake = await start();
    const asked: string[] = [];
    const careful = dispatcher({
      approve: ({ id, name }) => {
        asked.push(`${id} ${name}`);
        return 'not today';
      },
    });
    const request = { model: 'claude-opus-5', max_tokens: 1000, messages };
    const result = await pets.runToolLoop({ client: clientOf(fake), dispatcher: careful, request });
    await fake.close();

    expect(fake.violations).toEqual([]);
    expect(result.outcome).toBe('completed');
    expect(asked).toEqual(['toolu_7 addPet', 'toolu_8 deletePet']);
    expect(sent().every((line) => line.startsWith('GET '))).toBe(true);
    const refused = resultsOf(fake).filter(({ content }) => JSON.stringify(content).includes('not today'));
    expect(refused.map((block) => block['tool_use_id'])).toEqual(['toolu_7', 'toolu_8']);
  });

  it('continues a stored history', async () => {
    const first = await start();
    const request = { model: 'claude-opus-5', max_tokens: 1000, messages };
    const halted = await pets.runToolLoop({ client: clientOf(first), dispatcher: dispatcher(), request, maxTurns: 1 });
    await first.close();
    expect(halted).toMatchObject({ outcome: 'max_turns', turns: 1 });
    expect(server.seen).toEqual([]);

    const stored = JSON.parse(JSON.stringify(halted.messages)) as typeof halted.messages;
    const second = await startFakeMessagesApi({ answer: (_body, index) => TURNS[index + 2] ?? {} });
    const more = await pets.runToolLoop({
      client: clientOf(second),
      dispatcher: dispatcher(),
      request: { ...request, messages: stored },
    });
    await second.close();
    expect(second.violations).toEqual([]);
    expect(more).toMatchObject({ outcome: 'completed', turns: 2, calls: 2 });
    expect(sent()).toEqual(['POST /api/v3/pet', 'DELETE /api/v3/pet/7']);
  });
});
