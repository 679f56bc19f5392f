import { describe, expect, it } from 'vitest';
import { codesOf, normalize, plain } from './helpers.js';

const INFO = { title: 't', version: '1' };

function withSchemas(schemas: object, body: unknown = { $ref: '#/components/schemas/A' }): object {
  const content = { 'application/json': { schema: body } };
  const paths = { '/a': { post: { requestBody: { content }, responses: {} } } };
  return { openapi: '3.1.0', info: INFO, paths, components: { schemas } };
}

describe('reference loops', () => {
  const CASES: [string, object, object, string[]][] = [
    ['itself', { A: { $ref: '#/components/schemas/A' } }, { A: {} }, ['REF_LOOP']],
    [
      'two in a circle',
      { A: { $ref: '#/components/schemas/B' }, B: { $ref: '#/components/schemas/A' } },
      { A: { $ref: '#/$defs/B' }, B: {} },
      ['REF_LOOP'],
    ],
    [
      'through allOf',
      { A: { allOf: [{ $ref: '#/components/schemas/A' }, { type: 'object' }] } },
      { A: { allOf: [{}, { type: 'object' }] } },
      ['REF_LOOP'],
    ],
    [
      'through anyOf the branch goes',
      { A: { anyOf: [{ $ref: '#/components/schemas/A' }, { type: 'string' }] } },
      { A: { anyOf: [{ type: 'string' }] } },
      ['REF_LOOP'],
    ],
    ['the only branch', { A: { oneOf: [{ $ref: '#/components/schemas/A' }] } }, { A: {} }, ['REF_LOOP']],
    [
      'recursion through values stays',
      {
        A: {
          properties: { a: { $ref: '#/components/schemas/A' } },
          items: { $ref: '#/components/schemas/A' },
          additionalProperties: { $ref: '#/components/schemas/A' },
        },
      },
      {
        A: {
          properties: { a: { $ref: '#/$defs/A' } },
          items: { $ref: '#/$defs/A' },
          additionalProperties: { $ref: '#/$defs/A' },
        },
      },
      [],
    ],
  ];

  it.each(CASES)('%s', async (_name, schemas, want, codes) => {
    const result = await normalize(withSchemas(schemas));
    expect(plain(result.spec.definitions)).toEqual(want);
    expect(codesOf(result)).toEqual(codes);
  });
});

describe('definitions', () => {
  it('are those reachable from operations, each once', async () => {
    const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
    const schemas = { A: { properties: { b: ref('B'), c: ref('B') } }, B: { items: ref('C') }, C: {}, Unused: {} };
    const { spec } = await normalize(withSchemas(schemas));
    expect([...spec.definitions.keys()]).toEqual(['A', 'B', 'C']);
  });

  it('have names for every name, inherited ones too', async () => {
    const names = ['toString', 'constructor', 'Foo«Bar»', 'a b', '人'];
    const schemas = Object.fromEntries([...names, '__proto__'].map((name) => [name, { title: name }]));
    const anyOf = Object.keys(schemas).map((name) => ({ $ref: `#/components/schemas/${encodeURIComponent(name)}` }));
    const result = await normalize(withSchemas(schemas, { anyOf }));
    expect([...result.spec.definitions.keys()].sort()).toEqual([
      'Foo_Bar',
      'a_b',
      'constructor',
      'proto',
      'toString',
      '人',
    ]);
    expect(codesOf(result)).toEqual([]);
  });

  it('that collide are told apart, whatever the order of use', async () => {
    const schemas = { 'a b': { title: '1' }, 'a/b': { title: '2' }, a_b: { title: '3' } };
    const refs = ['#/components/schemas/a b', '#/components/schemas/a~1b', '#/components/schemas/a_b'];
    const titles = async (order: string[]): Promise<unknown> => {
      const { spec } = await normalize(withSchemas(schemas, { anyOf: order.map(($ref) => ({ $ref })) }));
      return Object.fromEntries([...spec.definitions].map(([name, schema]) => [name, plain(schema)]));
    };
    const first = await titles(refs);
    expect(Object.keys(first as object)).toHaveLength(3);
    expect(await titles([...refs].reverse())).toEqual(first);
  });

  it('keep properties named like members of Object.prototype', async () => {
    const text = '{"properties":{"__proto__":{"type":"string"},"constructor":{"type":"integer"}}}';
    const { spec } = await normalize(withSchemas({ A: JSON.parse(text) }));
    expect(JSON.stringify(spec.definitions.get('A'))).toBe(text);
  });

  it('converts a deep chain and a wide fan of references in linear time', async () => {
    const schemas: Record<string, object> = { A: { $ref: '#/components/schemas/S0' } };
    for (let index = 0; index < 5000; index += 1) {
      const next = { $ref: `#/components/schemas/S${index + 1}` };
      schemas[`S${index}`] = { properties: { left: next, right: next }, allOf: [next] };
    }
    schemas['S5000'] = { type: 'string' };
    const { spec } = await normalize(withSchemas(schemas));
    expect(spec.definitions.size).toBe(5002);
  });
});

describe('path items', () => {
  const get = (operationId: string): object => ({ operationId, responses: {} });

  it('by reference, with keys beside it', async () => {
    const result = await normalize({
      openapi: '3.1.0',
      info: INFO,
      paths: { '/a': { $ref: '#/components/pathItems/P', post: get('own') } },
      components: {
        pathItems: {
          P: { get: get('theirs'), post: get('hidden'), parameters: [{ name: 'q', in: 'query', schema: {} }] },
        },
      },
    });
    expect(result.spec.operations.map(({ operationId }) => operationId)).toEqual(['own', 'theirs']);
    expect(result.spec.operations.map(({ parameters }) => parameters.length)).toEqual([1, 1]);
  });

  it('an operation by reference to another path', async () => {
    const result = await normalize({
      openapi: '3.0.0',
      info: INFO,
      paths: { '/a': { get: get('a') }, '/b': { $ref: '#/paths/~1a' } },
    });
    expect(result.spec.operations.map(({ path, operationId }) => [path, operationId])).toEqual([
      ['/a', 'a'],
      ['/b', 'a'],
    ]);
  });

  it('in document order, with the methods of 3.2', async () => {
    const result = await normalize({
      openapi: '3.2.0',
      info: INFO,
      paths: {
        '/b': { query: get('q'), additionalOperations: { COPY: get('c') }, patch: get('p') },
        '/a': { GET: get('g') },
      },
    });
    expect(result.spec.operations.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'QUERY /b',
      'PATCH /b',
      'COPY /b',
      'GET /a',
    ]);
  });

  it('what cannot be read is listed, and costs nothing else', async () => {
    const result = await normalize({
      openapi: '3.0.0',
      info: INFO,
      paths: {
        'x-a': 1,
        '/none': null,
        '/text': 'x',
        '/lost': { $ref: '#/components/pathItems/None' },
        '/loop': { $ref: '#/paths/~1loop' },
        '/odd': { get: 'x', fetch: {}, post: { requestBody: { $ref: '#/components/requestBodies/None' } } },
        '/good': { get: get('good') },
      },
    });
    expect(result.spec.operations.map(({ operationId }) => operationId)).toEqual(['good']);
    expect(result.spec.unreadable.map(({ method, path, reason }) => [method, path, reason.code])).toEqual([
      ['*', '/text', 'OPERATION_INVALID'],
      ['*', '/lost', 'OPERATION_INVALID'],
      ['*', '/loop', 'OPERATION_INVALID'],
      ['GET', '/odd', 'OPERATION_INVALID'],
      ['POST', '/odd', 'OPERATION_INVALID'],
    ]);
    expect(codesOf(result)).toEqual(['OPERATION_INVALID', 'PART_INVALID', 'REF_LOOP', 'REF_UNRESOLVED']);
  });
});

describe('the document', () => {
  it('carries information, tags, servers, security schemes and extensions', async () => {
    const { spec } = await normalize({
      openapi: '3.1.0',
      info: { title: 'T', version: 2, description: 'd' },
      'x-tools-gen': { a: 1 },
      tags: [{ name: 'x', description: 'd', 'x-tools-gen': 1 }, {}],
      servers: [{ url: '/v1' }],
      paths: {},
      components: {
        securitySchemes: {
          key: { type: 'apiKey', in: 'header', name: 'X-Key' },
          bearer: { $ref: '#/components/securitySchemes/http' },
          http: { type: 'http', scheme: 'Bearer', description: 'd' },
          oauth: { type: 'oauth2', flows: { clientCredentials: { tokenUrl: 'https://t', scopes: { a: '' } } } },
          oidc: { type: 'openIdConnect', openIdConnectUrl: 'u' },
          tls: { type: 'mutualTLS' },
          odd: { type: 'odd' },
          bad: { type: 'apiKey', in: 'body', name: 'n' },
        },
      },
    });
    expect(plain({ ...spec, locate: undefined })).toEqual({
      info: { title: 'T', version: '2', description: 'd' },
      extension: { a: 1 },
      tags: [{ name: 'x', description: 'd', extension: 1 }],
      servers: [{ url: '/v1', variables: {} }],
      securitySchemes: {
        key: { type: 'apiKey', in: 'header', name: 'X-Key' },
        bearer: { type: 'http', scheme: 'bearer', description: 'd' },
        http: { type: 'http', scheme: 'bearer', description: 'd' },
        oauth: { type: 'oauth2', flows: { clientCredentials: { tokenUrl: 'https://t', scopes: ['a'] } } },
        oidc: { type: 'openIdConnect' },
        tls: { type: 'mutualTLS' },
      },
      operations: [],
      definitions: {},
      unreadable: [],
    });
  });

  it('carries the security schemes of 2.0', async () => {
    const { spec } = await normalize({
      swagger: '2.0',
      info: INFO,
      paths: {},
      securityDefinitions: {
        basic: { type: 'basic' },
        key: { type: 'apiKey', in: 'query', name: 'k' },
        app: { type: 'oauth2', flow: 'application', tokenUrl: 'https://t', scopes: { a: '' } },
        code: { type: 'oauth2', flow: 'accessCode', tokenUrl: 'https://t', scopes: {} },
      },
    });
    expect(plain(spec.securitySchemes)).toEqual({
      basic: { type: 'http', scheme: 'basic' },
      key: { type: 'apiKey', in: 'query', name: 'k' },
      app: { type: 'oauth2', flows: { clientCredentials: { tokenUrl: 'https://t', scopes: ['a'] } } },
      code: { type: 'oauth2', flows: { authorizationCode: { tokenUrl: 'https://t', scopes: [] } } },
    });
  });

  it('may have its parts elsewhere', async () => {
    const { spec } = await normalize({
      openapi: '3.1.0',
      info: { $ref: '#/x-parts/info' },
      paths: { $ref: '#/x-parts/paths' },
      components: { securitySchemes: { $ref: '#/x-parts/schemes' }, schemas: { $ref: '#/x-parts/schemas' } },
      'x-parts': {
        info: INFO,
        paths: {
          '/a': { get: { responses: { 200: { content: { 'a/b': { schema: { $ref: '#/components/schemas/A' } } } } } } },
        },
        schemes: { tls: { type: 'mutualTLS' } },
        schemas: { A: { type: 'string' } },
      },
    });
    expect([spec.info.title, spec.operations.length, ...spec.securitySchemes.keys()]).toEqual(['t', 1, 'tls']);
    expect([...spec.definitions.values()]).toEqual([{ type: 'string' }]);
  });

  it('without info or paths', async () => {
    const result = await normalize({ openapi: '3.1.0' });
    expect(result.spec.info).toEqual({ title: 'API', version: '' });
    expect(codesOf(result)).toEqual(['PART_INVALID']);
  });

  it('locates what it gives', async () => {
    const { spec } = await normalize(withSchemas({ A: { properties: { b: { type: 'string' } } } }));
    const [operation] = spec.operations;
    const body = operation?.requestBody;
    const definition = spec.definitions.get('A');
    const found = [operation, body, body?.content[0], body?.content[0]?.schema, definition].map(
      (part) => spec.locate(part as object)?.pointer,
    );
    expect(found).toEqual([
      '/paths/~1a/post',
      '/paths/~1a/post/requestBody',
      '/paths/~1a/post/requestBody/content/application~1json',
      '/paths/~1a/post/requestBody/content/application~1json/schema',
      '/components/schemas/A',
    ]);
  });

  it('counts a fault that several operations share', async () => {
    const parameters = [{ $ref: '#/components/parameters/P' }];
    const result = await normalize({
      openapi: '3.0.0',
      info: INFO,
      paths: { '/a': { get: { parameters, responses: {} }, put: { parameters, responses: {} } } },
      components: { parameters: { P: { name: 'p', in: 'query' } } },
    });
    expect(result.diagnostics.map(({ code, count, location }) => [code, count, location?.pointer])).toEqual([
      ['PART_INVALID', 2, '/components/parameters/P'],
    ]);
  });
});

describe('paths without a slash in front', () => {
  const get = { get: { responses: {} } };
  it.each([
    ['pets/{id}', ['/pets/{id}'], ['PATH_INVALID']],
    ['', ['/'], ['PATH_INVALID']],
    ['{a}', ['/{a}'], ['PATH_INVALID']],
    ['@host/a', ['/@host/a'], ['PATH_INVALID']],
    // Left as they are, for the next stage to refuse.
    ['https://host/a', ['https://host/a'], []],
    ['mailto:a', ['mailto:a'], []],
    ['//host/a', ['//host/a'], []],
    ['\\host', ['\\host'], []],
    [' /a', [' /a'], []],
  ])('%j', async (path, want, codes) => {
    const result = await normalize({ openapi: '3.1.0', info: INFO, paths: { [path]: get } });
    expect(result.spec.operations.map((operation) => operation.path)).toEqual(want);
    expect(codesOf(result)).toEqual(codes);
  });

  it('never become another path of the document', async () => {
    const result = await normalize({ openapi: '3.1.0', info: INFO, paths: { pets: get, '/pets': get } });
    expect(result.spec.operations.map((operation) => operation.path)).toEqual(['pets', '/pets']);
  });
});
