import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { copyExample, type ExampleServer, sdkEnvironment, startExampleServer } from '../support/examples.js';
import type { ScriptedTurn } from '../support/fake-messages-api/script.js';
import { objects } from '../support/fake-messages-api/script.js';
import { startFakeMessagesApi } from '../support/fake-messages-api/server.js';
import { npmRun } from '../support/npm.js';
import { run } from '../support/run.js';
import { use } from '../support/stub-client.js';
import { ROOT, temporaryFolder } from '../support/temporary.js';

const work = temporaryFolder('examples');
const example = (name: string) => join(work.path, 'examples', name);
const SPEC = 'fixtures/specs/real/v30/petstore-v3.yaml';
let pets: ExampleServer;
let orders: ExampleServer;

beforeAll(async () => {
  for (const name of ['one-api', 'two-apis', 'monorepo']) copyExample(name, example(name));
  cpSync(join(ROOT, SPEC), join(work.path, SPEC));
  pets = await startExampleServer('petstore');
  orders = await startExampleServer('orders');
});
afterAll(() => {
  pets?.close();
  orders?.close();
  work.dispose();
});

const say = (text: string): ScriptedTurn => ({ content: [{ type: 'text', text, citations: null }] });

/** Runs an example's agent with the real SDK against the fake of the Messages API, which answers what `turns` say. */
async function runAgent(name: string, turns: readonly ScriptedTurn[], env: NodeJS.ProcessEnv, input = '') {
  const fake = await startFakeMessagesApi({ answer: (_body, index) => turns[index] ?? {} });
  const options = { cwd: example(name), env: { ...env, ...sdkEnvironment(fake) }, input };
  const result = await run(process.execPath, ['agent.mjs'], options);
  await fake.close();
  const offered = objects(fake.requests()[0]?.['tools']).map(({ name: tool }) => String(tool));
  return { ...result, violations: fake.violations, offered };
}

describe('the examples, by the commands of their READMEs', () => {
  it('one-api: an agent that reads one API', async () => {
    await npmRun(['exec', '--offline', '--', 'tools-gen', '--quiet'], example('one-api'));
    const turns = [
      { content: [use('toolu_1', 'getPetById', { petId: 1 })], stop_reason: 'tool_use' },
      say('Pet 1 is called Rex.'),
    ];
    const env = { PETSTORE_BASE_URL: pets.url, PETSTORE_API_KEY: 'any', PETSTORE_PETSTORE_AUTH: 'any' };
    const agent = await runAgent('one-api', turns, env);
    expect(agent.violations).toEqual([]);
    expect(agent.offered).toEqual(['findPetsByStatus', 'findPetsByTags', 'getPetById']);
    expect(agent.stderr).toBe('-> getPetById {"petId":1}\ncompleted after 1 calls\n');
    expect(agent.stdout).toBe('Pet 1 is called Rex.\n');
    expect(pets.lines()).toContain('GET /api/v3/pet/1 -> 200');
  });

  it('two-apis: an agent that asks before it writes', async () => {
    await npmRun(['exec', '--offline', '--', 'tools-gen', '--quiet'], example('two-apis'));
    const order = { body: { petId: 1, quantity: 1 } };
    const turns = [
      { content: [use('toolu_1', 'getPetById', { petId: 1 })], stop_reason: 'tool_use' },
      { content: [use('toolu_2', 'createOrder', order)], stop_reason: 'tool_use' },
      say('I ordered one of Rex (pet 1).'),
    ];
    const env = {
      PETS_BASE_URL: pets.url,
      ORDERS_BASE_URL: orders.url,
      PETS_API_KEY: 'any',
      ORDERS_TOKEN: 'any',
    };
    const agent = await runAgent('two-apis', turns, env, 'y\n');
    expect(agent.violations).toEqual([]);
    expect(agent.offered).toEqual(['findPetsByStatus', 'getPetById', 'listOrders', 'createOrder']);
    expect(agent.stderr).toContain('completed after 2 calls\n');
    expect(agent.stdout).toContain(`POST ${orders.url}/orders {"petId":1,"quantity":1} [y/N] `);
    expect(agent.stdout).toMatch(/I ordered one of Rex \(pet 1\)\.\n$/);
    expect(orders.lines()).toEqual(['POST /orders -> 201']);
  });
});
