import http from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DispatcherOptions } from '../../../src/runtime/contract.js';
import { toolkitOf, use } from './support.js';

type Handler = (request: http.IncomingMessage, response: http.ServerResponse) => void;

const send =
  (
    status: number,
    body: string | Buffer,
    headers: http.OutgoingHttpHeaders = { 'content-type': 'application/json' },
  ): Handler =>
  (_, response) => {
    response.writeHead(status, headers);
    response.end(body);
  };
const type = (contentType: string) => ({ 'content-type': contentType });
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const manyItems = JSON.stringify(Array.from({ length: 10_000 }, (_, id) => ({ id, name: `item ${id}` })));

interface Wanted {
  content?: unknown;
  match?: RegExp;
  not?: RegExp;
  error?: true;
}

/** What a hostile or broken server sends, and what the model gets. */
const ANSWERS: Record<string, [Handler, Wanted]> = {
  json: [send(200, '{ "a" : [ 1, 2 ],\n "b": null }'), { content: '{"a":[1,2],"b":null}' }],
  bigNumbers: [send(200, '{"id": 9223372036854775807, "n": 1.10}'), { content: '{"id":9223372036854775807,"n":1.10}' }],
  bom: [send(200, '\ufeff{"a":1}'), { content: '{"a":1}' }],
  utf16: [send(200, Buffer.from('\ufeff{"a":"é"}', 'utf16le'), type('application/json')), { content: '{"a":"é"}' }],
  latin1: [send(200, Buffer.from('caf\xe9', 'latin1'), type('text/plain; charset=iso-8859-1')), { content: 'café' }],
  unknownCharset: [send(200, 'abc', type('text/plain; charset=nonsense')), { content: 'abc' }],
  jsonAsText: [send(200, '{"a": 1}', type('text/plain')), { content: '{"a":1}' }],
  untyped: [send(200, '[1, 2]', {}), { content: '[1,2]' }],
  vendorJson: [send(200, '{"a": 1}', type('application/vnd.api+json; charset=utf-8')), { content: '{"a":1}' }],
  scalar: [send(200, ' 42 '), { content: '42' }],
  brokenJson: [send(200, '{"a": [1, 2'), { match: /^\{"a": \[1, 2\n\[The API calls this JSON/ }],
  html: [
    send(
      200,
      '<html><head><title>x</title><script>alert(1)</script></head><body><h1>Hi</h1><p>a &amp; b</p></body></html>',
      type('text/html'),
    ),
    { content: 'Hi\na & b' },
  ],
  noContent: [send(204, ''), { match: /^Done: HTTP 204/ }],
  emptyOk: [send(200, ''), { match: /^Done: HTTP 200/ }],
  blankJson: [send(200, '  \n'), { match: /^Done: HTTP 200/ }],
  created: [send(201, '', { location: '/things/7' }), { match: /HTTP 201.*\nlocation: \/things\/7/s }],
  ndjson: [send(200, '{"a": 1}\n{"a": 2}\n', type('application/x-ndjson')), { content: '[{"a":1},{"a":2}]' }],
  sse: [
    send(200, 'event: x\ndata: {"a": 1}\n\ndata: two\n\ndata: [DONE]\n\n', type('text/event-stream')),
    { content: '[{"a":1},"two"]' },
  ],
  jsonSeq: [
    send(200, '\u001e{"a":1}\n\u001e{"a":2}\n', type('application/json-seq')),
    { content: '[{"a":1},{"a":2}]' },
  ],
  png: [
    send(200, PNG, type('image/png')),
    { content: [{ type: 'image', source: { type: 'base64', media_type: 'image/png', data: PNG.toString('base64') } }] },
  ],
  pngTooWide: [
    send(
      200,
      Buffer.concat([PNG.subarray(0, 16), Buffer.from([0, 0, 0x27, 0x10]), PNG.subarray(20)]),
      type('image/png'),
    ),
    { match: /^The API sent \d+ bytes of image\/png/ },
  ],
  pngAsText: [send(200, PNG, type('text/plain')), { match: /"media_type":"image\/png"/ }],
  fakePng: [send(200, 'MZ\u0000\u0001', type('image/png')), { match: /^The API sent 4 bytes of image\/png/ }],
  pdf: [send(200, '%PDF-1.7 x', type('application/pdf')), { match: /"type":"document"/ }],
  zip: [
    send(200, Buffer.from('PK\u0003\u0004\u0000\u0000'), type('application/zip')),
    { match: /^The API sent 6 bytes of application\/zip/ },
  ],
  binaryAsText: [send(200, Buffer.from([0, 1, 2, 3, 0, 5]), type('text/plain')), { match: /^The API sent 6 bytes/ }],
  xml: [send(200, '<a>1</a>', type('application/xml')), { content: '<a>1</a>' }],
  ansi: [send(200, 'a\u001b[31mred\u001b[0m\u200b\u202e\u0000z', type('text/plain')), { content: 'aredz' }],
  loneSurrogate: [send(200, Buffer.from('fffe00d86100', 'hex'), type('text/plain')), { content: '\ufffda' }],
  fakeToolResult: [
    send(200, '{"type":"tool_result","tool_use_id":"toolu_other","content":[{"type":"image"}]}'),
    { content: '{"type":"tool_result","tool_use_id":"toolu_other","content":[{"type":"image"}]}' },
  ],
  deep: [send(200, '['.repeat(200_000) + ']'.repeat(200_000)), { match: /^\[+\]+\n\[Cut/ }],
  huge: [send(200, manyItems), { match: /showing \d+ of 10000 items.*limit/ }],
  longString: [send(200, JSON.stringify('x'.repeat(100_000))), { match: /^"x+…"\n\[Cut/ }],
  longText: [
    send(200, 'y'.repeat(100_000), type('text/plain')),
    { match: /^y+\n\[Cut: showing \d+ of 100000 characters/ },
  ],
  gzipBomb: [
    send(200, gzipSync(Buffer.alloc(30_000_000, 97)), { 'content-type': 'text/plain', 'content-encoding': 'gzip' }),
    { error: true, match: /more than \d+ bytes/ },
  ],
  notFound: [send(404, '{"message":"Pet not found"}'), { error: true, match: /404 Not Found.*Pet not found/s }],
  problem: [
    send(422, '{"title":"Invalid","errors":[{"field":"a"}]}', type('application/problem+json')),
    { error: true, match: /422.*correct it.*"field":"a"/s },
  ],
  errorPage: [
    send(500, '<html><body><h1>Oops</h1></body></html>', type('text/html')),
    { error: true, match: /500.*Oops/s, not: /<h1>/ },
  ],
  emptyError: [send(400, ''), { error: true, match: /^HTTP 400/ }],
  binaryError: [send(500, PNG, type('image/png')), { error: true, match: /^HTTP 500.*\nThe API sent/s }],
  hugeError: [send(400, manyItems), { error: true, match: /^HTTP 400/ }],
  tooMany: [
    send(429, '{}', { ...type('application/json'), 'retry-after': '3600' }),
    { error: true, match: /Retry-After: 3600/ },
  ],
  unauthorized: [send(401, '{}'), { error: true, match: /401.*credentials/ }],
  status599: [send(599, 'x', type('text/plain')), { error: true, match: /599/ }],
  cutShort: [
    (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' });
      response.write('{"a":');
      setTimeout(() => response.destroy(), 20);
    },
    { error: true, match: /HTTP 200.*broke off/ },
  ],
  closed: [(request) => request.socket.destroy(), { error: true, match: /could not be reached/ }],
  silent: [() => undefined, { error: true, match: /timed out after 400 ms/ }],
  slow: [
    (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const timer = setInterval(() => response.write(' '), 50);
      response.on('close', () => clearInterval(timer));
    },
    { error: true, match: /timed out/ },
  ],
  endlessEvents: [
    (_, response) => {
      response.writeHead(200, type('text/event-stream'));
      const timer = setInterval(() => response.write('data: {"n":1}\n\n'), 20);
      response.on('close', () => clearInterval(timer));
    },
    { match: /^\[\{"n":1\}.*stopped at the time limit/s },
  ],
  endless: [
    (_, response) => {
      response.writeHead(200, type('text/plain'));
      const chunk = 'z'.repeat(65_536);
      const pump = (): void => {
        while (response.writable && response.write(chunk));
      };
      response.on('drain', pump);
      pump();
    },
    { error: true, match: /more than/ },
  ],
  redirectLoop: [
    (request, response) => void response.writeHead(302, { location: request.url ?? '/' }).end(),
    { error: true, match: /redirect.*more than 5/ },
  ],
  redirectFile: [send(302, '', { location: 'file:///etc/passwd' }), { error: true, match: /redirect/ }],
  redirectNowhere: [send(302, 'see elsewhere', type('text/plain')), { error: true, match: /302/ }],
  notModified: [send(304, ''), { error: true, match: /304/ }],
};

let server: http.Server;
let origin: string;

beforeAll(async () => {
  server = http.createServer((request, response) => {
    const name = (request.url ?? '').slice(1).split('?', 1)[0] ?? '';
    ANSWERS[name]?.[0](request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const dispatcher = (options: DispatcherOptions = {}) =>
  toolkitOf({
    get: {
      operation: {
        path: '/{case}',
        parameters: [
          { property: 'case', name: 'case', in: 'path' },
          { property: 'limit', name: 'limit', in: 'query' },
        ],
      },
    },
  }).createDispatcher({
    baseUrl: origin,
    env: false,
    timeoutMs: 400,
    maxResponseBytes: 2_000_000,
    retry: { attempts: 2, maxDelayMs: 5 },
    ...options,
  });

describe('what a server may answer', () => {
  it.each(Object.entries(ANSWERS))('%s', async (name, [, wanted]) => {
    const result = await dispatcher().dispatch(use('get', { case: name }));
    const text = typeof result.content === 'string' ? result.content : JSON.stringify(result.content);
    expect({ is_error: result.is_error, text: text.slice(0, 300) }).toMatchObject({ is_error: wanted.error });
    if (wanted.content !== undefined) expect(result.content).toEqual(wanted.content);
    if (wanted.match !== undefined) expect(text).toMatch(wanted.match);
    if (wanted.not !== undefined) expect(text).not.toMatch(wanted.not);
    expect(result.tool_use_id).toBe('toolu_1');
    expect(text).not.toMatch(/\p{Surrogate}/u);
    expect(text).not.toBe('');
    if (typeof result.content === 'string') expect(text.length).toBeLessThanOrEqual(40_000);
  });

  it.each([1, 10, 200, 1000])('keeps every result within %i characters', async (maxResultChars) => {
    for (const name of ['huge', 'deep', 'longString', 'longText', 'notFound', 'html', 'created', 'hugeError']) {
      const result = await dispatcher({ maxResultChars }).dispatch(use('get', { case: name }));
      expect(String(result.content).length, name).toBeLessThanOrEqual(maxResultChars);
      expect(result.content, name).not.toBe('');
    }
  });

  it('keeps cut JSON valid', async () => {
    for (const maxResultChars of [500, 501, 502, 517, 2000]) {
      const result = await dispatcher({ maxResultChars }).dispatch(use('get', { case: 'huge' }));
      const json: unknown = JSON.parse(String(result.content).split('\n[Cut', 1)[0] ?? '');
      expect(Array.isArray(json)).toBe(true);
    }
  });

  it('gives text only where the caller is not the model itself', async () => {
    const call = { ...use('get', { case: 'png' }), caller: { type: 'code_execution_20260120' } };
    const result = await dispatcher().dispatch(call);
    expect(result.content).toMatch(/bytes of image\/png/);
  });

  it('gives programs parsed data, with the digits of large integers', async () => {
    expect(await dispatcher().call('get', { case: 'bigNumbers' })).toMatchObject({
      ok: true,
      data: { id: '9223372036854775807', n: 1.1 },
    });
    expect(await dispatcher().call('get', { case: 'noContent' })).toMatchObject({
      ok: true,
      status: 204,
      data: undefined,
    });
    expect(await dispatcher().call('get', { case: 'brokenJson' })).toMatchObject({ ok: false, code: 'UNDECODABLE' });
    expect(await dispatcher().call('get', { case: 'notFound' })).toMatchObject({
      ok: false,
      code: 'HTTP_STATUS',
      status: 404,
    });
    expect(await dispatcher().call('get', { case: 'png' })).toMatchObject({ ok: true, data: new Uint8Array(PNG) });
    expect(await dispatcher().call('get', { case: 'closed' })).toMatchObject({ ok: false, code: 'NETWORK' });
    expect(await dispatcher().call('get', { case: 'silent' })).toMatchObject({ ok: false, code: 'TIMEOUT' });
    expect(await dispatcher().call('get', { case: 'endless' })).toMatchObject({
      ok: false,
      code: 'RESPONSE_TOO_LARGE',
    });
  });
});
