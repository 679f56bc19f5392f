import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CallEvent, DispatcherOptions } from '../../../src/runtime/contract.js';
import { isPrivateHost } from '../../../src/runtime/transport/private-address.js';
import { type RecordingServer, startServer } from '../../support/http-server.js';
import { recordingFetch, toolkitOf, use } from './support.js';

const json = (status: number, headers: Record<string, string> = {}) =>
  new Response('{}', { status, headers: { 'content-type': 'application/json', ...headers } });

const header = (name: string, more = {}) => ({ property: name, name, in: 'header' as const, ...more });
const toolkit = toolkitOf(
  {
    get: { operation: { path: '/get' } },
    head: { operation: { path: '/get', method: 'HEAD', effect: 'read' } },
    put: { operation: { path: '/put', method: 'PUT' } },
    del: { operation: { path: '/del', method: 'DELETE', effect: 'destructive' } },
    post: {
      operation: {
        path: '/post',
        method: 'POST',
        body: { property: 'body', kind: 'json', contentTypes: ['application/json'] },
      },
    },
    pay: {
      operation: { path: '/pay', method: 'POST', parameters: [header('Idempotency-Key', { idempotencyKey: true })] },
    },
    secure: { operation: { path: '/get', security: [{ key: [] }] } },
  },
  { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-API-Key' } } },
);
const make = (fetch: DispatcherOptions['fetch'], options: DispatcherOptions = {}) =>
  toolkit.createDispatcher({
    ...(fetch === undefined ? {} : { fetch }),
    env: false,
    credentials: { key: 'SECRET-KEY-1' },
    retry: { maxDelayMs: 2 },
    ...options,
  });

describe('retries', () => {
  it.each([
    ['get', 408, 3],
    ['get', 429, 3],
    ['get', 502, 3],
    ['get', 503, 3],
    ['get', 504, 3],
    ['put', 503, 3],
    ['del', 503, 3],
    ['get', 500, 1],
    ['get', 404, 1],
    ['post', 503, 1],
    ['post', 429, 1],
    ['pay', 503, 3],
  ])('%s on %i is sent %i times', async (name, status, times) => {
    const { fetch, seen } = recordingFetch([json(status)]);
    const result = await make(fetch).dispatch(use(name));
    expect(seen).toHaveLength(times);
    expect(result.is_error).toBe(true);
  });

  it.each([
    ['get', 3],
    ['put', 3],
    ['post', 1],
    ['pay', 3],
  ])('%s after a connection error is sent %i times', async (name, times) => {
    let count = 0;
    const fetch = () => {
      count += 1;
      return Promise.reject(
        new TypeError('fetch failed', { cause: Object.assign(new Error('x'), { code: 'ECONNRESET' }) }),
      );
    };
    const result = await make(fetch).dispatch(use(name));
    expect(count).toBe(times);
    expect(result.content).toMatch(name === 'get' ? /ECONNRESET/ : /outcome is unknown/);
  });

  it('succeeds when a later attempt does, and says so to the listener', async () => {
    const events: CallEvent[] = [];
    const { fetch, seen } = recordingFetch([json(503), json(200)]);
    const result = await make(fetch, { onCall: (event) => void events.push(event) }).dispatch(use('get'));
    expect(result.is_error).toBeUndefined();
    expect(seen).toHaveLength(2);
    expect(events.map(({ type }) => type)).toEqual(['request', 'response', 'retry', 'request', 'response']);
  });

  it('does not wait longer than allowed for Retry-After, and names it', async () => {
    const { fetch, seen } = recordingFetch([json(503, { 'retry-after': '31536000' })]);
    const result = await make(fetch).dispatch(use('get'));
    expect(seen).toHaveLength(1);
    expect(result.content).toMatch(/Retry-After: 31536000/);
  });

  it('can be switched off', async () => {
    const { fetch, seen } = recordingFetch([json(503)]);
    await make(fetch, { retry: false }).dispatch(use('get'));
    expect(seen).toHaveLength(1);
  });

  it('fills an idempotency key once for each tool_use id', async () => {
    const { fetch, seen } = recordingFetch([json(503), json(200), json(200), json(200)]);
    const dispatcher = make(fetch);
    await dispatcher.dispatch(use('pay', {}, 'toolu_a'));
    await dispatcher.dispatch(use('pay', {}, 'toolu_a'));
    await dispatcher.dispatch(use('pay', {}, 'toolu_b'));
    const keys = seen.map(({ headers }) => headers['Idempotency-Key']);
    expect(keys[0]).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    expect(new Set(keys.slice(0, 3)).size).toBe(1);
    expect(keys[3]).not.toBe(keys[0]);
  });

  it('takes no idempotency key from an input', async () => {
    const { fetch, seen } = recordingFetch();
    const result = await make(fetch).dispatch(use('pay', { 'Idempotency-Key': 'used-before' }));
    expect(result).toMatchObject({ is_error: true, content: expect.stringContaining('unknown property') });
    expect(seen).toEqual([]);
  });
});

describe('redirects', () => {
  const to = (location: string, status = 302) => new Response(null, { status, headers: { location } });

  it('follows inside of the origin with credentials', async () => {
    const { fetch, seen } = recordingFetch([to('/other?x=1'), json(200)]);
    const result = await make(fetch).dispatch(use('secure'));
    expect(result.is_error).toBeUndefined();
    expect(seen[1]).toMatchObject({
      url: 'http://api.example.test/other?x=1',
      headers: { 'X-API-Key': 'SECRET-KEY-1' },
    });
  });

  it('drops everything but Accept on the way to another origin', async () => {
    const { fetch, seen } = recordingFetch([to('http://other.example.test/x'), json(200)]);
    await make(fetch, { headers: { 'X-Tenant': 'tenant-header-1' } }).dispatch(use('secure'));
    expect(seen[0]?.headers).toMatchObject({ 'X-API-Key': 'SECRET-KEY-1', 'X-Tenant': 'tenant-header-1' });
    expect(Object.keys(seen[1]?.headers ?? {})).toEqual(['Accept']);
  });

  it.each([
    ['a write', 'post', 'http://api.example.test/x', 303],
    ['a private address', 'get', 'http://169.254.169.254/latest', 302],
    ['loopback', 'get', 'http://[::1]/x', 307],
    ['a decimal address', 'get', 'http://2130706433/x', 302],
    ['another scheme', 'get', 'ftp://api.example.test/x', 302],
    ['a user name', 'get', 'http://u:p@api.example.test/x', 302],
  ])('does not follow %s', async (_, name, location, status) => {
    const { fetch, seen } = recordingFetch([to(location, status), json(200)]);
    const result = await make(fetch).call(name, {});
    expect(result).toMatchObject({ ok: false, code: 'REDIRECT' });
    expect(seen).toHaveLength(1);
  });

  it('follows five of them at most', async () => {
    const { fetch, seen } = recordingFetch([to('/again')]);
    expect(await make(fetch).call('get', {})).toMatchObject({ ok: false, code: 'REDIRECT' });
    expect(seen).toHaveLength(6);
  });

  describe('names that resolve to private addresses', () => {
    const hosts: Record<string, string> = { 'evil.example.test': '10.0.0.7', 'base.example.test': '192.168.1.2' };
    const lookup = async (hostname: string) => {
      const address = hosts[hostname];
      if (address === undefined) throw new Error('ENOTFOUND');
      return [{ address: '203.0.113.9' }, { address }];
    };
    beforeEach(() => {
      vi.spyOn(process, 'getBuiltinModule').mockImplementation((() => ({ promises: { lookup } })) as never);
    });
    afterEach(() => vi.restoreAllMocks());

    it('are not followed', async () => {
      const { fetch, seen } = recordingFetch([to('http://evil.example.test/x'), json(200)]);
      expect(await make(fetch).call('get', {})).toMatchObject({ ok: false, code: 'REDIRECT' });
      expect(seen).toHaveLength(1);
    });

    it('are followed where the base is private too', async () => {
      const { fetch, seen } = recordingFetch([to('http://evil.example.test/x'), to('http://10.1.1.1/y'), json(200)]);
      const dispatcher = make(fetch, { baseUrl: 'http://base.example.test' });
      expect(await dispatcher.call('get', {})).toMatchObject({ ok: true });
      expect(seen).toHaveLength(3);
    });

    it('cannot hide behind a lookup that never ends', async () => {
      vi.spyOn(process, 'getBuiltinModule').mockImplementation((() => ({
        promises: { lookup: () => new Promise(() => undefined) },
      })) as never);
      const { fetch, seen } = recordingFetch([to('http://slow.example.test/x'), json(200)]);
      expect(await make(fetch, { timeoutMs: 50 }).call('get', {})).toMatchObject({ ok: false, code: 'TIMEOUT' });
      expect(seen).toHaveLength(1);
    });
  });

  it('never goes from https to http', async () => {
    const { fetch, seen } = recordingFetch([to('http://api.example.test/x'), json(200)]);
    const result = await make(fetch, { baseUrl: 'https://api.example.test' }).call('get', {});
    expect(result).toMatchObject({ ok: false, code: 'REDIRECT' });
    expect(seen).toHaveLength(1);
  });

  it.each([
    'localhost',
    '127.0.0.1',
    '10.1.2.3',
    '172.20.0.1',
    '192.168.0.1',
    '169.254.1.1',
    '[::1]',
    '[fd00::1]',
    '[::ffff:7f00:1]',
    'x.internal',
    '100.64.0.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '[::7f00:1]',
    '[64:ff9b::a00:1]',
    '[2002:a00:1::1]',
    '[fe80::1]',
    '[ff02::1]',
    'localhost.',
  ])('knows that %s is private', (host) => expect(isPrivateHost(host)).toBe(true));
  it.each([
    'example.com',
    '8.8.8.8',
    '172.32.0.1',
    '[2001:db8::1]',
    '100.128.0.1',
    '[64:ff9b::808:808]',
    'fc.example.com',
  ])('knows that %s is public', (host) => expect(isPrivateHost(host)).toBe(false));
});

describe('time and abortion', () => {
  const never = () => new Promise<never>(() => undefined);

  it('has one deadline over everything, even where fetch ignores its signal', async () => {
    expect(await make(never, { timeoutMs: 30 }).call('post', {})).toMatchObject({ ok: false, code: 'TIMEOUT' });
    const result = await make(never, { timeoutMs: 30 }).dispatch(use('post'));
    expect(result.content).toMatch(/outcome is unknown/);
  });

  it('stops when the caller aborts, before and during a call', async () => {
    const { fetch, seen } = recordingFetch();
    const aborted = AbortSignal.abort();
    expect(await make(fetch).call('get', {}, { signal: aborted })).toMatchObject({ ok: false, code: 'ABORTED' });
    expect(seen).toHaveLength(0);
    const controller = new AbortController();
    let stuck = never;
    const sent = new Promise<void>((resolve) => {
      stuck = () => {
        resolve();
        return never();
      };
    });
    const pending = make(() => stuck()).call('get', {}, { signal: controller.signal });
    await sent;
    controller.abort();
    expect(await pending).toMatchObject({ ok: false, code: 'ABORTED' });
  });

  it('waits for credentials no longer than for an answer', async () => {
    const { fetch, seen } = recordingFetch();
    const dispatcher = make(fetch, { timeoutMs: 30, credentials: { key: never } });
    expect(await dispatcher.call('secure', {})).toMatchObject({ ok: false, code: 'TIMEOUT' });
    expect(seen).toEqual([]);
  });
});

describe('a real server', () => {
  let server: RecordingServer;
  beforeAll(async () => {
    server = await startServer(() => ({ body: '{"ok":true}' }));
  });
  beforeEach(() => {
    server.seen.length = 0;
  });
  afterAll(() => server.close());

  it('gets the request as it was built', async () => {
    const dispatcher = make(undefined, { baseUrl: `${server.origin}/base/` });
    const result = await dispatcher.dispatch(use('post', { body: { a: [1, 'é'] } }));
    expect(result.content).toBe('{"ok":true}');
    expect(server.seen[0]).toMatchObject({
      method: 'POST',
      url: '/base/post',
      headers: { 'content-type': 'application/json' },
    });
    expect(server.seen[0]?.body.toString()).toBe('{"a":[1,"é"]}');
  });

  it('answers HEAD with headers', async () => {
    const result = await make(undefined, { baseUrl: server.origin }).dispatch(use('head'));
    expect(result.content).toMatch(/HTTP 200.*content-type: application\/json/s);
  });
});
