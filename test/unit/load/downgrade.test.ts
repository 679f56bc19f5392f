import http from 'node:http';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { loadSpec } from '../../../src/load/load-spec.js';
import { type RecordingServer, startServer } from '../../support/http-server.js';

/** TLS plays no part here: what is asked for by https is answered by a plain server. */
vi.mock('node:https', () => ({
  request: (url: URL, options: http.RequestOptions) => {
    const plain = new URL(url);
    plain.protocol = 'http:';
    return http.request(plain, options);
  },
}));

const DOCUMENT = '{"openapi": "3.1.0", "info": {"title": "t", "version": "1"}, "paths": {}}';
let server: RecordingServer;
beforeAll(async () => {
  server = await startServer(({ url }) => {
    const location = /^\/to-(https?)$/.exec(url)?.[1];
    const place = `${location}://${new URL(server.origin).host}/end`;
    return location === undefined ? { body: DOCUMENT } : { status: 302, headers: { location: place } };
  });
});
afterAll(() => server.close());

it('a download by https never goes on by http', async () => {
  const secure = server.origin.replace('http:', 'https:');
  expect((await loadSpec(`${secure}/to-https`)).spec.version).toBe('3.1');
  await expect(loadSpec(`${secure}/to-http`)).rejects.toThrow('not protected');
  expect(server.seen.map(({ url }) => url)).toEqual(['/to-https', '/end', '/to-http']);
});
