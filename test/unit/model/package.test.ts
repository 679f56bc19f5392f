import { describe, expect, test } from 'vitest';
import type { NormalizedSecurityScheme } from '../../../src/normalize/normalized-spec.js';
import { operation, server, spec } from '../../support/normalized-spec-builder.js';
import { build, failure } from './support.js';

const one = [operation('GET /a')];

describe('servers', () => {
  test.each([
    ['https://api.example.com/v1', []],
    ['/v1', []],
    ['', []],
    ['../api', []],
    ['//api.example.com', []],
    ['http://localhost:3000', []],
    ['http://127.0.0.1:80/x', []],
    ['http://[::1]', []],
    ['localhost:3000', []],
    ['http://api.example.com', ['SERVER_INSECURE']],
    ['http://localhost.evil.example', ['SERVER_INSECURE']],
  ])('%j is kept: %j', (url, want) => {
    const { model, codes } = build(spec(one, { servers: [server(url)] }));
    expect(model.package.servers).toEqual([{ url }]);
    expect(codes).toEqual(want);
  });

  test.each([
    'ftp://a.example',
    'javascript:alert(1)',
    'file:///etc',
    'https://u:p@a.example',
    'https://',
    'https://a.example\\@b',
    'https://a b',
    'https://a.example?x=1',
    'https://a.example#f',
  ])('%j is left out', (url) => {
    const { model, diagnostics } = build(spec(one, { servers: [server(url)] }));
    expect(model.package.servers).toEqual([]);
    expect(diagnostics.map(({ code }) => code)).toEqual(['SERVER_INVALID']);
    expect(diagnostics[0]?.message).not.toContain('u:p');
  });

  test('variables', () => {
    const { model, codes } = build(
      spec(one, { servers: [server('{scheme}://{host}/v1', { scheme: 'http', host: 'a.example' })] }),
    );
    expect(model.package.servers).toEqual([
      { url: '{scheme}://{host}/v1', variables: { scheme: { default: 'http' }, host: { default: 'a.example' } } },
    ]);
    expect(codes).toEqual(['SERVER_INSECURE']);
  });

  test('of an operation, and --server', () => {
    const given = spec([
      operation('GET /a', { servers: [server('https://up.example')] }),
      operation('GET /b', { servers: [server('ftp://x')] }),
    ]);
    const { model } = build(given, { server: 'https://mine.example/api' });
    expect(model.operations.map(({ servers }) => servers)).toEqual([[{ url: 'https://up.example' }], undefined]);
    expect(model.package.baseUrl).toBe('https://mine.example/api');
    for (const wrong of ['mine', 'ftp://x', 'https://u:p@x', '/v1'])
      expect(failure(given, { server: wrong })).toEqual(['OPTION_INVALID']);
  });
});

describe('security', () => {
  const schemes = new Map<string, NormalizedSecurityScheme>([
    ['key', { type: 'apiKey', in: 'header', name: 'X-Key' }],
    ['bearer', { type: 'http', scheme: 'Bearer' }],
    ['digest', { type: 'http', scheme: 'digest' }],
    ['oidc', { type: 'openIdConnect' }],
    ['tls', { type: 'mutualTLS' }],
    [
      'oauth',
      {
        type: 'oauth2',
        flows: new Map([
          [
            'authorizationCode',
            { tokenUrl: 'https://a.example/code', refreshUrl: 'https://a.example/refresh', scopes: [] },
          ],
          ['clientCredentials', { tokenUrl: 'https://a.example/client', scopes: ['read'] }],
        ]),
      },
    ],
    ['__proto__', { type: 'openIdConnect' }],
  ]);

  test('schemes', () => {
    const { model, codes } = build(spec(one, { securitySchemes: schemes }));
    expect(Object.entries(model.package.securitySchemes)).toEqual([
      ['key', { type: 'apiKey', in: 'header', name: 'X-Key' }],
      ['bearer', { type: 'http', scheme: 'bearer' }],
      ['oidc', { type: 'openIdConnect' }],
      ['tls', { type: 'mutualTLS' }],
      ['oauth', { type: 'oauth2', tokenUrl: 'https://a.example/client', refreshUrl: 'https://a.example/refresh' }],
      ['__proto__', { type: 'openIdConnect' }],
    ]);
    expect(codes).toEqual(['SECURITY_UNSUPPORTED']);
  });

  test.each([
    'https://u:SECRET@a.example/token',
    '//u:SECRET@a.example/token',
    'javascript:SECRET',
    'file:///SECRET',
    'https://',
    'https://a.example/\r\nSECRET',
    '\\\\a.example\\SECRET',
  ])('a token address that no request may go to is left out: %j', (url) => {
    const flow = { tokenUrl: url, refreshUrl: url, scopes: [] };
    const oauth: NormalizedSecurityScheme = { type: 'oauth2', flows: new Map([['clientCredentials', flow]]) };
    const { model, codes } = build(spec(one, { securitySchemes: new Map([['oauth', oauth]]) }));
    expect(model.package.securitySchemes).toEqual({ oauth: { type: 'oauth2' } });
    expect(codes).toEqual(['SECURITY_UNSUPPORTED']);
  });

  test('a token address with a query or relative to the server is kept', () => {
    const flow = { tokenUrl: '/token?tenant=a', scopes: [] };
    const oauth: NormalizedSecurityScheme = { type: 'oauth2', flows: new Map([['password', flow]]) };
    const { model, codes } = build(spec(one, { securitySchemes: new Map([['oauth', oauth]]) }));
    expect(model.package.securitySchemes).toEqual({ oauth: { type: 'oauth2', tokenUrl: '/token?tenant=a' } });
    expect(codes).toEqual([]);
  });

  test.each([
    [undefined, undefined, []],
    [[], undefined, []],
    [[{}], [{}], []],
    [[{ oauth: ['read'] }, { key: [] }], [{ oauth: ['read'] }, { key: [] }], []],
    [[{ nope: [] }, { key: [] }], [{ key: [] }], ['SECURITY_UNKNOWN']],
    [[{ key: [], nope: [] }], undefined, ['SECURITY_UNKNOWN']],
    [[{ key: [], digest: [] }], [{ key: [] }], []],
    [[{ toString: [] }], undefined, ['SECURITY_UNKNOWN']],
  ])('%j becomes %j', (security, want, codes) => {
    const built = build(spec([operation('GET /a', { ...(security && { security }) })], { securitySchemes: schemes }));
    expect(built.model.operations[0]?.security).toEqual(want);
    expect(built.codes.filter((code) => code !== 'SECURITY_UNSUPPORTED')).toEqual(codes);
  });
});

describe('adjustments', () => {
  const adjust = (call: string, extension: unknown, options: Parameters<typeof build>[1] = {}) => {
    const given = spec([operation(call, { operationId: 'op', extensions: [extension] }), operation('GET /ok')]);
    const { model, codes } = build(given, options);
    return { operation: model.operations.find(({ path }) => path !== '/ok'), codes };
  };

  test.each([
    ['GET /a', {}, 'read', []],
    ['HEAD /a', {}, 'read', []],
    ['QUERY /a', {}, 'read', []],
    ['POST /a', {}, 'write', []],
    ['PURGE /a', {}, 'write', []],
    ['DELETE /a', {}, 'destructive', []],
    ['GET /a', { effect: 'destructive' }, 'destructive', []],
    ['POST /a', { effect: 'read' }, 'write', ['EFFECT_LOWERED']],
  ])('%s with %j: %s', (call, extension, effect, codes) => {
    const built = adjust(call, extension);
    expect(built.operation?.effect).toBe(effect);
    expect(built.codes).toEqual(codes);
  });

  test.each([
    ['GET /a', 'deleteAll', ''],
    ['GET /a', 'Remove_it', ''],
    ['HEAD /a/purge-cache', 'op', ''],
    ['GET /a/cancelOrder?x=1', 'op', ''],
    ['GET /a', 'op', 'Sends the mail again.'],
  ])('a read that acts by its words is told: %s %s %s', (call, operationId, summary) => {
    const told = (extension: object) =>
      build(spec([operation(call, { operationId, summary, extensions: [extension] })])).codes;
    expect(told({})).toEqual(['READ_ACTS']);
    expect(told({ effect: 'destructive' })).toEqual([]);
  });

  test.each([
    ['GET /deleted', 'listDeleted', 'Lists what was deleted'],
    ['DELETE /a', 'deleteAll', 'Deletes all'],
    ['GET /delete/{id}', 'op', 'Cancellation reasons'],
    ['GET /senders', 'sender', ''],
  ])('and no other operation: %s %s %s', (call, operationId, summary) => {
    const { codes } = build(spec([operation(call, { operationId, summary })]));
    expect(codes).not.toContain('READ_ACTS');
  });

  test('more rules than a person writes are refused, since each operation would look at them', () => {
    const rules = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index}`, { hide: true }]));
    const codesOf = (count: number) =>
      build(spec([operation('GET /a')], { extension: { parameters: rules(count) } })).codes;
    expect(codesOf(200)).toEqual([]);
    expect(codesOf(201)).toEqual(['EXTENSION_INVALID']);
  });

  test('the document names, describes, excludes', () => {
    expect(adjust('GET /a', { name: 'find', description: 'D', strict: true }).operation).toMatchObject({
      name: 'find',
      typeName: 'Find',
      descriptionOverride: 'D',
      strictMode: 'always',
    });
    expect(adjust('GET /a', { exclude: true }).operation).toBeUndefined();
  });

  test.each(['op', 'POST /a', 'post /a', 'op_post_a'])('the user may do all, by the key %s', (key) => {
    const twin = operation('GET /b', { operationId: key === 'op_post_a' ? 'OP' : 'other' });
    const given = spec([
      operation('POST /a', { operationId: 'op', extensions: [{ effect: 'destructive', exclude: true }] }),
      twin,
    ]);
    const overrides = { [key]: { effect: 'read', strict: false, exclude: false, name: 'find' } } as const;
    const { model, codes } = build(given, { overrides });
    expect(model.operations[0]).toMatchObject({ name: 'find', effect: 'read', strictMode: 'never' });
    expect(codes).not.toContain('SELECTOR_UNMATCHED');
  });

  test('a key that names nothing is told', () => {
    expect(adjust('GET /a', {}, { overrides: { opp: { exclude: true } } }).codes).toEqual(['SELECTOR_UNMATCHED']);
  });

  test.each([
    ['text'],
    [[]],
    [{ nme: 'x' }],
    [{ name: '' }],
    [{ effect: 'none' }],
    [{ strict: 'yes' }],
    [{ exclude: 1 }],
    [{ contentType: 5 }],
    [{ parameters: [] }],
    [{ parameters: { a: true } }],
    [{ parameters: { a: { hide: 'x' } } }],
    [{ parameters: { a: { remove: true } } }],
    [JSON.parse('{"__proto__": 1}')],
  ])('%j is told and does no harm', (extension) => {
    const built = adjust('GET /a', extension);
    expect(built.codes).toEqual(['EXTENSION_INVALID']);
    expect(built.operation?.name).toBe('op');
  });

  test('document and tags give defaults, the nearest counts', () => {
    const given = spec(
      [
        operation('GET /a', { tags: ['x'] }),
        operation('GET /b', { tags: ['x'], extensions: [{ strict: true }, { exclude: false }] }),
        operation('GET /c', { parameters: [] }),
      ],
      {
        extension: { strict: false, parameters: { pretty: { hide: true } } },
        tags: [{ name: 'x', extension: { exclude: true, name: 'n' } }],
      },
    );
    const { model, codes } = build(given);
    expect(model.operations.map(({ path, strictMode }) => [path, strictMode])).toEqual([
      ['/b', 'always'],
      ['/c', 'never'],
    ]);
    expect(codes).toEqual(['EXTENSION_INVALID']);
  });
});

describe('the package', () => {
  test('carries name, prefix, place of the document and mode', () => {
    const { model } = build(spec(one, { url: 'https://a.example/openapi.json' }), { strict: 'all' });
    expect(model.package).toMatchObject({
      contract: 1,
      name: 'petstore-tools',
      envPrefix: 'PETSTORE',
      specUrl: 'https://a.example/openapi.json',
      strict: 'all',
    });
    expect(failure(spec(one), { name: 'No Good' })).toEqual(['OPTION_INVALID']);
  });
});
