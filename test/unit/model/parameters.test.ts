import { describe, expect, test } from 'vitest';
import type { NormalizedParameter } from '../../../src/normalize/normalized-spec.js';
import { operation, parameter, spec } from '../../support/normalized-spec-builder.js';
import { build } from './support.js';

const [path, query, header, cookie] = (['path', 'query', 'header', 'cookie'] as const).map(
  (place) =>
    (name: string, more: Partial<NormalizedParameter> = {}) =>
      parameter(place, name, more),
) as [Make, Make, Make, Make];
type Make = (name: string, more?: Partial<NormalizedParameter>) => NormalizedParameter;

function built(call: string, parameters: readonly NormalizedParameter[], extension?: unknown) {
  const extensions = extension === undefined ? [] : [{ parameters: extension }];
  const { model, codes, diagnostics } = build(spec([operation(call, { parameters, extensions })]));
  const shown = model.operations[0]?.parameters ?? [];
  return {
    shown,
    codes,
    diagnostics,
    keys: Object.fromEntries(shown.map((each) => [`${each.in} ${each.name}`, each.property])),
  };
}

describe('input keys', () => {
  test.each<[string, NormalizedParameter[], Record<string, unknown>]>([
    ['plain', [query('limit')], { 'query limit': 'limit' }],
    [
      'the same name everywhere',
      [cookie('id'), header('id'), query('id'), path('id')],
      { 'path id': 'id', 'query id': 'id_query', 'header id': 'id_header', 'cookie id': 'id_cookie' },
    ],
    ['body is kept free', [path('id'), query('body')], { 'path id': 'id', 'query body': 'body_query' }],
    ['brackets', [path('id'), query('filter[name]')], { 'path id': 'id', 'query filter[name]': 'filter_name' }],
    [
      'an alias gives way to a real name',
      [path('id'), query('a[b]'), query('a_b')],
      { 'path id': 'id', 'query a[b]': 'a_b_query', 'query a_b': 'a_b' },
    ],
    [
      'names of object methods',
      [path('id'), query('__proto__'), query('constructor')],
      { 'path id': 'id', 'query __proto__': 'proto', 'query constructor': 'constructor' },
    ],
    ['no letter at all', [path('id'), query('日本')], { 'path id': 'id', 'query 日本': 'query' }],
    [
      'long',
      [path('id'), query('x'.repeat(70))],
      { 'path id': 'id', [`query ${'x'.repeat(70)}`]: expect.stringMatching(/^x{55}_[0-9a-f]{8}$/) },
    ],
  ])('%s', (_, parameters, want) => {
    expect(
      built('GET /pets/{id}', [path('id'), ...parameters.filter(({ in: place }) => place !== 'path')]).keys,
    ).toMatchObject(Object.fromEntries(Object.entries(want)));
    const reversed = built('GET /pets/{id}', [...parameters].reverse()).keys;
    expect(reversed).toMatchObject(want);
  });

  test('stay valid and apart however names meet', () => {
    const names = ['a[b]', 'a(b)', 'a b', 'a_b', 'a_b_query', 'body', 'body_query'];
    const keys = Object.values(
      built(
        'GET /x',
        names.map((name) => query(name)),
      ).keys,
    );
    expect(new Set(keys).size).toBe(names.length);
    for (const key of keys) expect(key).toMatch(/^[a-zA-Z0-9_.-]{1,64}$/);
    expect(keys).not.toContain('body');
  });
});

describe('path templates', () => {
  test('undeclared variables become required texts, unused declarations are left out', () => {
    const { shown, codes } = built('GET /a/{idx}/{id}', [path('id', { required: false }), path('other')]);
    expect(codes).toEqual(['PATH_PARAMETER_UNUSED', 'PATH_PARAMETER_UNDECLARED']);
    expect(shown.map(({ name, required }) => [name, required])).toEqual([
      ['idx', true],
      ['id', true],
    ]);
    expect(shown[0]?.schema).toEqual({ type: 'string' });
  });

  test('a variable that stands twice is one parameter', () => {
    expect(built('GET /a/{id}/b/{id}', [path('id')]).shown).toHaveLength(1);
  });
});

describe('hidden parameters', () => {
  test.each([
    'Accept',
    'content-type',
    'Authorization',
    'Host',
    'Content-Length',
    'Cookie',
    'Proxy-Authorization',
    'Transfer-Encoding',
    'Connection',
    'Sec-Fetch-Site',
    'X-HTTP-Method-Override',
    'X-Original-URL',
    'X-Rewrite-Url',
    'X-Forwarded-Proto',
    'x-forwarded-user',
    'X-Real-IP',
  ])('the header %s', (name) => {
    const { shown, codes } = built('GET /a', [header(name), query('Accept')]);
    expect(shown.map((each) => each.name)).toEqual(['Accept']);
    expect(codes).toEqual(['PARAMETER_HIDDEN']);
  });

  test('what any API key scheme names in that place, headers without case', () => {
    const parameters = [header('x-api-key'), query('key'), query('X-Api-Key'), cookie('key')];
    const { model } = build(
      spec([operation('GET /a', { parameters })], {
        securitySchemes: new Map([
          ['h', { type: 'apiKey', in: 'header', name: 'X-API-Key' }],
          ['q', { type: 'apiKey', in: 'query', name: 'key' }],
        ]),
      }),
    );
    expect(model.operations[0]?.parameters.map(({ in: place, name }) => `${place} ${name}`)).toEqual([
      'query X-Api-Key',
      'cookie key',
    ]);
  });

  test.each(['Idempotency-Key', 'X-Idempotency-Key', 'idempotencyKey'])('the idempotency key %s', (name) => {
    expect(built('POST /a', [header(name)]).shown).toMatchObject([{ name, idempotencyKey: true }]);
  });

  test('the same report about many operations is one with a count', () => {
    const operations = ['GET /a', 'GET /b'].map((call) => operation(call, { parameters: [header('Accept')] }));
    expect(build(spec(operations)).diagnostics).toMatchObject([{ code: 'PARAMETER_HIDDEN', count: 2 }]);
  });
});

describe('faults', () => {
  test.each([
    [[query('a'), query('a')], 'PARAMETER_INVALID'],
    [[header('A'), header('a')], 'PARAMETER_INVALID'],
    [[query('a'), header('a b')], 'PARAMETER_INVALID'],
    [[query('a'), header('a\r\nb')], 'PARAMETER_INVALID'],
    [[query('a'), query('')], 'PARAMETER_INVALID'],
    [[query('a'), query('\ud800')], 'PARAMETER_INVALID'],
    [[query('a'), cookie('a;b')], 'PARAMETER_INVALID'],
    [[query('api_key')], 'CREDENTIAL_LIKE'],
    [[query('access_token')], 'CREDENTIAL_LIKE'],
  ])('%j: %s', (parameters, code) => {
    const { shown, codes } = built('GET /a', parameters);
    expect(codes).toEqual([code]);
    expect(shown).toHaveLength(1);
  });
});

describe('adjusted by x-tools-gen', () => {
  test('hidden, fixed, unknown', () => {
    const parameters = [query('pretty'), query('version'), path('id')];
    const rules = { pretty: { hide: true }, version: { value: 2 }, id: { hide: true }, verion: { hide: true } };
    const { shown, codes, diagnostics } = built('GET /a/{id}', parameters, rules);
    expect(shown.map(({ name, fixed }) => [name, fixed])).toEqual([
      ['version', 2],
      ['id', undefined],
    ]);
    expect(codes).toEqual(['EXTENSION_INVALID', 'PARAMETER_HIDDEN', 'PARAMETER_FIXED']);
    expect(diagnostics[0]?.message).toContain('Did you mean "version"?');
  });

  test.each([Number.NaN, Number.POSITIVE_INFINITY, { a: [1, Number.NEGATIVE_INFINITY] }])(
    'to what JSON cannot say: %o',
    (value) => {
      const { shown, codes } = built('GET /a', [query('version')], { version: { value } });
      expect(shown.map(({ fixed }) => fixed)).toEqual([undefined]);
      expect(codes).toEqual(['EXTENSION_INVALID']);
    },
  );

  test('what the runtime sets cannot be fixed', () => {
    const { shown, codes } = built('GET /a', [header('Accept')], { Accept: { value: 'text/plain' } });
    expect(shown).toEqual([]);
    expect(codes).toEqual(['PARAMETER_HIDDEN', 'EXTENSION_INVALID']);
  });

  test('a rule may use the input key where a name stands in two places', () => {
    const { shown, codes } = built('GET /a/{id}', [path('id'), query('id')], { id_query: { hide: true } });
    expect(shown.map(({ in: place }) => place)).toEqual(['path']);
    expect(codes).toEqual(['PARAMETER_HIDDEN']);
  });
});
