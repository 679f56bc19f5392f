import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type RecordingServer, startServer } from '../../support/http-server.js';
import { toolkitOf, use } from './support.js';

/** The platform's own `fetch` would follow these redirects, with key and body. */

const SECRETS = { key: 'SECRET-KEY-1', oauth: { clientId: 'client', clientSecret: 'CLIENT-SECRET-1' } };
const toolkit = toolkitOf(
  {
    get: { operation: { path: '/get', security: [{ key: [] }] } },
    post: {
      operation: {
        path: '/post',
        method: 'POST',
        security: [{ key: [] }],
        body: { property: 'body', kind: 'json', contentTypes: ['application/json'] },
      },
    },
    token: { operation: { path: '/get', security: [{ oauth: [] }] } },
  },
  {
    securitySchemes: {
      key: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
      oauth: { type: 'oauth2', tokenUrl: '/token' },
    },
  },
);

let api: RecordingServer;
let other: RecordingServer;
let status = 307;
beforeAll(async () => {
  other = await startServer(() => ({ body: '{"access_token":"token-of-the-other"}' }));
  api = await startServer(() => ({ status, headers: { location: `${other.origin}/taken` } }));
});
beforeEach(() => {
  api.seen.length = 0;
  other.seen.length = 0;
});
afterAll(() => Promise.all([api.close(), other.close()]));

it.each([301, 302, 303, 307, 308])('%i to another origin takes nothing secret along', async (given) => {
  status = given;
  const dispatcher = toolkit.createDispatcher({ env: false, baseUrl: api.origin, credentials: SECRETS, retry: false });
  const results = [
    await dispatcher.dispatch(use('get')),
    await dispatcher.dispatch(use('post', { body: 'BODY-1' })),
    await dispatcher.dispatch(use('token')),
  ];
  expect(results.map(({ is_error }) => is_error === true)).toEqual([false, true, true]);
  expect(api.seen.map(({ url }) => url)).toEqual(['/get', '/post', '/token']);
  expect(other.seen.map(({ method, url }) => `${method} ${url}`)).toEqual(['GET /taken']);
  const taken = JSON.stringify(other.seen.map(({ rawHeaders, body }) => [rawHeaders, body.toString()]));
  expect(taken).not.toMatch(/SECRET|BODY|Basic/);
});
