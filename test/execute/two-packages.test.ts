import { join } from 'node:path';
import Anthropic from '@anthropic-ai/sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type {
  Dispatcher,
  DispatcherOptions,
  LoopRequest,
  ToolDefinition,
  Toolkit,
  ToolLoopOptions,
  ToolLoopResult,
} from '../../src/runtime/contract.js';
import { blocks, type Json, objects } from '../support/fake-messages-api/script.js';
import { type FakeMessagesApi, startFakeMessagesApi } from '../support/fake-messages-api/server.js';
import { type RecordingServer, startServer } from '../support/http-server.js';
import { importPackage, writePackage } from '../support/packages.js';
import { use } from '../support/stub-client.js';
import { ROOT, temporaryFolder } from '../support/temporary.js';

type Package = Toolkit<Record<string, unknown>, Record<string, unknown>> & {
  runToolLoop: (options: ToolLoopOptions) => Promise<ToolLoopResult>;
};

const SPECS = {
  petstore: 'v30/petstore-v3.yaml',
  twilio: 'v30/twilio--studio_v2.json',
  keto: 'v30/ory--keto.v26.2.0.json',
};

const work = temporaryFolder('two-packages');
let server: RecordingServer;
let pets: Package;
let flows: Package;
let relations: Package;

async function load(name: keyof typeof SPECS): Promise<Package> {
  const folder = join(work.path, name);
  await writePackage(folder, { spec: join(ROOT, 'fixtures/specs/real', SPECS[name]) });
  return importPackage<Package>(folder);
}

beforeAll(async () => {
  pets = await load('petstore');
  flows = await load('twilio');
  relations = await load('keto');
  server = await startServer(() => ({ headers: { 'content-type': 'application/json' }, body: '{"name":"Rex"}' }));
});
afterAll(async () => {
  await server.close();
  work.dispose();
});

const options = (path: string): DispatcherOptions => ({ baseUrl: `${server.origin}${path}`, env: false });
const petDispatcher = () =>
  pets.createDispatcher({
    ...options('/pets'),
    credentials: { api_key: 'pet-key', petstore_auth: 'pet-token' },
  }) as Dispatcher;
const flowDispatcher = () =>
  flows.createDispatcher({
    ...options('/flows'),
    credentials: { accountSid_authToken: { username: 'sid', password: 'flow-token' } },
  }) as Dispatcher;
const relationDispatcher = () => relations.createDispatcher(options('/relations')) as Dispatcher;

const clientOf = (fake: FakeMessagesApi) =>
  new Anthropic({ apiKey: 'test', baseURL: fake.conversation('main'), maxRetries: 0 });
const request = (): LoopRequest => ({
  model: 'claude-opus-5',
  max_tokens: 100,
  messages: [{ role: 'user', content: 'Go.' }],
});
const strictNames = (tools: unknown) =>
  objects(tools)
    .filter(({ strict }) => strict === true)
    .map(({ name }) => String(name));

const TURNS = [
  {
    content: [use('toolu_1', 'getPetById', { petId: 7 }), use('toolu_2', 'FetchFlow', { Sid: `FW${'0'.repeat(32)}` })],
    stop_reason: 'tool_use',
  },
  { content: [use('toolu_3', 'listRelationshipNamespaces', {})], stop_reason: 'tool_use' },
  { content: [{ type: 'text', text: 'Done.', citations: null }] },
];

/** Sends arrays joined by hand, as a program without the loop would: the text of the refusal, or nothing. */
async function refusalOf(tools: readonly ToolDefinition[]): Promise<string | undefined> {
  const fake = await startFakeMessagesApi({ answer: () => ({ content: [{ type: 'text', text: 'Hi.' }] }) });
  const params = { ...request(), tools: [...tools] };
  await clientOf(fake)
    .messages.create(params as unknown as Anthropic.MessageCreateParamsNonStreaming)
    .catch((error: unknown) => {
      if (!(error instanceof Anthropic.BadRequestError)) throw error;
    });
  await fake.close();
  return fake.violations[0];
}

describe('several generated packages in one conversation', () => {
  it('would be refused with their arrays joined as they are', async () => {
    for (const { tools } of [pets, flows, relations]) expect(await refusalOf(tools)).toBeUndefined();
    expect(await refusalOf([...pets.tools, ...flows.tools])).toMatch(/^Too many strict tools|too many/i);
    expect(await refusalOf([...pets.tools, ...relations.tools])).toMatch(/^Too many strict tools|too many/i);
  });

  it('are taken when one of them plans its own tools around the others', async () => {
    const planned = pets.planStrict([...pets.tools, ...flows.tools]);
    expect(await refusalOf(planned)).toBeUndefined();
    const flagged = new Set(strictNames(planned));
    expect(strictNames(flows.tools).every((name) => flagged.has(name))).toBe(true);
    expect(flagged.size).toBeGreaterThan(strictNames(flows.tools).length);
  });

  it('are taken when each of them has planned its own in turn', async () => {
    const joined = [...pets.tools, ...flows.tools, ...relations.tools];
    const planned = [pets, flows, relations].reduce((tools, { planStrict }) => planStrict(tools), joined);
    expect(await refusalOf(planned)).toBeUndefined();
    expect(strictNames(planned).length).toBeGreaterThan(10);
  });

  it('are planned again by the loop, stay within the limits, and each call goes to its own API', async () => {
    const fake = await startFakeMessagesApi({ answer: (_body, index) => TURNS[index] ?? {} });
    const dispatchers = [petDispatcher(), flowDispatcher(), relationDispatcher()];
    const result = await pets.runToolLoop({ client: clientOf(fake), dispatcher: dispatchers, request: request() });
    await fake.close();

    expect(fake.violations).toEqual([]);
    expect(result).toMatchObject({ outcome: 'completed', turns: 3, calls: 3 });
    const [first] = fake.requests();
    const names = objects(first?.['tools']).map(({ name }) => name);
    expect(names).toHaveLength(pets.tools.length + flows.tools.length + relations.tools.length);
    expect(strictNames(first?.['tools']).length).toBeGreaterThan(10);

    const results = objects(fake.requests().at(-1)?.['messages']).flatMap(blocks);
    expect(results.filter(({ type }) => type === 'tool_result').map((block: Json) => block['is_error'])).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    const sent = server.seen.map(({ method, url, headers }) => ({
      line: `${method} ${url}`,
      credential: headers['api_key'] ?? headers.authorization,
    }));
    expect(sent.sort((left, right) => (left.line < right.line ? -1 : 1))).toEqual([
      { line: `GET /flows/v2/Flows/FW${'0'.repeat(32)}`, credential: `Basic ${btoa('sid:flow-token')}` },
      { line: 'GET /pets/pet/7', credential: 'pet-key' },
      { line: 'GET /relations/namespaces', credential: undefined },
    ]);
  });

  it('leave room for the strict tools and the output schema of others', async () => {
    const fake = await startFakeMessagesApi({ answer: () => ({ content: [{ type: 'text', text: 'Hi.' }] }) });
    const own = Array.from({ length: 12 }, (_, index) => ({
      name: `own_${index}`,
      description: 'A tool of the program.',
      strict: true,
      input_schema: {
        type: 'object' as const,
        properties: { text: { type: 'string' }, more: { type: ['string', 'null'] } },
        required: ['text', 'more'],
        additionalProperties: false as const,
      },
    }));
    const result = await pets.runToolLoop({
      client: clientOf(fake),
      dispatcher: [petDispatcher(), flowDispatcher()],
      request: request(),
      tools: [...own, ...pets.tools, ...flows.tools],
      handlers: Object.fromEntries(own.map(({ name }) => [name, () => 'ok'])),
    });
    await fake.close();
    expect(fake.violations).toEqual([]);
    expect(result.outcome).toBe('completed');
    const strict = strictNames(fake.requests()[0]?.['tools']);
    expect(strict.filter((name) => name.startsWith('own_'))).toHaveLength(12);
    expect(strict.length).toBeLessThanOrEqual(20);
    expect(strict.length).toBeGreaterThan(12);
  });

  it('refuse two tools of the same name before anything is sent', async () => {
    const fake = await startFakeMessagesApi({ answer: () => ({}) });
    const dispatcher = [petDispatcher(), petDispatcher()];
    await expect(pets.runToolLoop({ client: clientOf(fake), dispatcher, request: request() })).rejects.toThrow(
      /updatePet/,
    );
    await fake.close();
    expect(fake.requests()).toEqual([]);
  });
});
