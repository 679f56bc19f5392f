import { describe, expect, it } from 'vitest';
import { Secrets } from '../../../src/runtime/credentials/secrets.js';
import { recordingFetch, toolkitOf, use } from './support.js';

const SECRET = 'pä ss/"w<o>r&d+1~';
const json = JSON.stringify(SECRET).slice(1, -1);
const percent = encodeURIComponent(SECRET);
const base64 = Buffer.from(SECRET).toString('base64');
const ascii = (text: string, kept: RegExp) =>
  text.replace(/[^\0]/g, (c) => (kept.test(c) ? c : `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`));

describe('a secret is known in every spelling', () => {
  const secrets = new Secrets();
  secrets.add(SECRET);

  it.each([
    ['as it is', SECRET],
    ['JSON', json],
    ['JSON with slashes escaped', json.replaceAll('/', '\\/')],
    ['JSON for HTML', ascii(json, /[^<>&']/)],
    ['JSON in ASCII', ascii(json, /[\0-\x7f]/)],
    ['percent', percent],
    ['percent in lower case', percent.replace(/%../g, (triplet) => triplet.toLowerCase())],
    ['form', new URLSearchParams({ '': SECRET }).toString().slice(1)],
    ['HTML', SECRET.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')],
    ['base64', base64],
    ['base64 without its end', base64.replace(/=+$/, '')],
    ['base64url', Buffer.from(SECRET).toString('base64url')],
    ['base64 in JSON', base64.replaceAll('/', '\\/')],
  ])('%s', (_, spelling) => expect(secrets.redact(`.${spelling}.`)).toBe('.[redacted].'));

  it.each(['', 'a', 'ab', 'abc'])('inside of longer base64, behind %j', (before) => {
    for (const form of ['base64', 'base64url'] as const) {
      const text = Buffer.from(`${before}${SECRET}, and more`).toString(form);
      const shown = secrets.redact(text).split('[redacted]');
      expect(shown).toHaveLength(2);
      expect(shown.map((part) => Buffer.from(part, form).toString()).join()).not.toMatch(/w<o>r/);
    }
  });

  it('but not more of them than are in use', () => {
    const many = new Secrets();
    for (let index = 0; index < 501; index += 1) many.add(`secret-${index}-end`);
    expect(many.redact('secret-0-end secret-1-end secret-500-end')).toBe('secret-0-end [redacted] [redacted]');
    many.add('secret-1-end');
    many.add('secret-501-end');
    expect(many.redact('secret-1-end secret-2-end')).toBe('[redacted] secret-2-end');
  });
});

it('an input that repeats a secret shows none of it', async () => {
  const dispatcher = toolkitOf(
    {
      post: {
        operation: {
          method: 'POST',
          security: [{ key: [] }],
          parameters: [{ property: 'note', name: 'X-Note', in: 'header' }],
          body: { property: 'body', kind: 'json', contentTypes: ['application/json'] },
        },
      },
    },
    { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } } },
  ).createDispatcher({ env: false, dryRun: true, credentials: { key: 'secret-1234' } });
  const { content } = await dispatcher.dispatch(use('post', { note: 'my secret-1234', body: { a: 'secret-1234' } }));
  expect(content).toContain('[redacted]');
  expect(content).not.toContain('secret-1234');
});

it('tokens of calls long gone are given up', async () => {
  let asked = 0;
  const { fetch } = recordingFetch([
    () => {
      asked += 1;
      return Response.json({ access_token: `token-${asked}` });
    },
  ]);
  const dispatcher = toolkitOf(
    { get: { operation: { security: [{ oauth: [] }] } } },
    { securitySchemes: { oauth: { type: 'oauth2', tokenUrl: '/token' } } },
  ).createDispatcher({
    env: false,
    fetch: async (url, init) => (url.endsWith('/token') ? fetch(url, init) : Response.json({})),
  });
  const call = (user: number) =>
    dispatcher.call('get', {}, { credentials: { oauth: { clientId: `user-${user}`, clientSecret: 'secret-1234' } } });
  for (let user = 0; user <= 500; user += 1) await call(user);
  await call(500);
  expect(asked).toBe(501);
  await call(0);
  expect(asked).toBe(502);
});
