import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { DispatcherOptions, ResponseLike } from '../../../src/runtime/contract.js';
import { toolkitOf } from './support.js';

// A `fetch` that does not heed its signal: what comes after the end of a call is dropped.
type Fetch = NonNullable<DispatcherOptions['fetch']>;
const toolkit = toolkitOf({ get: { operation: { path: '/get' } } });
const call = (fetch: Fetch, signal?: AbortSignal) =>
  toolkit
    .createDispatcher({ fetch, env: false, timeoutMs: 30, retry: false })
    .call('get', {}, signal === undefined ? {} : { signal });

/** An answer whose body comes piece by piece, and whether it was cancelled. */
function answer(status: number, headers: Record<string, string>, pieces: (() => Promise<Uint8Array | undefined>)[]) {
  const seen = { cancelled: false, read: 0 };
  const read = async () => {
    const value = await pieces[seen.read++]?.();
    return value === undefined ? { done: true as const } : { done: false as const, value };
  };
  const cancel = async () => {
    seen.cancelled = true;
  };
  const response = { ...new Response(null), status, statusText: '', headers: new Headers(headers), type: 'basic' };
  return { seen, response: { ...response, body: { getReader: () => ({ read, cancel }) } } as unknown as ResponseLike };
}

it('follows no redirect that comes after the end, and drops its body', async () => {
  const { response, seen } = answer(302, { location: '/other' }, []);
  const urls: string[] = [];
  const outcome = await call(async (url) => {
    urls.push(url);
    await pause(60);
    return response;
  });
  expect(outcome).toMatchObject({ ok: false, code: 'TIMEOUT' });
  await pause(60);
  expect(urls).toEqual(['http://api.example.test/get']);
  expect(seen).toEqual({ cancelled: true, read: 0 });
});

it.each(['TIMEOUT', 'ABORTED'])('reads no further at the end (%s)', async (code) => {
  const controller = new AbortController();
  const last = async () => {
    if (code === 'ABORTED') controller.abort();
    await pause(60);
    return new Uint8Array([49]);
  };
  const { response, seen } = answer(200, { 'content-type': 'application/json' }, [last, last, last]);
  expect(await call(async () => response, controller.signal)).toMatchObject({ ok: false, code });
  await pause(100);
  expect(seen).toEqual({ cancelled: true, read: 1 });
});

it('gives what came of a stream of events', async () => {
  const never = new Promise<undefined>(() => undefined);
  const event = new TextEncoder().encode('data: {"a":1}\n\n');
  const { response, seen } = answer(200, { 'content-type': 'text/event-stream' }, [async () => event, () => never]);
  expect(await call(async () => response)).toMatchObject({ ok: true, data: [{ a: 1 }] });
  expect(seen).toEqual({ cancelled: true, read: 2 });
});

it('hands out no bytes but those of the answer', async () => {
  const pool = Buffer.from('secret of another call, and an answer');
  const { response } = answer(200, { 'content-type': 'application/x-thing' }, [async () => pool.subarray(-9)]);
  const outcome = await call(async () => response);
  const data = outcome.ok ? (outcome.data as Uint8Array) : new Uint8Array();
  expect(Buffer.from(data).toString()).toBe('an answer');
  expect(data.buffer.byteLength).toBe(data.length);
});
