import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildHttpRequest } from '../../../src/runtime/build-request.js';
import type { OperationDescriptor, ParameterDescriptor } from '../../../src/runtime/contract.js';
import { keepsSegments } from '../../../src/runtime/serialize/path.js';
import { recordingFetch, toolkitOf, use } from './support.js';

/** What one operation sends for an input: its request, or the error. */
async function send(operation: Partial<OperationDescriptor>, input: Record<string, unknown>) {
  const { fetch, seen } = recordingFetch();
  const { content, is_error } = await toolkitOf({ it: { operation } })
    .createDispatcher({ fetch, env: false })
    .dispatch(use('it', input));
  return { request: seen[0], error: is_error === true ? String(content) : undefined };
}

const parameter = (given: Partial<ParameterDescriptor> & Pick<ParameterDescriptor, 'in'>): ParameterDescriptor => ({
  property: 'v',
  name: 'v',
  ...given,
});

describe('headers that an input must not set', () => {
  it.each(['Host', 'cookie', 'Transfer-Encoding', 'Proxy-Authorization', 'proxy-foo', 'Sec-Fetch-Site'])(
    '%s',
    async (name) => {
      const { request } = await send({ parameters: [parameter({ in: 'header', name })] }, { v: 'forged' });
      expect(JSON.stringify(request?.headers)).not.toContain('forged');
    },
  );
});

describe('names and values that could forge a line or a cookie', () => {
  it.each<[string, ParameterDescriptor, unknown]>([
    ['a header name', parameter({ in: 'header', name: 'X\r\nX-Evil' }), 'a'],
    ['a header value with DEL', parameter({ in: 'header' }), 'a\u007f'],
    ['a header value with NUL', parameter({ in: 'header' }), 'a\u0000'],
    ['a cookie name', parameter({ in: 'cookie', name: 'a=1; admin' }), 'a'],
    ['a cookie value that is never escaped', parameter({ in: 'cookie', style: 'cookie' }), 'a; admin=1'],
    ['a key that becomes a cookie', parameter({ in: 'cookie', style: 'cookie', explode: true }), { 'a; admin': '1' }],
  ])('%s is refused', async (_, given, v) => {
    const { request, error } = await send({ parameters: [given] }, { v });
    expect(request).toBeUndefined();
    expect(error).toMatch(/^v: /);
  });

  it.each<[ParameterDescriptor, unknown, string]>([
    [parameter({ in: 'cookie' }), 'a; admin=1', 'v=a%3B%20admin%3D1'],
    [
      parameter({ in: 'cookie', contentType: 'application/json' }),
      { a: '; b=1' },
      'v=%7B%22a%22%3A%22%3B%20b%3D1%22%7D',
    ],
    [parameter({ in: 'cookie', allowReserved: true }), 'a; b=/1', 'v=a%3B%20b=/1'],
  ])('%j is escaped', async (given, v, wanted) => {
    expect((await send({ parameters: [given] }, { v })).request?.headers['Cookie']).toBe(wanted);
  });
});

describe('what has no value in a path', () => {
  it.each([[[]], [{}]])('%j is refused beside other text of its segment', async (v) => {
    const { request, error } = await send({ path: '/a/x{v}', parameters: [parameter({ in: 'path' })] }, { v });
    expect(request).toBeUndefined();
    expect(error).toMatch(/empty/);
  });
});

describe('own properties', () => {
  it('are all that a request is made of', async () => {
    const names = ['constructor', 'toString', 'valueOf'];
    const parameters = names.map((name) => parameter({ in: 'query', name, property: name }));
    const { request } = await send(
      {
        path: '/x',
        parameters,
        body: { property: '__proto__', kind: 'json', contentTypes: ['application/json'] },
      },
      {},
    );
    expect(request?.url).toBe('http://api.example.test/x');
    expect(request?.body).toBeUndefined();
  });

  it.each<[OperationDescriptor['body'], unknown, RegExp]>([
    [
      { property: 'v', kind: 'form', contentTypes: ['application/x-www-form-urlencoded'], encoding: {} },
      { constructor: 'a b' },
      /^constructor=a\+b$/,
    ],
    [
      { property: 'v', kind: 'multipart', contentTypes: ['multipart/form-data'], encoding: {} },
      { constructor: 'x' },
      /name="constructor"\r\n\r\nx\r\n/,
    ],
    [
      { property: 'v', kind: 'xml', contentTypes: ['application/xml'], xml: { name: 'r', properties: {} } },
      { constructor: 'x' },
      /<r><constructor>x<\/constructor><\/r>$/,
    ],
  ])('%j has no rule that it inherits', async (body, v, wanted) => {
    const { request } = await send({ method: 'POST', ...(body && { body }) }, { v });
    expect(Buffer.from((request?.body ?? '') as string).toString()).toMatch(wanted);
  });
});

it('a path is taken for one that keeps its segments only where a URL parser finds them', () => {
  const piece = fc.constantFrom(
    '/',
    '.',
    '..',
    '%2e',
    '%2E',
    'a',
    ';',
    '\\',
    '\t',
    '\n',
    '@',
    ':',
    '?',
    '#',
    '%',
    ' ',
    'é',
  );
  const path = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));
  let kept = 0;
  const check = (text: string) => {
    if (!keepsSegments(text)) return;
    kept += 1;
    const { pathname, search, hash } = new URL(`https://api.test/v1${text}`);
    expect([pathname, search + hash]).toEqual([`/v1${text}`, '']);
  };
  fc.assert(fc.property(path, check), { seed: 9, numRuns: 5000 });
  expect(kept).toBeGreaterThan(100);
});

describe('the finished URL', () => {
  const build = async (base: string, origin: string, path: string) =>
    buildHttpRequest(
      {
        ...{ name: 'it', callId: '1', values: {}, headers: [] },
        operation: { method: 'GET', path, effect: 'read', parameters: [] } as never,
        target: { base, origin, trusted: true },
        authorization: { headers: [], query: [], cookies: [] },
      },
      { plugins: {}, resolve: async () => ({ bytes: new Uint8Array() }) },
    );

  it('has the origin of the server and the segments of the document', async () => {
    expect((await build('https://api.test/v1', 'https://api.test', '/a')).url).toBe('https://api.test/v1/a');
    await expect(build('https://api.test@evil.test', 'https://api.test', '/a')).rejects.toThrow('would leave');
    await expect(build('https://api.test\\evil', 'https://api.test', '/a')).rejects.toThrow('would leave');
    await expect(build('https://api.test/v1', 'https://api.test', '/a/../../b')).rejects.toThrow('would leave');
  });
});
