import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toolkitOf, use } from './support.js';

/** Calls of one run; `FAULTY_CALLS=10000` is the long version. */
const CALLS = Number(process.env['FAULTY_CALLS'] ?? 600);
const SIDE_BY_SIDE = 32;

/** What the server does with a request, by its number. */
const FAULTS: readonly ((response: http.ServerResponse, request: http.IncomingMessage) => void)[] = [
  (response) => void response.setHeader('content-type', 'application/json').end('{"ok":true}'),
  (response) => void response.writeHead(500).end('no'),
  (_, request) => request.socket.resetAndDestroy(),
  (response) => {
    response.writeHead(200, { 'content-length': '10' }).write('abc');
    setTimeout(() => response.destroy(), 2);
  },
  (response) => void response.writeHead(429, { 'retry-after': '0' }).end('{}'),
  (response) => {
    response.writeHead(200, { 'content-type': 'text/plain' }).write('slow');
    setTimeout(() => response.end(' but whole'), 5);
  },
  (response) => void response.writeHead(503, { 'retry-after': '3600' }).end(),
  (response) => void response.writeHead(302, { location: '/again' }).end(),
  (response) => void response.end('z'.repeat(200_000)),
  (response) => void response.writeHead(204).end(),
];

let server: http.Server;
let origin: string;
let served = 0;
const posts = new Map<string, number>();

beforeAll(async () => {
  server = http.createServer((request, response) => {
    served += 1;
    const key = request.headers['x-id'];
    if (request.method === 'POST' && typeof key === 'string') posts.set(key, (posts.get(key) ?? 0) + 1);
    const fault = FAULTS[served % FAULTS.length];
    request.resume();
    request.on('end', () => fault?.(response, request));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

describe('a faulty server', () => {
  it(`answers each of ${CALLS} calls exactly once, sends no write twice, and keeps nothing`, {
    timeout: 120_000,
  }, async () => {
    const parameters = [{ property: 'id', name: 'X-Id', in: 'header' as const }];
    const dispatcher = toolkitOf({
      get: { operation: { path: '/get', parameters } },
      post: { operation: { path: '/post', method: 'POST', parameters } },
    }).createDispatcher({
      baseUrl: origin,
      env: false,
      timeoutMs: 5000,
      maxResponseBytes: 100_000,
      retry: { attempts: 2, maxDelayMs: 3 },
    });
    const answers = new Map<string, number>();
    let next = 0;
    let early = 0;
    let failed = 0;
    const worker = async (): Promise<void> => {
      while (next < CALLS) {
        const id = `toolu_${next}`;
        next += 1;
        if (next === Math.floor(CALLS / 4)) early = heapAfterCollection();
        const result = await dispatcher.dispatch(use(next % 3 === 0 ? 'post' : 'get', { id }, id));
        answers.set(result.tool_use_id, (answers.get(result.tool_use_id) ?? 0) + 1);
        if (result.is_error === true) failed += 1;
        expect(result.content).toBeTruthy();
      }
    };
    await Promise.all(Array.from({ length: SIDE_BY_SIDE }, worker));
    expect(answers.size).toBe(CALLS);
    expect(new Set(answers.values())).toEqual(new Set([1]));
    expect(Math.max(...posts.values())).toBe(1);
    expect(failed).toBeGreaterThan(CALLS / 10);
    expect(failed).toBeLessThan(CALLS);
    expect(heapAfterCollection() - early).toBeLessThan(30_000_000);
    if (CALLS > 600)
      process.stdout.write(`${CALLS} calls, ${failed} errors, heap ${early} → ${heapAfterCollection()}\n`);
  });
});

function heapAfterCollection(): number {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
}
