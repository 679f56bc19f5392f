import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadSpec } from '../../../src/load/load-spec.js';
import { type NormalizeResult, normalizeSpec } from '../../../src/normalize/normalize-spec.js';
import { codesOf, normalize, plain } from './helpers.js';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'maps-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Writes files given as values and reads the first of them. */
async function readFiles(files: Record<string, unknown>): Promise<NormalizeResult> {
  const [first = ''] = Object.keys(files);
  for (const [name, value] of Object.entries(files)) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, JSON.stringify(value));
  }
  return normalizeSpec((await loadSpec(join(folder, first))).spec);
}

const INFO = { title: 't', version: '1' };
const get = { operationId: 'a', responses: { 200: { description: 'ok' } } };

describe('a reference in place of a whole map', () => {
  it('of paths, of schemas, of security schemes', async () => {
    const result = await readFiles({
      'root.json': {
        openapi: '3.1.0',
        info: { $ref: 'info.json' },
        paths: { $ref: 'paths.json' },
        components: { schemas: { $ref: 'schemas.json' }, securitySchemes: { $ref: 'security.json#/all' } },
      },
      'info.json': INFO,
      'paths.json': {
        '/a': {
          post: {
            requestBody: { content: { 'application/json': { schema: { $ref: 'root.json#/components/schemas/A' } } } },
            responses: {},
          },
        },
      },
      'schemas.json': { A: { properties: { b: { $ref: '#/B' } } }, B: { type: 'string' } },
      'security.json': { all: { key: { type: 'apiKey', in: 'header', name: 'k' } } },
    });
    expect(codesOf(result)).toEqual([]);
    expect(result.spec.operations.map(({ path }) => path)).toEqual(['/a']);
    expect(plain(result.spec.definitions)).toEqual({
      A: { properties: { b: { $ref: '#/$defs/B' } } },
      B: { type: 'string' },
    });
    expect([...result.spec.securitySchemes.keys()]).toEqual(['key']);
  });

  it('of properties, with keys beside it that go first', async () => {
    const result = await readFiles({
      'root.json': {
        openapi: '3.0.0',
        info: INFO,
        paths: {
          '/a': {
            post: {
              requestBody: { content: { $ref: 'content.json' } },
              parameters: { $ref: 'parameters.json' },
              responses: { $ref: 'responses.json' },
            },
          },
        },
      },
      'content.json': { 'application/json': { schema: { properties: { $ref: 'own.json', b: { type: 'boolean' } } } } },
      'own.json': { a: { type: 'string' }, b: { type: 'string' } },
      'parameters.json': [{ name: 'q', in: 'query', schema: {} }],
      'responses.json': { 200: { description: 'ok' }, default: { description: 'bad' } },
    });
    expect(codesOf(result)).toEqual([]);
    const [operation] = result.spec.operations;
    expect(plain(operation?.requestBody?.content[0]?.schema)).toEqual({
      properties: { a: { type: 'string' }, b: { type: 'boolean' } },
    });
    expect(operation?.parameters.map(({ name }) => name)).toEqual(['q']);
    expect(operation?.responses.map(({ status }) => status)).toEqual(['200', 'default']);
  });

  it('of a text', async () => {
    const result = await readFiles({
      'root.json': {
        openapi: '3.0.0',
        info: { ...INFO, description: { $ref: 'texts.json#/intro' } },
        paths: { '/a': { get: { ...get, description: { $ref: 'texts.json#/list' } } } },
      },
      'texts.json': { intro: 'Welcome', list: [] },
    });
    expect(result.spec.info.description).toBe('Welcome');
    expect(result.spec.operations[0]?.description).toBeUndefined();
    expect(codesOf(result)).toEqual(['PART_INVALID']);
  });

  it('that leads nowhere is reported and costs that map alone', async () => {
    const schema = { properties: { $ref: 'none.json', b: { type: 'boolean' } } };
    const content = { 'application/json': { schema } };
    const operation = { requestBody: { content }, parameters: { $ref: '#/nowhere' }, responses: { $ref: '#/x' } };
    const result = await readFiles({
      'root.json': { openapi: '3.0.0', info: INFO, x: [], paths: { '/a': { post: operation }, '/b': { get } } },
    });
    expect(codesOf(result)).toEqual(['PART_INVALID', 'REF_UNRESOLVED']);
    expect(result.spec.operations.map(({ path }) => path)).toEqual(['/a', '/b']);
  });

  it('that leads into a circle comes to an end', async () => {
    const result = await normalize({
      openapi: '3.1.0',
      info: INFO,
      paths: { '/a': { get: { ...get, responses: { $ref: '#/paths/~1a/get/responses' } } } },
    });
    expect(codesOf(result)).toEqual(['REF_LOOP']);
    expect(result.spec.operations).toHaveLength(1);
  });

  it('is no reference where a property of that name is described', async () => {
    const schema = { properties: { $ref: { type: 'string' }, $id: { type: 'integer' } } };
    const content = { 'application/json': { schema } };
    const result = await normalize({
      openapi: '3.1.0',
      info: INFO,
      paths: { '/a': { post: { requestBody: { content }, responses: {} } } },
    });
    expect(codesOf(result)).toEqual([]);
    expect(plain(result.spec.operations[0]?.requestBody?.content[0]?.schema)).toEqual(schema);
  });
});

describe('a security requirement by URI (3.2)', () => {
  const CASES: [string, string, string[]][] = [
    ['#/components/securitySchemes/a~1b', '3.2.0', ['a/b']],
    ['https://example.com/api#/components/securitySchemes/key', '3.2.0', ['key']],
    ['x.y', '3.2.0', ['x.y']],
    ['https://example.com/other', '3.2.0', ['https://example.com/other']],
    ['#/components/securitySchemes/key', '3.1.0', ['#/components/securitySchemes/key']],
  ];
  it.each(CASES)('%s in %s', async (name, openapi, want) => {
    const key = { type: 'apiKey', in: 'header', name: 'k' };
    const result = await normalize({
      openapi,
      $self: 'https://example.com/api',
      info: INFO,
      security: [{ [name]: [] }],
      paths: { '/a': { get } },
      components: { securitySchemes: { key, 'a/b': key, 'x.y': key } },
    });
    expect(result.spec.operations[0]?.security?.map((one) => Object.keys(one))).toEqual([want]);
  });
});
