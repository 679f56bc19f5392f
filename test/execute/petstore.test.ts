import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Dispatcher, DispatcherOptions, ToolDefinition, Toolkit } from '../../src/runtime/contract.js';
import { type RecordingServer, startServer } from '../support/http-server.js';
import { importPackage, writePackage } from '../support/packages.js';
import { ROOT, temporaryFolder } from '../support/temporary.js';

type Package = Toolkit<Record<string, unknown>, Record<string, unknown>>;

const work = temporaryFolder('execute');
let server: RecordingServer;
let pets: Package;

beforeAll(async () => {
  await writePackage(work.path, { spec: join(ROOT, 'fixtures/specs/real/v30/petstore-v3.yaml') });
  pets = await importPackage<Package>(work.path);
  server = await startServer(({ url }) =>
    url.endsWith('/404')
      ? { status: 404, body: '{"message":"Pet not found"}' }
      : { body: JSON.stringify({ id: 9007199254740993n.toString().length, name: 'Rex' }) },
  );
});
beforeEach(() => {
  server.seen.length = 0;
});
afterAll(async () => {
  await server.close();
  work.dispose();
});

const dispatcher = (options: DispatcherOptions = {}): Dispatcher =>
  pets.createDispatcher({
    baseUrl: `${server.origin}/api/v3`,
    credentials: { api_key: 'secret-key', petstore_auth: 'secret-token' },
    env: false,
    ...options,
  }) as Dispatcher;

const use = (name: string, input: unknown) => ({ id: 'toolu_1', name, input });

describe('a generated package against a real HTTP server', () => {
  it('exports nineteen frozen tools with operations for each', () => {
    expect(pets.tools).toHaveLength(19);
    expect(Object.isFrozen(pets.tools)).toBe(true);
    expect(pets.tools.map(({ name }: ToolDefinition) => name)).toEqual(Object.keys(pets.operations));
  });

  it('sends a path parameter with the credential the document asks for', async () => {
    const result = await dispatcher().dispatch(use('getPetById', { petId: 7 }));
    expect(result).toEqual({ type: 'tool_result', tool_use_id: 'toolu_1', content: '{"id":16,"name":"Rex"}' });
    expect(server.seen).toHaveLength(1);
    expect(server.seen[0]).toMatchObject({ method: 'GET', url: '/api/v3/pet/7', headers: { api_key: 'secret-key' } });
  });

  it('sends a JSON body as it was given', async () => {
    const body = { name: 'Rex', photoUrls: ['a'], category: { id: 1, name: 'dogs' } };
    const result = await dispatcher().dispatch(use('addPet', { body }));
    expect(result.is_error).toBeUndefined();
    expect(JSON.parse(String(server.seen[0]?.body))).toEqual(body);
    expect(server.seen[0]?.headers['content-type']).toBe('application/json');
    expect(server.seen[0]?.headers.authorization).toBe('Bearer secret-token');
  });

  it.each([
    ['a wrong type', 'getPetById', { petId: 'x' }, /petId/],
    ['a missing parameter', 'getPetById', {}, /petId/],
    ['an unknown parameter', 'getPetById', { petId: 1, petid: 2 }, /petid.*petId/s],
    ['a value outside the enum', 'findPetsByStatus', { status: 'gone' }, /available/],
    ['a missing body property', 'addPet', { body: { name: 'x' } }, /photoUrls/],
  ])('refuses %s before anything is sent', async (_, name, input, text) => {
    const result = await dispatcher().dispatch(use(name, input));
    expect(result.is_error).toBe(true);
    expect(result.content).toMatch(text);
    expect(server.seen).toEqual([]);
  });

  it.each(['constructor', '__proto__', 'toString', 'getPetByIdea', ''])('answers the unknown tool %j', async (name) => {
    const result = await dispatcher().dispatch(use(name, {}));
    expect(result.is_error).toBe(true);
    expect(server.seen).toEqual([]);
  });

  it('turns an HTTP error into a result the model can act on', async () => {
    const result = await dispatcher().dispatch(use('getPetById', { petId: 404 }));
    expect(result.is_error).toBe(true);
    expect(result.content).toMatch(/404.*Pet not found/s);
  });

  it('names scheme and variable of a missing credential', async () => {
    const result = await dispatcher({ credentials: {} }).dispatch(
      use('addPet', { body: { name: 'x', photoUrls: [] } }),
    );
    expect(result.is_error).toBe(true);
    expect(result.content).toMatch(/petstore_auth.*SWAGGER_PETSTORE.*_PETSTORE_AUTH/s);
  });

  it('finds credentials and the base URL in the environment', async () => {
    const prefix = 'SWAGGER_PETSTORE_OPENAPI_3_0';
    const env = { [`${prefix}_API_KEY`]: 'from-env', [`${prefix}_BASE_URL`]: `${server.origin}/v9` };
    await (pets.createDispatcher({ env }) as Dispatcher).dispatch(use('getPetById', { petId: 1 }));
    expect(server.seen[0]).toMatchObject({ url: '/v9/pet/1', headers: { api_key: 'from-env' } });
  });

  it('gives programs typed data through call, and the request through buildRequest', async () => {
    expect(await dispatcher().call('getPetById', { petId: 1 })).toMatchObject({
      ok: true,
      status: 200,
      data: { name: 'Rex' },
    });
    server.seen.length = 0;
    const request = await dispatcher().buildRequest('findPetsByStatus', { status: 'sold' });
    expect(request).toMatchObject({ method: 'GET', url: `${server.origin}/api/v3/pet/findByStatus?status=sold` });
    expect(server.seen).toEqual([]);
  });

  it('asks for consent before a write and sends nothing when refused', async () => {
    const result = await dispatcher({ approve: () => 'not today' }).dispatch(use('deletePet', { petId: 1 }));
    expect(result.is_error).toBe(true);
    expect(result.content).toMatch(/not today/);
    expect(server.seen).toEqual([]);
  });
});
