import { describe, expect, it } from 'vitest';
import type { DispatcherOptions, PackageDescriptor } from '../../../src/runtime/contract.js';
import { recordingFetch, toolkitOf, use } from './support.js';

const toolkitFor = (pack: Partial<PackageDescriptor>, path = '/x', style?: 'label' | 'matrix') =>
  toolkitOf(
    {
      get: {
        operation: {
          path,
          parameters: [
            { property: 'id', name: 'id', in: 'path', ...(style && { style }) },
            { property: 'id2', name: 'id2', in: 'path' },
          ],
        },
      },
    },
    pack,
  );

async function urlOf(pack: Partial<PackageDescriptor>, options: DispatcherOptions = {}): Promise<string> {
  const { fetch, seen } = recordingFetch();
  const result = await toolkitFor(pack)
    .createDispatcher({ fetch, env: false, ...options })
    .dispatch(use('get'));
  return seen[0]?.url ?? `error: ${String(result.content)}`;
}

describe('servers', () => {
  it.each([
    [{ servers: [{ url: 'https://h.test/v1/' }] }, {}, 'https://h.test/v1/x'],
    [{ servers: [{ url: '/v2' }], specUrl: 'https://h.test/docs/openapi.json' }, {}, 'https://h.test/v2/x'],
    [{ servers: [{ url: 'v2' }], specUrl: 'https://h.test/docs/openapi.json' }, {}, 'https://h.test/docs/v2/x'],
    [{ servers: [], specUrl: 'https://h.test/docs/openapi.json' }, {}, 'https://h.test/x'],
    [{ servers: [{ url: '//evil.test' }] }, {}, /baseUrl.*TEST_BASE_URL/],
    [{ servers: [{ url: '/v2' }] }, {}, /baseUrl.*TEST_BASE_URL/],
    [{ servers: [] }, {}, /baseUrl.*TEST_BASE_URL/],
    [{ servers: [{ url: 'file:///etc' }] }, {}, /baseUrl/],
    [{ servers: [{ url: 'https://h.test\\@evil.test' }] }, {}, /no usable server/],
    [{ servers: [{ url: 'https://user:word@h.test' }] }, {}, /no usable server/],
    [{ servers: [{ url: 'https://@h.test' }] }, {}, /no usable server/],
    [{ servers: [{ url: 'https://{constructor}.h.test' }] }, {}, /"constructor" has no value/],
    [{ servers: [{ url: 'https://{constructor}.h.test', variables: {} }] }, {}, /"constructor" has no value/],
    [{ servers: [{ url: 'https://h.test/v1' }] }, { baseUrl: 'http://other.test/v9' }, 'http://other.test/v9/x'],
    [{ servers: [{ url: 'https://h.test/v1' }] }, { env: { TEST_BASE_URL: 'http://env.test' } }, 'http://env.test/x'],
    [{ servers: [{ url: 'https://h.test/v1' }], baseUrl: 'http://generated.test' }, {}, 'http://generated.test/x'],
    [
      { servers: [{ url: 'https://h.test/v1' }], baseUrl: 'http://generated.test' },
      { env: { TEST_BASE_URL: 'http://env.test' }, baseUrl: 'http://o.test' },
      'http://o.test/x',
    ],
    [{ servers: [{ url: 'https://h.test/a/../b' }] }, {}, /baseUrl/],
  ])('%j with %j', async (pack, options, wanted) => {
    const url = await urlOf(pack, options);
    if (typeof wanted === 'string') expect(url).toBe(wanted);
    else expect(url).toMatch(wanted);
  });

  const templated = (url: string, variables: Record<string, { default: string; enum?: string[] }>) => ({
    servers: [{ url, variables }],
  });
  it.each([
    ['https://{region}.h.test/{base}', { region: 'eu', base: 'v1' }, 'https://eu.h.test/v1/x'],
    ['https://{region}.h.test/{base}', { region: 'us', base: 'v1/deep' }, 'https://us.h.test/v1/deep/x'],
    ['https://{host}/v1', { host: 'api.corp.test:8443' }, 'https://api.corp.test:8443/v1/x'],
    ['https://h.test:{port}/v1', { port: '8443' }, 'https://h.test:8443/v1/x'],
    ['{scheme}://h.test', { scheme: 'http' }, 'http://h.test/x'],
    ['https://{region}.h.test', { region: 'evil.test/' }, /may not stand/],
    ['https://{region}.h.test', { region: 'evil.test#' }, /may not stand/],
    ['https://{region}.h.test', { region: 'x@evil.test?' }, /may not stand/],
    ['https://{region}.h.test', { region: 'x:80' }, /may not stand/],
    ['https://{region}.h.test', { region: '\\evil' }, /may not stand/],
    ['https://h.test/{base}', { base: '../admin' }, /"\.\."/],
    ['https://h.test/{base}', { base: 'a?b' }, /may not stand/],
    ['{scheme}://h.test', { scheme: 'javascript' }, /may not stand/],
  ])('%s with %j', async (url, values, wanted) => {
    const variables = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { default: value }]));
    const chosen = await urlOf(
      templated(url, Object.fromEntries(Object.keys(values).map((name) => [name, { default: 'd' }]))),
      { serverVariables: values as unknown as Record<string, string> },
    );
    const byDefault = await urlOf(templated(url, variables as unknown as Record<string, { default: string }>));
    for (const got of [chosen, byDefault]) {
      if (typeof wanted === 'string') expect(got).toBe(wanted);
      else expect(got).toMatch(wanted);
    }
  });

  it('holds a variable to its enum', async () => {
    const pack = templated('https://{region}.h.test', { region: { default: 'eu', enum: ['eu', 'us'] } });
    expect(await urlOf(pack, { serverVariables: { region: 'us' } })).toBe('https://us.h.test/x');
    expect(await urlOf(pack, { serverVariables: { region: 'cn' } })).toMatch(/one of: eu, us/);
  });
});

describe('values in a path stay in their segment', () => {
  const send = async (path: string, input: Record<string, unknown>, style?: 'label' | 'matrix'): Promise<string> => {
    const { fetch, seen } = recordingFetch();
    const result = await toolkitFor({}, path, style)
      .createDispatcher({ fetch, env: false })
      .dispatch(use('get', input));
    return seen[0]?.url.replace('http://api.example.test', '') ?? `error: ${String(result.content)}`;
  };

  it.each([
    '',
    '.',
    '..',
    '%2e',
    '%2E%2e',
    '.%2e',
    '%252e%252e',
    '..;',
    '..;x=1',
    '..;/',
    '../x',
    'a/../b',
    '..\\x',
    '\\..\\',
    '\t..',
    '..\n',
    ' ..',
    '..%2f',
    '..%5c..',
    '%2e%2e%2fadmin',
    '.\u0000.',
    ' ',
    '\t',
    `%${'25'.repeat(12)}2e%2e`,
  ])('refuses %j', async (id) => expect(await send('/a/{id}/b', { id })).toMatch(/^error: /));

  it.each([
    ['x?admin=1#', '/a/x%3Fadmin%3D1%23/b'],
    ['a/b', '/a/a%2Fb/b'],
    ['...', '/a/.../b'],
    ['v1.2', '/a/v1.2/b'],
    ['a;b', '/a/a%3Bb/b'],
    ['@evil.test', '/a/%40evil.test/b'],
    ['100%', '/a/100%25/b'],
    ['http://x.test/', '/a/http%3A%2F%2Fx.test%2F/b'],
    ['x\ud800y', '/a/x%EF%BF%BDy/b'],
  ])('sends %j as %s', async (id, url) => expect(await send('/a/{id}/b', { id })).toBe(url));

  it('looks at the finished segment', async () => {
    expect(await send('/a/{id}{id2}', { id: '.', id2: '.' })).toMatch(/^error: /);
    expect(await send('/a/{id}', { id: '.' }, 'label')).toMatch(/^error: /);
    expect(await send('/a/{id}', { id: 'x' }, 'label')).toBe('/a/.x');
    expect(await send('/a/.{id}', { id: '.' })).toMatch(/^error: /);
    expect(await send('/a/{id}', { id: '..' }, 'matrix')).toBe('/a/;id=..');
  });

  it('keeps to the paths of the document, whatever they look like', async () => {
    expect(await send('/search?type=x', {})).toBe('/search?type=x');
    expect(await send('/search#part?x', {})).toBe('/search');
    expect(await send('/a/{id}/b/{id2}/c/{id}', { id: '1', id2: '2' })).toBe('/a/1/b/2/c/1');
    expect(await send('/a/../b', {})).toMatch(/^error: /);
    expect(await send('@evil.test/', {})).toBe('/@evil.test/');
    expect(await send('/a b/ü', {})).toBe('/a%20b/%C3%BC');
    expect(await send('/', {})).toBe('/');
  });
});
