import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DispatcherOptions } from '../../../src/runtime/contract.js';
import { head, type Raw, type RawServer, redirect, startRawServer } from './raw-server.js';
import { text, toolkitOf, use } from './support.js';

interface Wanted {
  content?: string;
  match?: RegExp;
  error?: true;
}

const answer = (status: string, type: string, body: string | Buffer, ...more: string[]) =>
  Buffer.concat([
    Buffer.from(
      head(status, [`content-type: ${type}`, `content-length: ${Buffer.byteLength(body)}`, ...more]),
      'latin1',
    ),
    Buffer.from(body),
  ]);
const json = (status: string, body: string, ...more: string[]) => answer(status, 'application/json', body, ...more);
const pause =
  (first: string, rest: string, milliseconds: number): Raw =>
  (socket) => {
    socket.write(first);
    setTimeout(() => socket.end(rest), milliseconds).unref();
  };
const repeat =
  (first: string, piece: string, milliseconds: number): Raw =>
  (socket) => {
    socket.write(first);
    const timer = setInterval(() => socket.write(piece), milliseconds);
    socket.on('close', () => clearInterval(timer));
  };
const bomb = Buffer.alloc(20_000_000, 97);

/** What a server writes, byte for byte, and what the model gets. */
const ANSWERS: Record<string, [Raw, Wanted]> = {
  earlyHints: [
    Buffer.concat([Buffer.from(head('103 Early Hints', ['link: </x>'])), json('200 OK', '{"a":1}')]),
    { content: '{"a":1}' },
  ],
  processing: [Buffer.concat([Buffer.from(head('102 Processing', [])), json('200 OK', '1')]), { content: '1' }],
  upgrade: [head('101 Switching Protocols', ['upgrade: x', 'connection: upgrade']), { error: true }],
  noContentWithBody: [json('204 No Content', '{"a":1}', 'connection: close'), { match: /^Done: HTTP 204 No Content/ }],
  resetContent: [json('205 Reset Content', '', 'connection: close'), { match: /^Done: HTTP 205/ }],
  partial: [json('206 Partial Content', '[1]', 'content-range: items 0-0/9'), { content: '[1]' }],
  multiStatus: [answer('207 Multi-Status', 'application/xml', '<a/>'), { content: '<a/>' }],
  notModified: [head('304 Not Modified', ['etag: "x"']), { error: true, match: /^HTTP 304/ }],
  multipleChoices: [json('300 Multiple Choices', '{"see":"x"}'), { error: true, match: /^HTTP 300.*"see"/s }],
  teapot: [json("418 I'm a teapot", '{}'), { error: true, match: /^HTTP 418/ }],
  conflict: [json('409 Conflict', '{"is":"taken"}'), { error: true, match: /409.*look at it first.*taken/s }],
  gone: [json('410 Gone', ''), { error: true, match: /410.*gone for good/ }],
  legal: [json('451 x', '{}'), { error: true, match: /^HTTP 451/ }],
  notImplemented: [json('501 x', '{}'), { error: true, match: /^HTTP 501/ }],
  noReason: [Buffer.from('HTTP/1.1 500 \r\ncontent-length: 0\r\n\r\n'), { error: true, match: /^HTTP 500\. / }],
  longReason: [json(`400 ${'r'.repeat(5000)}`, '{}'), { error: true, match: /^HTTP 400 r{59}…\. / }],
  ansiReason: [Buffer.from('HTTP/1.1 400 a\u001b[31mb\r\ncontent-length: 0\r\n\r\n'), { error: true }],
  problemXml: [
    answer('400 Bad', 'application/problem+xml', '<problem><title>No</title></problem>'),
    { error: true, match: /<title>No/ },
  ],
  noHeaders: ['HTTP/1.1 200 OK\r\n\r\n{"a": 1}', { content: '{"a":1}' }],
  junk: ['SSH-2.0-OpenSSH_9.6\r\n', { error: true, match: /could not be reached \(HPE_/ }],
  nothing: [(socket) => socket.end(), { error: true, match: /could not be reached/ }],
  resetInHead: [
    (socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-ty');
      setTimeout(() => socket.resetAndDestroy(), 10);
    },
    { error: true, match: /could not be reached/ },
  ],
  resetInBody: [
    (socket) => {
      socket.write(`${head('200 OK', ['content-type: text/plain', 'content-length: 50'])}abc`);
      setTimeout(() => socket.resetAndDestroy(), 10);
    },
    { error: true, match: /HTTP 200, but its answer broke off/ },
  ],
  shortBody: [
    `${head('200 OK', ['content-type: application/json', 'content-length: 50'])}{"a":1}`,
    { error: true, match: /broke off/ },
  ],
  longBody: [
    `${head('200 OK', ['content-type: application/json', 'content-length: 3', 'connection: close'])}[1][2][3]`,
    {},
  ],
  twoLengths: [`${head('200 OK', ['content-length: 3', 'content-length: 4'])}[1]`, { error: true }],
  chunkedAndLength: [
    `${head('200 OK', ['content-length: 3', 'transfer-encoding: chunked'])}3\r\n[1]\r\n0\r\n\r\n`,
    { error: true },
  ],
  badChunk: [
    `${head('200 OK', ['content-type: application/json', 'transfer-encoding: chunked'])}zz\r\n[1]`,
    { error: true },
  ],
  twoTypes: [
    `${head('200 OK', ['content-type: text/html', 'content-type: application/json', 'content-length: 4'])}[ 1]`,
    { content: '[1]' },
  ],
  oddType: [answer('200 OK', ';;;', '{"a": 1}'), { content: '{"a":1}' }],
  hugeHeader: [
    `${head('200 OK', [`x-a: ${'b'.repeat(300_000)}`, 'content-length: 0'])}`,
    { error: true, match: /HEADERS_OVERFLOW/ },
  ],
  silentBody: [
    (socket) => socket.write(head('200 OK', ['content-type: application/json', 'content-length: 9'])),
    { error: true, match: /timed out/ },
  ],
  slowHead: [pause('HTTP/1.1 200 OK\r\n', 'content-length: 0\r\n\r\n', 60_000), { error: true, match: /timed out/ }],
  slowButFine: [
    pause(head('200 OK', ['content-type: application/json', 'content-length: 7']), '{"a":1}', 60),
    { content: '{"a":1}' },
  ],
  jsonAsHtml: [answer('200 OK', 'text/html; charset=utf-8', '{"a": "<b>1</b>"}'), { content: '{"a":"<b>1</b>"}' }],
  loginPage: [
    answer(
      '200 OK',
      'text/html',
      '<!DOCTYPE html><html><head><style>x{}</style></head><body><form>Sign in<input></form></body></html>',
    ),
    { content: 'Sign in' },
  ],
  pageAsJson: [
    answer('200 OK', 'application/json', '<!doctype html><html><body><h1>Sign in</h1></body></html>'),
    { match: /^Sign in\n\[The API calls this JSON, but it is not valid\]$/ },
  ],
  utf16be: [
    answer('200 OK', 'application/json', Buffer.from('feff007b0022006100220 03a0031007d'.replaceAll(' ', ''), 'hex')),
    { content: '{"a":1}' },
  ],
  utf16NoMark: [
    answer('200 OK', 'application/json; charset=utf-16le', Buffer.from('{"a":1}', 'utf16le')),
    { content: '{"a":1}' },
  ],
  utf16Bare: [answer('200 OK', 'application/json', Buffer.from('{"a":1}', 'utf16le')), { content: '{"a":1}' }],
  latin1Json: [
    answer('200 OK', 'application/json; charset=latin1', Buffer.from('{"a":"\xe9"}', 'latin1')),
    { content: '{"a":"é"}' },
  ],
  badUtf8: [answer('200 OK', 'text/plain', Buffer.from('61ff62', 'hex')), { content: 'a\ufffdb' }],
  nul: [json('200 OK', '{"a":"\\u0000b"}'), { content: '{"a":"\\u0000b"}' }],
  surrogate: [json('200 OK', '{"a":"\\ud800"}'), { content: '{"a":"\\ud800"}' }],
  nan: [json('200 OK', '{"a": NaN}'), { match: /^\{"a": NaN\}\n\[The API calls this JSON/ }],
  trailing: [json('200 OK', '{"a":1} trailing'), { match: /not valid/ }],
  duplicateKeys: [json('200 OK', '{"a":1,"a":2}'), { content: '{"a":1,"a":2}' }],
  proto: [json('200 OK', '{"__proto__":{"x":1}}'), { content: '{"__proto__":{"x":1}}' }],
  oneLine: [
    answer('200 OK', 'text/plain', 'x'.repeat(1_000_000)),
    { match: /^x+\n\[Cut: showing \d+ of 1000000 characters/ },
  ],
  emoji: [
    answer('200 OK', 'text/plain', '👩\u200d👩 می\u200cخواهم a\u200db'),
    { content: '👩\u200d👩 می\u200cخواهم ab' },
  ],
  smuggled: [answer('200 OK', 'text/plain', 'a\u{e0041}\u{e0042}\u2066b\ufeff'), { content: 'ab' }],
  svg: [answer('200 OK', 'image/svg+xml', '<svg/>'), { content: '<svg/>' }],
  gzip: [answer('200 OK', 'application/json', gzipSync('{"a": 1}'), 'content-encoding: gzip'), { content: '{"a":1}' }],
  notGzip: [
    answer('200 OK', 'application/json', '{"a":1}', 'content-encoding: gzip'),
    { error: true, match: /broke off/ },
  ],
  // Node gives what it could unpack, without an error.
  halfGzip: [
    answer('200 OK', 'text/plain', gzipSync(bomb).subarray(0, 900), 'content-encoding: gzip'),
    { match: /^a+/ },
  ],
  deflateBomb: [
    answer('200 OK', 'text/plain', deflateSync(bomb), 'content-encoding: deflate'),
    { error: true, match: /more than 2000000 bytes/ },
  ],
  brotliBomb: [
    answer('200 OK', 'application/json', brotliCompressSync(bomb), 'content-encoding: br'),
    { error: true, match: /more than 2000000 bytes/ },
  ],
  nestedBomb: [
    answer('200 OK', 'text/plain', gzipSync(gzipSync(bomb)), 'content-encoding: gzip, gzip'),
    { error: true, match: /more than 2000000 bytes/ },
  ],
  errorBomb: [
    answer('500 x', 'text/plain', gzipSync(bomb), 'content-encoding: gzip'),
    { error: true, match: /^HTTP 500.*Cut/s },
  ],
  endlessNdjson: [
    repeat(head('200 OK', ['content-type: application/x-ndjson']), '{"n":1}\n{"n"', 20),
    { match: /^\[\{"n":1\}.*stopped at the time limit/s },
  ],
  endlessSeq: [
    repeat(head('200 OK', ['content-type: application/json-seq']), '\u001e{"n":1}\n', 20),
    { match: /^\[\{"n":1\}.*time limit/s },
  ],
  bigNdjson: [
    answer('200 OK', 'application/jsonl', '{"n":1}\n'.repeat(400_000)),
    { match: /^\[\{"n":1\},.*Cut: showing \d+ of \d+ items.*stopped at the size limit/s },
  ],
  linked: [
    json('200 OK', '[1]', 'link: </x?page=2>; rel="next"'),
    { match: /^\[1\]\n\[There is more: the next page is \/x\?page=2\]$/ },
  ],
  retrySeconds: [
    json('429 x', '{}', 'retry-after: 120'),
    { error: true, match: /Retry-After: 120 \(try again in 120 s/ },
  ],
  retryDate: [
    json('503 x', '{}', 'retry-after: Fri, 31 Dec 2100 23:59:59 GMT'),
    { error: true, match: /Retry-After: Fri, 31 Dec 2100/ },
  ],
  retryPast: [
    json('503 x', '{}', 'retry-after: Fri, 31 Dec 1999 23:59:59 GMT'),
    { error: true, match: /try again in 0 s/ },
  ],
  retryAbsurd: [json('429 x', '{}', 'retry-after: 99999999999999999999'), { error: true, match: /Try again later/ }],
  retryNegative: [json('429 x', '{}', 'retry-after: -1'), { error: true, match: /HTTP 429/ }],
  ...Object.fromEntries(
    [301, 302, 303, 307, 308].flatMap((status): [string, [Raw, Wanted]][] => [
      [`same${status}`, [redirect(status, '/gzip'), { content: '{"a":1}' }]],
      [
        `loop${status}`,
        [(socket, target) => socket.end(redirect(status, target)), { error: true, match: /more than 5 times/ }],
      ],
      [
        `nowhere${status}`,
        [head(`${status} x`, ['content-length: 0']), { error: true, match: new RegExp(`^HTTP ${status}`) }],
      ],
    ]),
  ),
  hostless: [redirect(302, '///'), { error: true, match: /redirect/ }],
  script: [redirect(302, 'javascript:alert(1)'), { error: true, match: /no plain http/ }],
  emptyLocation: [redirect(302, ''), { error: true }],
  crossPort: [redirect(307, 'http://127.0.0.1:1/'), { error: true, match: /could not be reached|bad port/i }],
};

let server: RawServer;
beforeAll(async () => {
  server = await startRawServer((name) => ANSWERS[name]?.[0]);
});
afterAll(() => server.close());

const get = { path: '/{case}', parameters: [{ property: 'case', name: 'case', in: 'path' as const }] };
const toolkit = toolkitOf({ get: { operation: get }, post: { operation: { ...get, method: 'POST' } } });
const dispatcher = (options: DispatcherOptions = {}) =>
  toolkit.createDispatcher({
    baseUrl: server.origin,
    env: false,
    timeoutMs: 400,
    maxResponseBytes: 2_000_000,
    retry: { attempts: 2, maxDelayMs: 5 },
    ...options,
  });

describe('what a server may write', () => {
  it.each(Object.entries(ANSWERS))('%s', async (name, [, wanted]) => {
    const result = await dispatcher().dispatch(use('get', { case: name }));
    const content = text(result.content);
    expect({ is_error: result.is_error, text: content.slice(0, 300) }).toMatchObject({ is_error: wanted.error });
    if (wanted.content !== undefined) expect(result.content).toBe(wanted.content);
    if (wanted.match !== undefined) expect(content).toMatch(wanted.match);
    expect(content).not.toMatch(/\p{Surrogate}|\u0000|\u001b/u);
    expect(content).not.toMatch(/^The call failed/);
    expect(content.length).toBeGreaterThan(0);
    expect(content.length).toBeLessThanOrEqual(40_000);
  });

  it.each(Object.keys(ANSWERS))('gives programs an outcome, never a throw or an internal error: %s', async (name) => {
    const outcome = await dispatcher({ retry: false }).call('get', { case: name });
    if (!outcome.ok) expect(outcome.code).not.toBe('INTERNAL');
  });

  it.each(['resetInHead', 'resetInBody', 'silentBody', 'nothing'])(
    'says that the outcome of a write is unknown: %s',
    async (name) => {
      const result = await dispatcher().dispatch(use('post', { case: name }));
      expect(result).toMatchObject({ is_error: true, content: expect.stringMatching(/outcome is unknown/) });
    },
  );

  it('never fails a call because its answer breaks the schema of the document', async () => {
    const schema = { type: 'object', properties: { a: { type: 'string' } } };
    const responses = { '200': { contentTypes: ['application/json'], schema } };
    const strict = toolkitOf({ get: { operation: { ...get, responses } as object } });
    const made = strict.createDispatcher({ baseUrl: server.origin, env: false });
    expect(await made.dispatch(use('get', { case: 'duplicateKeys' }))).not.toHaveProperty('is_error');
  });

  it.each([301, 302, 303, 307, 308])('sends no write on: %i', async (status) => {
    const result = await dispatcher().dispatch(use('post', { case: `same${status}` }));
    expect(result).toMatchObject({ is_error: true, content: expect.stringMatching(/not sent on/) });
  });
});
