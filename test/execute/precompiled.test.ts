import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Toolkit } from '../../src/runtime/contract.js';
import { type RecordingServer, startServer } from '../support/http-server.js';
import { importPackage, writePackage } from '../support/packages.js';
import { type RunResult, run } from '../support/run.js';
import { ROOT, temporaryFolder } from '../support/temporary.js';

const spec = join(ROOT, 'fixtures/specs/real/v30/petstore-v3.yaml');
/** Far from any node_modules. */
const alone = mkdtempSync(join(tmpdir(), 'tools-gen-precompiled-'));
const near = temporaryFolder('precompiled');
let server: RecordingServer;

beforeAll(async () => {
  await writePackage(join(alone, 'pets'), { spec, validators: 'precompiled' });
  await writePackage(join(near.path, 'pets'), { spec });
  server = await startServer(() => ({ body: '{"id":1}' }));
});
afterAll(async () => {
  await server.close();
  rmSync(alone, { recursive: true });
  near.dispose();
});

const CALLS: readonly (readonly [string, unknown])[] = [
  ['getPetById', { petId: 1 }],
  ['getPetById', { petId: '9007199254740993' }],
  ['getPetById', { petId: 'Rex' }],
  ['getPetById', {}],
  ['findPetsByStatus', { status: 'SOLD' }],
  ['findPetsByStatus', { status: 'asleep' }],
  ['addPet', { body: { name: 'Rex', photoUrls: ['a'], tags: [{ id: 1, name: 'x' }] } }],
  ['addPet', { body: { nam: 'Rex', photoUrls: [3], status: 'asleep', category: 'dog' } }],
  ['createUsersWithListInput', { body: [{ username: 1 }, { id: 'x' }] }],
  ['placeOrder', { body: { shipDate: 'yesterday', quantity: 1.5 } }],
  ['uploadFile', { petId: 1, body: { source: 'base64', data: '!' } }],
];

const PROGRAM = `
const { createDispatcher } = await import(process.argv[2]);
const dispatcher = createDispatcher({ baseUrl: process.argv[3], env: false, credentials: { api_key: 'k', petstore_auth: 't' } });
const answers = [];
for (const [name, input] of ${JSON.stringify(CALLS)}) answers.push(await dispatcher.dispatch({ id: 'toolu_1', name, input }));
console.log(JSON.stringify(answers));
`;

/** Runs the calls in a process that makes no code from strings. */
function inHardenedProcess(folder: string): Promise<RunResult> {
  const program = join(folder, 'program.mjs');
  writeFileSync(program, PROGRAM);
  const index = pathToFileURL(join(folder, 'pets/index.js')).href;
  return run(process.execPath, ['--disallow-code-generation-from-strings', program, index, server.origin]);
}

describe('a package with precompiled validators', () => {
  it('needs no dependency', () => {
    const manifest = JSON.parse(readFileSync(join(alone, 'pets/package.json'), 'utf8'));
    expect(manifest.dependencies).toBeUndefined();
  });

  it('answers every call as a package that compiles does, where no code is made from strings', async () => {
    const { createDispatcher } = await importPackage<Toolkit>(join(near.path, 'pets'));
    const credentials = { api_key: 'k', petstore_auth: 't' };
    const dispatcher = createDispatcher({ baseUrl: server.origin, env: false, credentials });
    const expected: unknown[] = [];
    for (const [name, input] of CALLS) expected.push(await dispatcher.dispatch({ id: 'toolu_1', name, input }));
    const sent = server.seen.splice(0).map(({ method, url, body }) => [method, url, String(body)]);
    const { stdout, stderr } = await inHardenedProcess(alone);
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toEqual(expected);
    expect(server.seen.map(({ method, url, body }) => [method, url, String(body)])).toEqual(sent);
    expect(sent.length).toBeGreaterThan(3);
    expect(stdout).toContain('expected an integer, got \\"Rex\\"');
  });
});

describe('a package that compiles, where no code is made from strings', () => {
  it('tells which option makes one that needs none', async () => {
    const { stdout } = await inHardenedProcess(near.path);
    for (const { is_error, content } of JSON.parse(stdout)) {
      expect(is_error).toBe(true);
      expect(content).toContain('--validators precompiled');
    }
  });
});
