import { describe, expect, it } from 'vitest';
import type { CallEvent, DispatcherOptions, FetchLike, PendingCall } from '../../../src/runtime/contract.js';
import { headerSecrets, Secrets } from '../../../src/runtime/credentials/secrets.js';
import { cleanText } from '../../../src/runtime/text.js';
import { toolkitOf, use } from './support.js';

const MARKERS = {
  key: 'marker-"key"/é-1',
  query: 'marker&query+2?',
  cookie: 'marker;cookie=3',
  pass: 'marker:pass-4/',
  bearer: 'marker-bearer-5',
  client: 'marker-client/6',
  access: 'marker-access-7',
  conf: 'marker-conf-8',
  number: '90817263544',
  stripe: 'marker-user-9',
};
const toolkit = toolkitOf(
  Object.fromEntries(
    ['key', 'query', 'cookie', 'pass', 'bearer', 'oauth', 'number', 'stripe'].flatMap((name) => {
      const operation = { path: '/x', security: [{ [name]: [] }] };
      return [
        [name, { operation }],
        [`${name}_post`, { operation: { ...operation, method: 'POST' } }],
      ];
    }),
  ),
  {
    securitySchemes: {
      key: { type: 'apiKey', in: 'header', name: 'X-Key' },
      query: { type: 'apiKey', in: 'query', name: 'key' },
      cookie: { type: 'apiKey', in: 'cookie', name: 'sid' },
      pass: { type: 'http', scheme: 'basic' },
      bearer: { type: 'http', scheme: 'bearer' },
      oauth: { type: 'oauth2', tokenUrl: '/token' },
      number: { type: 'apiKey', in: 'header', name: 'X-Pin' },
      stripe: { type: 'http', scheme: 'basic' },
    },
  },
);

const escapeAll = (text: string) =>
  text.replace(/[^\x20-\x21\x23-\x5b\x5d-\x7e]/gu, (c) =>
    [...Array(c.length).keys()].map((i) => `\\u${c.charCodeAt(i).toString(16).padStart(4, '0')}`).join(''),
  );
const json = (body: string, status = 200, headers = {}) =>
  new Response(body, { status, headers: { 'content-type': 'application/json', ...headers } });

/** How an API, a proxy or a platform may hand back what it was sent. */
const ECHOES: Record<string, (all: string[], sent: string) => Response> = {
  json: (all) => json(JSON.stringify({ all, nested: JSON.stringify(all) })),
  escaped: (all) => json(`{"all":"${escapeAll(all.join(' '))}"}`),
  escapedWhole: (all) =>
    json(`{"all":"${[...all.join(' ')].map((c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')}"}`),
  slashes: (all) => json(JSON.stringify(all).replaceAll('/', '\\/')),
  numbers: () => json(`{"pin": ${MARKERS.number}, "pins": [1, ${MARKERS.number}.0]}`),
  keys: (all) => json(JSON.stringify(Object.fromEntries(all.map((key) => [key, 1])))),
  html: (all) =>
    new Response(`<p>${all.join(' ').replaceAll('&', '&amp;').replaceAll('"', '&quot;')}</p>`, {
      headers: { 'content-type': 'text/html' },
    }),
  hidden: (all) =>
    new Response(all.map((each) => `${each.slice(0, 6)}\u200b${each.slice(6)}`).join(' '), {
      headers: { 'content-type': 'text/plain' },
    }),
  base64: (all) =>
    json(
      JSON.stringify(
        all.flatMap((each) => ['', 'a', 'ab'].map((before) => Buffer.from(`${before}${each} tail`).toString('base64'))),
      ),
    ),
  percent: (all) =>
    json(
      JSON.stringify(
        all.flatMap((each) => [encodeURIComponent(each), escape(each), new URLSearchParams({ each }).toString()]),
      ),
      400,
    ),
  link: (all) =>
    json(`[${'1,'.repeat(40_000)}1]`, 200, {
      link: `<http://x/?${'p'.repeat(470)}${encodeURIComponent(all.join('&'))}>; rel=next`,
    }),
  location: (all) =>
    new Response(null, {
      status: 201,
      headers: { location: `/${'p'.repeat(485)}${all.map(encodeURIComponent).join('')}` },
    }),
  redirect: (all) =>
    new Response(null, { status: 302, headers: { location: `ftp://${all.map(encodeURIComponent).join('')}/` } }),
  reason: (all) =>
    new Response('', { status: 500, statusText: `${'r'.repeat(40)} ${all.join(' ')}`.replace(/[^\x20-\x7e]/g, '') }),
  failure: (all, sent) => {
    throw new TypeError(`${'m'.repeat(170)} ${all.join(' ')} ${sent}`);
  },
  cause: (all) => {
    throw new TypeError('fetch failed', { cause: new Error(`${'m'.repeat(190)}${all.join(' ')}`) });
  },
};

const spelled = (secret: string) => [
  secret,
  JSON.stringify(secret).slice(1, -1),
  escapeAll(secret),
  encodeURIComponent(secret),
  new URLSearchParams({ '': secret }).toString().slice(1),
  Buffer.from(secret).toString('base64').replace(/=+$/, ''),
  Buffer.from(secret).toString('base64url'),
  Buffer.from(`user:${secret}`).toString('base64').replace(/=+$/, ''),
  Buffer.from(`client:${secret}`).toString('base64').replace(/=+$/, ''),
];

/** True in any string of a value, also behind the escapes of JSON. */
function stringsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (value instanceof Error) return [value.message, String(value.stack).split('\n', 1)[0] ?? ''];
  if (typeof value !== 'object' || value === null) return [String(value)];
  return Object.entries(value).flatMap(([key, member]) => [key, ...stringsOf(member)]);
}

describe('no marker secret leaves', () => {
  it.each(Object.entries(ECHOES))('where an API echoes %s', async (_, echo) => {
    const events: CallEvent[] = [];
    const asked: PendingCall[] = [];
    const fetch: FetchLike = async (url, init) => {
      if (url.endsWith('/token')) return json(`{"access_token":"${MARKERS.access}"}`);
      return echo(Object.values(MARKERS), `${url} ${JSON.stringify(init.headers)}`);
    };
    const options: DispatcherOptions = {
      fetch,
      env: false,
      retry: { attempts: 2, maxDelayMs: 1 },
      headers: { 'X-Conf': `Token ${MARKERS.conf}` },
      credentials: {
        ...MARKERS,
        key: 'marker-"key"/é-1',
        pass: { username: 'user', password: MARKERS.pass },
        oauth: { clientId: 'client', clientSecret: MARKERS.client },
        stripe: { username: MARKERS.stripe, password: '' },
      },
      onCall: (event) => void events.push(event),
      approve: (call) => {
        asked.push(call);
        return true;
      },
    };
    const out: unknown[] = [];
    for (const more of [{ dryRun: true }, {}, { maxResultChars: 90 }] as DispatcherOptions[]) {
      const dispatcher = toolkit.createDispatcher({ ...options, ...more });
      // Every secret is live once each credential was used.
      for (const name of Object.keys(toolkit.operations)) await dispatcher.dispatch(use(name));
      events.length = 0;
      for (const name of Object.keys(toolkit.operations)) {
        out.push(await dispatcher.dispatch(use(name)), await dispatcher.call(name, {}));
      }
    }
    expect(out.map((each) => (each as { code?: string }).code)).not.toContain('INTERNAL');
    const all = stringsOf([out, events, asked]).join('\n');
    for (const secret of Object.values(MARKERS).flatMap(spelled)) expect(all).not.toContain(secret);
    expect(all).toContain('[redacted]');
  });

  it('keeps parsed data usable where a number is masked', async () => {
    const fetch: FetchLike = async () => json(`{"pin":${MARKERS.number},"n":1}`);
    const dispatcher = toolkit.createDispatcher({ fetch, env: false, credentials: { number: MARKERS.number } });
    expect(await dispatcher.call('number', {})).toMatchObject({ ok: true, data: { pin: '[redacted]', n: 1 } });
  });

  it('masks credentials that are too short to look for, by their place', async () => {
    const asked: PendingCall[] = [];
    const dispatcher = toolkit.createDispatcher({
      fetch: async () => json('{}'),
      env: false,
      headers: { 'X-Pin-2': 'zq7' },
      credentials: { key: 'zq7', query: 'zq7', cookie: 'zq7' },
      approve: (call) => {
        asked.push(call);
        return true;
      },
    });
    for (const name of ['key_post', 'query_post', 'cookie_post']) await dispatcher.dispatch(use(name));
    expect(asked).toHaveLength(3);
    expect(JSON.stringify(asked)).not.toContain('zq7');
  });

  it.each(['link', 'location', 'reason', 'failure', 'cause'])('nor a part of one at a cut: %s', async (name) => {
    const fetch: FetchLike = async () => ECHOES[name]?.([MARKERS.bearer], '') ?? json('{}');
    const dispatcher = toolkit.createDispatcher({ fetch, env: false, credentials: { bearer: MARKERS.bearer } });
    for (const tool of ['bearer', 'bearer_post']) {
      expect(String((await dispatcher.dispatch(use(tool))).content)).not.toContain('marker');
    }
  });

  it('hides behind no invisible character', async () => {
    const parted = `${MARKERS.bearer.slice(0, 6)}\u200b${MARKERS.bearer.slice(6)}`;
    for (const status of [200, 400]) {
      for (const body of [parted, JSON.stringify({ parted })]) {
        const fetch: FetchLike = async () => new Response(body, { status });
        const dispatcher = toolkit.createDispatcher({ fetch, env: false, credentials: { bearer: MARKERS.bearer } });
        expect(cleanText(String((await dispatcher.dispatch(use('bearer'))).content))).not.toContain(MARKERS.bearer);
      }
    }
  });

  it('is in no word of a token endpoint, of a redirect or of a failure of ours', async () => {
    const secret = 'marker-secret-1';
    const words = JSON.stringify({ error: 'invalid_client', error_description: `no client ${secret}` });
    const answers: [string, FetchLike][] = [
      ['oauth', async () => json(words, 401)],
      ['key_post', async () => new Response(null, { status: 307, headers: { location: `http://${secret}.test/` } })],
      ['key_post', async () => ({ status: 200, headers: secret }) as never],
      ['key_post', async () => ({ status: 200, headers: { get: () => fail(secret) } }) as never],
    ];
    const fail = (text: string): never => {
      throw new TypeError(`cannot read ${text}`);
    };
    for (const [name, fetch] of answers) {
      const credentials = { oauth: { clientId: 'client', clientSecret: secret }, key: secret };
      const dispatcher = toolkit.createDispatcher({ fetch, env: false, credentials, retry: false });
      const { content, is_error } = await dispatcher.dispatch(use(name));
      expect([is_error, String(content)]).toEqual([true, expect.not.stringContaining(secret)]);
    }
  });

  it('tells errors of the program door without them', async () => {
    const dispatcher = toolkit.createDispatcher({
      env: false,
      credentials: { key: `${MARKERS.key}\n`, bearer: () => Promise.reject(new Error(`vault ${MARKERS.bearer}`)) },
    });
    await expect(dispatcher.buildRequest('key', {})).rejects.toMatchObject({
      code: 'UNSAFE_HEADER',
      message: expect.not.stringContaining('marker'),
    });
    await expect(dispatcher.buildRequest('bearer', {})).rejects.toMatchObject({ code: 'MISSING_CREDENTIALS' });
  });
});

describe('what is secret', () => {
  it.each([
    ['Bearer abcdefgh1', 'abcdefgh1'],
    [`Basic ${Buffer.from('me:pass-word').toString('base64')}`, 'pass-word'],
    ['Token token-123', 'token-123'],
  ])('a part of %s', (value, part) => {
    const secrets = new Secrets();
    for (const secret of headerSecrets('X', value)) secrets.add(secret);
    expect(secrets.redact(`<${part}>`)).toBe('<[redacted]>');
  });

  it('every cookie, but nothing that only negotiates', () => {
    expect(headerSecrets('cookie', 'a=first; b=second')).toEqual(['a=first; b=second', 'first', 'second']);
    expect(headerSecrets('Accept-Language', 'de-DE')).toEqual([]);
  });

  it('leaves nothing of a secret that holds another one', () => {
    const secrets = new Secrets();
    secrets.add('cdef');
    secrets.add('abcdefgh');
    expect(secrets.redact('1abcdefgh2cdef3')).toBe('1[redacted]2[redacted]3');
  });
});
