import { describe, expect, it } from 'vitest';
import type { CallEvent, DispatcherOptions, SecurityScheme } from '../../../src/runtime/contract.js';
import { upperSnake } from '../../../src/runtime/credentials/lookup.js';
import { recordingFetch, toolkitOf, use } from './support.js';

const schemes: Record<string, SecurityScheme> = {
  headerKey: { type: 'apiKey', in: 'header', name: 'X-Key' },
  queryKey: { type: 'apiKey', in: 'query', name: 'api key' },
  cookieKey: { type: 'apiKey', in: 'cookie', name: 'session' },
  basicAuth: { type: 'http', scheme: 'basic' },
  bearerAuth: { type: 'http', scheme: 'bearer' },
  custom: { type: 'http', scheme: 'Token' },
  oauth: { type: 'oauth2', tokenUrl: 'http://api.example.test/token' },
  oidc: { type: 'openIdConnect' },
  mtls: { type: 'mutualTLS' },
  oddHeader: { type: 'apiKey', in: 'header', name: 'X\r\nX-Evil' },
  oddCookie: { type: 'apiKey', in: 'cookie', name: 'a=1; admin' },
  hostHeader: { type: 'apiKey', in: 'header', name: 'Host' },
  lengthHeader: { type: 'apiKey', in: 'header', name: 'content-length' },
  cookieHeader: { type: 'apiKey', in: 'header', name: 'Cookie' },
};
const toolkit = toolkitOf(
  {
    ...Object.fromEntries(
      Object.keys(schemes).map((name) => [name, { operation: { path: '/x', security: [{ [name]: [] }] } }]),
    ),
    both: { operation: { path: '/x', security: [{ headerKey: [], queryKey: [] }] } },
    either: { operation: { path: '/x', security: [{ headerKey: [] }, { bearerAuth: [] }] } },
    optional: { operation: { path: '/x', security: [{}, { headerKey: [] }] } },
    open: { operation: { path: '/x' } },
    elsewhere: {
      operation: { path: '/x', security: [{ headerKey: [] }], servers: [{ url: 'http://upload.example.test' }] },
    },
    elsewhereOpen: { operation: { path: '/x', servers: [{ url: 'http://upload.example.test' }] } },
    echo: {
      operation: {
        path: '/x',
        security: [{ headerKey: [] }],
        parameters: [
          { property: 'xkey', name: 'x-key', in: 'header' },
          { property: 'tenant', name: 'X-Tenant', in: 'header' },
          { property: 'c', name: 'c', in: 'cookie' },
        ],
      },
    },
  },
  { securitySchemes: schemes },
);
const make = (options: DispatcherOptions, answers: Parameters<typeof recordingFetch>[0] = []) => {
  const { fetch, seen } = recordingFetch(answers);
  return { dispatcher: toolkit.createDispatcher({ fetch, env: false, retry: false, ...options }), seen };
};
const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;

describe('credentials on the wire', () => {
  it.each([
    ['headerKey', 'k-123', { 'X-Key': 'k-123' }],
    ['cookieKey', 'k-123', { Cookie: 'session=k-123' }],
    ['basicAuth', { username: 'u', password: 'pass' }, { Authorization: basic('u:pass') }],
    ['basicAuth', 'u:pass', { Authorization: basic('u:pass') }],
    ['bearerAuth', 'tok', { Authorization: 'Bearer tok' }],
    ['custom', 'tok', { Authorization: 'Token tok' }],
    ['oauth', 'tok', { Authorization: 'Bearer tok' }],
    ['oidc', async () => 'tok', { Authorization: 'Bearer tok' }],
  ])('%s', async (name, credential, headers) => {
    const { dispatcher, seen } = make({ credentials: { [name]: credential } });
    await dispatcher.dispatch(use(name));
    expect(seen[0]?.headers).toMatchObject(headers);
  });

  it('may be a whole Cookie line', async () => {
    const { dispatcher, seen } = make({ credentials: { cookieHeader: 'a=1; b=2' } });
    await dispatcher.dispatch(use('cookieHeader'));
    expect(seen[0]?.headers).toMatchObject({ Cookie: 'a=1; b=2' });
  });

  it('encodes a key in the query', async () => {
    const { dispatcher, seen } = make({ credentials: { queryKey: 'a&b' } });
    await dispatcher.dispatch(use('queryKey'));
    expect(seen[0]?.url).toBe('http://api.example.test/x?api%20key=a%26b');
  });

  it('sends both of two that are needed together, and nothing where one is missing', async () => {
    const { dispatcher, seen } = make({ credentials: { headerKey: 'k1', queryKey: 'k2' } });
    await dispatcher.dispatch(use('both'));
    expect(seen[0]).toMatchObject({ url: 'http://api.example.test/x?api%20key=k2', headers: { 'X-Key': 'k1' } });
    const half = make({ credentials: { headerKey: 'k1' } });
    const result = await half.dispatcher.dispatch(use('both'));
    expect(result.content).toMatch(/headerKey.*TEST_HEADER_KEY.*queryKey.*TEST_QUERY_KEY/);
    expect(half.seen).toEqual([]);
  });

  it('sends exactly one alternative', async () => {
    const { dispatcher, seen } = make({ credentials: { headerKey: 'k1', bearerAuth: 't' } });
    await dispatcher.dispatch(use('either'));
    expect(seen[0]?.headers).toMatchObject({ 'X-Key': 'k1' });
    expect(seen[0]?.headers).not.toHaveProperty('Authorization');
  });

  it('works without optional credentials and uses them where they are', async () => {
    const without = make({});
    expect((await without.dispatcher.dispatch(use('optional'))).is_error).toBeUndefined();
    const { dispatcher, seen } = make({ credentials: { headerKey: 'k1' } });
    await dispatcher.dispatch(use('optional'));
    expect(seen[0]?.headers).toMatchObject({ 'X-Key': 'k1' });
  });

  it('takes what people paste: the whole header', async () => {
    const { dispatcher, seen } = make({ credentials: { bearerAuth: 'Bearer pasted-token', custom: 'token pasted-2' } });
    await dispatcher.dispatch(use('bearerAuth'));
    await dispatcher.dispatch(use('custom'));
    expect(seen.map(({ headers }) => headers['Authorization'])).toEqual(['Bearer pasted-token', 'token pasted-2']);
  });

  it.each([
    ['a function that rejects', () => Promise.reject(new Error('vault closed')), /could not be obtained: vault closed/],
    ['a number', 5 as never, /neither text nor an object/],
  ])('answers where a credential is %s', async (_, credential, message) => {
    const { dispatcher, seen } = make({ credentials: { headerKey: credential } });
    const result = await dispatcher.dispatch(use('headerKey'));
    expect(result).toMatchObject({ is_error: true, content: expect.stringMatching(message) });
    expect(seen).toEqual([]);
  });

  it.each([
    ['headerKey', 'key\r\nX-Evil: 1'],
    ['bearerAuth', 'key\u0000'],
    ['oddHeader', 'key-1234'],
    ['oddCookie', 'key-1234'],
    ['hostHeader', 'key-1234'],
    ['lengthHeader', 'key-1234'],
  ])('refuses what would forge a line or steer the connection: %s', async (name, credential) => {
    const { dispatcher, seen } = make({ credentials: { [name]: credential } });
    const outcome = await dispatcher.call(name, {});
    expect(outcome).toMatchObject({ ok: false, code: 'UNSAFE_HEADER' });
    expect(JSON.stringify(outcome)).not.toContain('key');
    expect(seen).toEqual([]);
  });

  it('escapes a key in a cookie', async () => {
    const { dispatcher, seen } = make({ credentials: { cookieKey: 'a; admin=1' } });
    await dispatcher.dispatch(use('cookieKey'));
    expect(seen[0]?.headers['Cookie']).toBe('session=a%3B%20admin%3D1');
  });

  it('knows no scheme and no credential that is inherited', async () => {
    const odd = toolkitOf(
      { get: { operation: { path: '/x', security: [{ constructor: [] }, { headerKey: [] }] } } },
      { securitySchemes: { headerKey: schemes['headerKey'] as SecurityScheme } },
    ).createDispatcher({
      fetch: recordingFetch().fetch,
      env: Object.create({ TEST_HEADER_KEY: 'inherited' }),
      credentials: { constructor: 'of no scheme' },
    });
    expect(await odd.call('get', {})).toMatchObject({ ok: false, code: 'MISSING_CREDENTIALS' });
    const { dispatcher } = make({ credentials: Object.create({ headerKey: 'inherited' }) });
    expect(await dispatcher.call('headerKey', {})).toMatchObject({ ok: false, code: 'MISSING_CREDENTIALS' });
  });

  it('needs nothing for mutual TLS', async () => {
    expect((await make({}).dispatcher.dispatch(use('mtls'))).is_error).toBeUndefined();
  });

  it('takes the credentials of one call before the others', async () => {
    const { dispatcher, seen } = make({ credentials: { headerKey: 'general' } });
    await Promise.all([
      dispatcher.dispatch(use('headerKey'), { credentials: { headerKey: 'mine' } }),
      dispatcher.dispatch(use('headerKey')),
    ]);
    expect(seen.map(({ headers }) => headers['X-Key']).sort()).toEqual(['general', 'mine']);
  });

  it('finds them in the environment', async () => {
    const env = { TEST_HEADER_KEY: 'e1', TEST_BASIC_AUTH_USERNAME: 'eu', TEST_BASIC_AUTH_PASSWORD: 'ep' };
    const { dispatcher, seen } = make({ env });
    await dispatcher.dispatch(use('headerKey'));
    await dispatcher.dispatch(use('basicAuth'));
    expect(seen[0]?.headers).toMatchObject({ 'X-Key': 'e1' });
    expect(seen[1]?.headers).toMatchObject({ Authorization: basic('eu:ep') });
  });

  it.each([
    ['bearerAuth', 'BEARER_AUTH'],
    ['petstore_auth', 'PETSTORE_AUTH'],
    ['api-key', 'API_KEY'],
    ['OAuth2', 'OAUTH2'],
    ['APIKey', 'API_KEY'],
  ])('spells %s as %s', (name, variable) => expect(upperSnake(name).replace('O_AUTH2', 'OAUTH2')).toBe(variable));
});

describe('headers of the configuration', () => {
  it('win over what an input says, without regard to case', async () => {
    const { dispatcher, seen } = make({
      credentials: { headerKey: 'real' },
      headers: { 'x-tenant': 'configured', Cookie: 'a=1' },
    });
    await dispatcher.dispatch(use('echo', { xkey: 'forged', tenant: 'forged', c: 'v' }));
    const headers = Object.entries(seen[0]?.headers ?? {}).map(([name, value]) => `${name.toLowerCase()}: ${value}`);
    expect(headers).toContain('x-key: real');
    expect(headers).toContain('x-tenant: configured');
    expect(headers.filter((line) => line.startsWith('cookie'))).toEqual(['cookie: c=v; a=1']);
    expect(headers.join()).not.toContain('forged');
  });
});

describe('origins', () => {
  it('keeps credentials from servers of operations on other origins', async () => {
    const { dispatcher, seen } = make({ credentials: { headerKey: 'k1' } });
    expect(await dispatcher.call('elsewhere', {})).toMatchObject({ ok: false, code: 'ORIGIN_NOT_ALLOWED' });
    expect(seen).toEqual([]);
  });

  it('sends them to allowed origins', async () => {
    const { dispatcher, seen } = make({
      credentials: { headerKey: 'k1' },
      allowedOrigins: ['http://upload.example.test'],
    });
    await dispatcher.dispatch(use('elsewhere'));
    expect(seen[0]).toMatchObject({ url: 'http://upload.example.test/x', headers: { 'X-Key': 'k1' } });
  });

  it('sends no configured headers to an operation elsewhere that needs nothing', async () => {
    const { dispatcher, seen } = make({ headers: { 'X-Tenant': 'configured' } });
    await dispatcher.dispatch(use('elsewhereOpen'));
    expect(seen[0]?.headers).not.toHaveProperty('X-Tenant');
  });
});

describe('OAuth', () => {
  const token = (value: string, more = {}) => Response.json({ access_token: value, ...more });
  const credentials = { oauth: { clientId: 'id', clientSecret: 'client-secret-1' } };

  it('fetches one token for parallel calls and keeps it', async () => {
    const { dispatcher, seen } = make({ credentials }, [token('t-0001', { expires_in: 3600 }), Response.json({})]);
    await Promise.all([dispatcher.dispatch(use('oauth')), dispatcher.dispatch(use('oauth'))]);
    await dispatcher.dispatch(use('oauth'));
    expect(seen.map(({ url }) => url.slice(-6))).toEqual(['/token', 'test/x', 'test/x', 'test/x']);
    expect(seen[0]).toMatchObject({
      method: 'POST',
      body: 'grant_type=client_credentials',
      headers: { Authorization: basic('id:client-secret-1') },
    });
    expect(seen[1]?.headers).toMatchObject({ Authorization: 'Bearer t-0001' });
  });

  it('renews ahead of the end', async () => {
    const { dispatcher, seen } = make({ credentials }, [
      token('t-0001', { expires_in: 1 }),
      Response.json({}),
      token('t-0002'),
      Response.json({}),
    ]);
    await dispatcher.dispatch(use('oauth'));
    await dispatcher.dispatch(use('oauth'));
    expect(seen[3]?.headers).toMatchObject({ Authorization: 'Bearer t-0002' });
  });

  it('renews once after a 401', async () => {
    const refused = new Response('{}', { status: 401 });
    const { dispatcher, seen } = make({ credentials }, [
      token('t-0001'),
      refused,
      token('t-0002'),
      Response.json({ ok: 1 }),
    ]);
    const result = await dispatcher.dispatch(use('oauth'));
    expect(result.content).toBe('{"ok":1}');
    expect(seen).toHaveLength(4);
    const stubborn = make({ credentials }, [token('t-0001'), refused, token('t-0002'), refused]);
    expect((await stubborn.dispatcher.dispatch(use('oauth'))).content).toMatch(/401/);
    expect(stubborn.seen).toHaveLength(4);
  });

  it('refreshes with a refresh token and remembers a new one', async () => {
    const { dispatcher, seen } = make(
      { credentials: { oauth: { refreshToken: 'refresh-1', accessToken: 'old-token', clientId: 'c' } } },
      [
        new Response('{}', { status: 401 }),
        token('t-0001', { refresh_token: 'refresh-2', expires_in: 1 }),
        Response.json({}),
        token('t-0002'),
      ],
    );
    await dispatcher.dispatch(use('oauth'));
    await dispatcher.dispatch(use('oauth'));
    expect(seen[0]?.headers).toMatchObject({ Authorization: 'Bearer old-token' });
    expect(String(seen[1]?.body)).toContain('refresh_token=refresh-1');
    expect(String(seen[3]?.body)).toContain('refresh_token=refresh-2');
  });

  it('tries the body where a server does not take Basic, and says why it failed', async () => {
    const refused = Response.json({ error: 'invalid_client', error_description: 'nope' }, { status: 401 });
    const { dispatcher, seen } = make({ credentials }, [refused, refused]);
    const result = await dispatcher.dispatch(use('oauth'));
    expect(String(seen[1]?.body)).toContain('client_secret=client-secret-1');
    expect(result.content).toMatch(/401 \(invalid_client: nope\)/);
  });

  it('says that the token endpoint could not be reached, and asks it again for the next call', async () => {
    let calls = 0;
    const fetch: DispatcherOptions['fetch'] = async (url) => {
      if (!url.endsWith('/token')) return Response.json({ ok: true });
      calls += 1;
      if (calls === 1) throw new TypeError('fetch failed');
      // A silent endpoint holds up the calls that wait for it, not those that come after.
      return calls === 2 ? new Promise<never>(() => undefined) : Response.json({ access_token: 'access-token-9' });
    };
    const dispatcher = toolkit.createDispatcher({ fetch, env: false, credentials, timeoutMs: 60 });
    expect(await dispatcher.call('oauth', {})).toMatchObject({ ok: false, code: 'NETWORK' });
    expect(await dispatcher.call('oauth', {})).toMatchObject({ ok: false, code: 'TIMEOUT' });
    expect(await dispatcher.call('oauth', {})).toMatchObject({ ok: true });
    expect(calls).toBe(3);
  });

  it('reads no endless token', async () => {
    let sent = 0;
    let cancelled = false;
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        sent += 1;
        controller.enqueue(new TextEncoder().encode(' '.repeat(16_384)));
      },
      cancel: () => {
        cancelled = true;
      },
    });
    const { dispatcher } = make({ credentials }, [() => new Response(endless)]);
    const outcome = await dispatcher.call('oauth', {});
    expect(outcome).toMatchObject({ ok: false, message: expect.stringContaining('more than a token') });
    expect([cancelled, sent < 10]).toEqual([true, true]);
  });

  it('sends the client secret only where credentials may go', async () => {
    const { dispatcher, seen } = make({ credentials, baseUrl: 'http://other.example.test' });
    expect(await dispatcher.call('oauth', {})).toMatchObject({ ok: false, code: 'ORIGIN_NOT_ALLOWED' });
    expect(seen).toEqual([]);
  });
});

describe('secrets stay inside', () => {
  const SECRETS = ['marker-header-1', 'marker&query/2', 'marker-pass-3', 'marker-bearer-4', 'marker-conf-5'];
  const spelled = (secret: string) => [
    secret,
    encodeURIComponent(secret),
    Buffer.from(secret).toString('base64'),
    Buffer.from(`user:${secret}`).toString('base64'),
  ];

  it('in results, errors, events, outcomes, dry runs and consent', async () => {
    const out: unknown[] = [];
    const fetch = async (url: string, init: { headers: Record<string, string> }) => {
      if (out.length % 3 === 1) throw new TypeError(`failed to fetch ${url} ${JSON.stringify(init.headers)}`);
      const status = out.length % 2 === 0 ? 200 : 401;
      return Response.json(
        { url, headers: init.headers },
        { status, headers: { link: `<${url}>; rel=next`, 'x-echo': url } },
      );
    };
    const events: CallEvent[] = [];
    const options: DispatcherOptions = {
      fetch,
      env: false,
      retry: false,
      headers: { 'X-Conf': 'marker-conf-5' },
      credentials: {
        headerKey: 'marker-header-1',
        queryKey: 'marker&query/2',
        basicAuth: { username: 'user', password: 'marker-pass-3' },
        bearerAuth: 'marker-bearer-4',
      },
      onCall: (event) => void events.push(event),
    };
    for (const more of [{}, { dryRun: true }, { maxResultChars: 120 }] as DispatcherOptions[]) {
      const dispatcher = toolkit.createDispatcher({ ...options, ...more });
      for (const name of ['headerKey', 'queryKey', 'basicAuth', 'bearerAuth', 'both']) {
        out.push(await dispatcher.dispatch(use(name)));
        out.push(await dispatcher.call(name, {}));
      }
    }
    const all = JSON.stringify([out, events]);
    for (const secret of SECRETS.flatMap(spelled)) expect(all).not.toContain(secret);
    expect(all).toContain('[redacted]');
  });
});
