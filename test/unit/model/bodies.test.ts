import { describe, expect, test } from 'vitest';
import type { NormalizedMediaType } from '../../../src/normalize/normalized-spec.js';
import { media, operation, spec } from '../../support/normalized-spec-builder.js';
import { build } from './support.js';

function bodyOf(
  content: readonly NormalizedMediaType[],
  more: { method?: string; required?: boolean; asked?: string } = {},
) {
  const { method = 'POST', required = true, asked } = more;
  const extensions = asked === undefined ? [] : [{ contentType: asked }];
  const { model, codes } = build(
    spec([operation(`${method} /a`, { requestBody: { required, content }, extensions }), operation('GET /ok')], {
      definitions: new Map([['Bytes', { type: 'string', format: 'binary' }]]),
    }),
  );
  const found = model.operations.find(({ path }) => path === '/a');
  return { body: found?.body, skipped: model.skipped.map(({ reason }) => reason.code), codes };
}

describe('how a body is sent', () => {
  test.each([
    ['application/json', 'json'],
    ['application/json; charset=utf-8', 'json'],
    ['APPLICATION/JSON', 'json'],
    ['*/*', 'json'],
    ['application/merge-patch+json', 'json'],
    ['application/x-www-form-urlencoded', 'form'],
    ['multipart/form-data', 'multipart'],
    ['application/octet-stream', 'binary'],
    ['image/*', 'binary'],
    ['application/pdf', 'binary'],
    ['text/plain', 'text'],
    ['text/csv', 'text'],
    ['application/graphql', 'text'],
    ['application/xml', 'xml'],
    ['application/atom+xml', 'xml'],
    ['application/x-ndjson', 'ndjson'],
    ['application/json-seq', 'ndjson'],
    ['application/vnd.acme.thing', 'binary'],
  ] as const)('%s as %s', (contentType, kind) => {
    expect(bodyOf([media(contentType)]).body).toMatchObject({
      property: 'body',
      required: true,
      kind,
      contentTypes: [contentType],
    });
  });

  test.each([
    ['application/vnd.acme', { type: 'string' }, 'text'],
    ['application/vnd.acme', { $ref: '#/$defs/Bytes' }, 'binary'],
    ['application/xml', { type: 'string' }, 'text'],
    ['text/plain', { type: 'object' }, 'json'],
    ['*/*', { type: 'string', format: 'binary' }, 'binary'],
    ['*/*', { type: 'string' }, 'json'],
  ] as const)('%s described as %j: %s', (contentType, schema, kind) => {
    expect(bodyOf([media(contentType, schema)]).body?.kind).toBe(kind);
  });

  test('preference', () => {
    const order = [
      'application/json',
      'application/a+json',
      'application/x-www-form-urlencoded',
      'multipart/form-data',
      'application/octet-stream',
      'text/plain',
      'application/xml',
      'application/x-ndjson',
    ];
    for (const [index, first] of order.entries()) {
      const content = order.slice(index).reverse();
      expect(bodyOf(content.map((type) => media(type))).body?.contentTypes).toEqual([
        first,
        ...content.filter((type) => type !== first),
      ]);
    }
  });

  test('equals: the first of the document', () => {
    expect(bodyOf([media('text/json'), media('application/json')]).body?.media.contentType).toBe('text/json');
  });

  test('an adjustment chooses; one that names no offer is told', () => {
    const content = [media('application/json'), media('application/xml; charset=utf-8')];
    expect(bodyOf(content, { asked: 'application/xml' }).body?.kind).toBe('xml');
    const wrong = bodyOf(content, { asked: 'text/csv' });
    expect(wrong.body?.kind).toBe('json');
    expect(wrong.codes).toEqual(['EXTENSION_INVALID']);
  });
});

describe('bodies that cannot be sent', () => {
  const json = [media('application/json')];
  test.each([
    ['GET', json, 'BODY_NOT_SENDABLE'],
    ['HEAD', json, 'BODY_NOT_SENDABLE'],
    ['POST', [], 'MEDIA_TYPE_UNSUPPORTED'],
    ['POST', [media('multipart/related')], 'MEDIA_TYPE_UNSUPPORTED'],
    ['POST', [media('nonsense')], 'MEDIA_TYPE_UNSUPPORTED'],
    ['POST', [media('application/json\r\nX: y')], 'MEDIA_TYPE_UNSUPPORTED'],
    ['POST', [media('application/cbor', { type: 'object' })], 'MEDIA_TYPE_UNSUPPORTED'],
  ])('%s %j: %s', (method, content, code) => {
    const required = bodyOf(content, { method });
    expect(required).toEqual({ body: undefined, skipped: [code], codes: [code] });
    const optional = bodyOf(content, { method, required: false });
    expect(optional).toEqual({ body: undefined, skipped: [], codes: [code] });
  });

  test('DELETE, OPTIONS and QUERY send theirs', () => {
    for (const method of ['DELETE', 'OPTIONS', 'QUERY']) expect(bodyOf(json, { method }).body?.kind).toBe('json');
  });

  test('fields that look like credentials are told', () => {
    const schema = { type: 'object', properties: { client_secret: true, name: true } } as const;
    expect(bodyOf([media('application/json', schema)]).codes).toEqual(['CREDENTIAL_LIKE']);
  });

  test('a body field is hidden in this body only', () => {
    const Login = { type: 'object', properties: { secret: true, name: true }, required: ['secret', 'name'] } as const;
    const content = [media('application/json', { $ref: '#/$defs/Login' })];
    const definitions = new Map([['Login', Login]]);
    const given = spec([operation('POST /a', { requestBody: { required: true, content } })], { definitions });
    const rules = { 'body.secret': { hide: true }, 'body.nope': { hide: true }, 'body.name': { value: 1 } };
    const { model, diagnostics } = build(given, { overrides: { 'POST /a': { parameters: rules } } });
    expect(model.operations[0]?.body?.media.schema).toEqual({
      type: 'object',
      properties: { name: true },
      required: ['name'],
    });
    expect(model.definitions.get('Login')).toBe(Login);
    expect(
      diagnostics.map(({ code, message }) => [code, message.includes('nope') || message.includes('body.name')]),
    ).toEqual([
      ['EXTENSION_INVALID', true],
      ['EXTENSION_INVALID', true],
    ]);
    expect(build(given).diagnostics[0]?.help).toContain('"body.secret":{"hide":true}');
  });
});
