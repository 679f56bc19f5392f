import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { copyExample, type ExampleServer, sdkEnvironment, startExampleServer } from '../support/examples.js';
import { startFakeMessagesApi } from '../support/fake-messages-api/server.js';
import { npmRun, QUIET } from '../support/npm.js';
import { run } from '../support/run.js';
import { use } from '../support/stub-client.js';
import { ROOT } from '../support/temporary.js';

/** The workspace outside the clone, as a maintainer has it; tools-gen is linked from the clone. */
const home = mkdtempSync(join(tmpdir(), 'tools-gen-monorepo-'));
const place = (path: string) => join(home, path);
let pets: ExampleServer;
let orders: ExampleServer;

beforeAll(async () => {
  copyExample('monorepo', home);
  const manifest = readFileSync(place('package.json'), 'utf8');
  writeFileSync(place('package.json'), manifest.replace('file:../..', `file:${ROOT}`));
  // No scripts: `prepare` of the linked clone would take its build away under the other tests' feet.
  await npmRun(['install', '--ignore-scripts', ...QUIET], home);
  pets = await startExampleServer('petstore');
  orders = await startExampleServer('orders');
});
afterAll(() => {
  pets?.close();
  orders?.close();
  rmSync(home, { recursive: true, force: true });
});

const QUIET_TURBO = {
  TURBO_TELEMETRY_DISABLED: '1',
  TURBO_NO_UPDATE_NOTIFIER: '1',
  DO_NOT_TRACK: '1',
  // A test run inside somebody's Turborepo must not take over its settings.
  TURBO_HASH: undefined,
  TURBO_CACHE_DIR: undefined,
};

async function turbo(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<string> {
  const bin = place(join('node_modules', '.bin', process.platform === 'win32' ? 'turbo.cmd' : 'turbo'));
  const options = { cwd: home, env: { ...QUIET_TURBO, ...env } };
  const { code, stdout, stderr } = await run(bin, ['run', '--cache=local:rw', ...args], options);
  if (code !== 0) throw new Error(`turbo ${args.join(' ')} failed: ${stdout}${stderr}`);
  return stdout;
}

/** What Turborepo did with each task of `generate`, by package. */
async function generate(args: readonly string[] = [], env: NodeJS.ProcessEnv = {}): Promise<Record<string, string>> {
  const printed = await turbo(['generate', ...args], env);
  const found = printed.matchAll(/@acme\/(\w+)-tools:generate: cache (hit|miss)/g);
  return Object.fromEntries([...found].map(([, name = '', state = '']) => [name, state]));
}

describe('the Turborepo recipe', () => {
  it('declares what is read, and what is written', async () => {
    const plan = JSON.parse(await turbo(['generate', '--dry=json'])) as {
      tasks: { taskId: string; inputs: Record<string, string>; outputs: string[]; resolvedTaskDefinition: object }[];
    };
    const tasks = plan.tasks.filter(({ taskId }) => /tools#generate$/.test(taskId));
    expect(tasks.map(({ taskId }) => taskId)).toEqual(['@acme/orders-tools#generate', '@acme/pets-tools#generate']);
    for (const { inputs, outputs } of tasks) {
      expect(Object.keys(inputs).sort()).toEqual(['openapi.yaml', 'package.json', 'tools-gen.config.json']);
      expect(outputs).toEqual(['generated/**']);
    }
  });

  it('runs tools-gen once, then takes the cache, whatever the environment holds', async () => {
    expect(await generate()).toEqual({ orders: 'miss', pets: 'miss' });
    expect(await generate()).toEqual({ orders: 'hit', pets: 'hit' });
    expect(await generate([], { PETS_API_KEY: 'another', ORDERS_TOKEN: 'another' })).toEqual({
      orders: 'hit',
      pets: 'hit',
    });
  });

  it('restores deleted output from the cache, to the byte', async () => {
    const index = place('packages/pets/generated/index.d.ts');
    const manifest = readFileSync(place('packages/pets/generated/tools-gen.json'), 'utf8');
    rmSync(place('packages/pets/generated'), { recursive: true });
    expect(await generate()).toEqual({ orders: 'hit', pets: 'hit' });
    expect(existsSync(index)).toBe(true);
    expect(readFileSync(place('packages/pets/generated/tools-gen.json'), 'utf8')).toBe(manifest);
    const check = await run(process.execPath, [join(ROOT, 'dist/cli/main.js'), '--check'], {
      cwd: place('packages/pets'),
    });
    expect(check.code, check.stderr).toBe(0);
  });

  it('gives the generated packages to the app, whose tests follow a change of one document only', async () => {
    const state = (printed: string) => /@acme\/support:test: cache (hit|miss)/.exec(printed)?.[1];
    expect(state(await turbo(['test']))).toBe('miss');
    expect(state(await turbo(['test']))).toBe('hit');

    const spec = place('packages/pets/openapi.yaml');
    const before = readFileSync(spec, 'utf8');
    writeFileSync(spec, before.replace('Look a pet up by its number.', 'Find one pet by its number.'));
    const changed = await turbo(['test']);
    expect(changed).toMatch(/@acme\/pets-tools:generate: cache miss/);
    expect(changed).toMatch(/@acme\/orders-tools:generate: cache hit/);
    expect(state(changed)).toBe('miss');
    expect(readFileSync(place('packages/pets/generated/data/pets.js'), 'utf8')).toContain('Find one pet');
    writeFileSync(spec, before);
    expect(await generate()).toEqual({ orders: 'hit', pets: 'hit' });
  });

  it('works with the loose environment mode too', async () => {
    const loose = ['--env-mode=loose'];
    await generate(loose);
    expect(await generate(loose, { PETS_API_KEY: 'another' })).toEqual({ orders: 'hit', pets: 'hit' });
  });
});

describe('the npm workspaces recipe', () => {
  it('generates without Turborepo', async () => {
    rmSync(place('packages/pets/generated'), { recursive: true, force: true });
    rmSync(place('packages/orders/generated'), { recursive: true, force: true });
    await npmRun(['run', 'generate', '--workspaces', '--if-present'], home);
    expect(existsSync(place('packages/pets/generated/index.js'))).toBe(true);
    expect(existsSync(place('packages/orders/generated/index.js'))).toBe(true);
  });

  it('runs an agent on both packages', async () => {
    const turns = [
      {
        content: [use('toolu_1', 'getPetById', { petId: 1 }), use('toolu_2', 'listOrders', { petId: 1 })],
        stop_reason: 'tool_use',
      },
      { content: [{ type: 'text', text: 'Rex, ordered twice.', citations: null }] },
    ];
    const fake = await startFakeMessagesApi({ answer: (_body, index) => turns[index] ?? {} });
    const env = {
      ...sdkEnvironment(fake),
      PETS_BASE_URL: pets.url,
      ORDERS_BASE_URL: orders.url,
      PETS_API_KEY: 'any',
      ORDERS_TOKEN: 'any',
    };
    const { stdout, stderr } = await run('npm', ['start', '--silent', '--workspace', '@acme/support'], {
      cwd: home,
      env,
    });
    await fake.close();
    expect(fake.violations).toEqual([]);
    expect(stderr).toContain('completed after 2 calls');
    expect(stdout).toBe('Rex, ordered twice.\n');
    expect(pets.lines()).toEqual(['GET /api/v3/pet/1 -> 200']);
    expect(orders.lines()).toEqual(['GET /orders?petId=1 -> 200']);
  });
});
