import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ToolsGenError } from '../../../src/diagnostics/tools-gen-error.js';
import { download } from '../../../src/load/download.js';
import { DEFAULT_LIMITS } from '../../../src/load/limits.js';
import { type LoadOptions, loadSpec } from '../../../src/load/load-spec.js';
import type { LoadedSpec } from '../../../src/load/loaded-spec.js';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

const DOCUMENT = '{"openapi": "3.1.0", "info": {"title": "t", "version": "1"}, "paths": {}}';
const referring = (reference: string): string => JSON.stringify({ openapi: '3.1.0', x: { $ref: reference } });

let answers: Record<string, Answer> = {};
let log: string[] = [];
const servers: Server[] = [];

async function serve(): Promise<string> {
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    log.push(`${request.headers.host} ${path} ${request.headers.authorization ?? ''}`.trim());
    const answer = answers[path.split('?', 1)[0] ?? ''];
    if (answer) answer(request, response);
    else response.writeHead(404).end();
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

let host = '';
let otherHost = '';
beforeAll(async () => {
  host = await serve();
  otherHost = await serve();
});
beforeEach(() => {
  answers = {};
  log = [];
});
afterAll(() => {
  for (const server of servers) server.close();
});

const send =
  (text: string | Buffer, headers: Record<string, string> = {}): Answer =>
  (_request, response) => {
    response.writeHead(200, headers).end(text);
  };

const redirect =
  (to: string): Answer =>
  (_request, response) => {
    response.writeHead(302, { location: to }).end();
  };

async function load(url: string, options: LoadOptions = {}): Promise<LoadedSpec> {
  return (await loadSpec(url, options)).spec;
}

async function message(url: string, options: LoadOptions = {}): Promise<string> {
  try {
    await loadSpec(url, options);
  } catch (error) {
    expect(error).toBeInstanceOf(ToolsGenError);
    return (error as ToolsGenError).message;
  }
  return 'none';
}

describe('a document by URL', () => {
  it('is named without credentials, query and fragment; credentials go to its origin', async () => {
    answers['/api/a.json'] = send(DOCUMENT);
    const spec = await load(`http://u:SECRET@${host}/api/a.json?key=SECRET#SECRET`);
    expect(spec.root.name).toBe(`http://${host}/api/a.json`);
    expect(spec.url).toBe(`http://${host}/api/a.json`);
    expect(log).toEqual([`${host} /api/a.json?key=SECRET Basic ${Buffer.from('u:SECRET').toString('base64')}`]);
    expect(JSON.stringify(spec)).not.toContain('SECRET');
  });

  it('may be compressed', async () => {
    answers['/a'] = send(gzipSync(DOCUMENT), { 'content-encoding': 'gzip' });
    expect((await load(`http://${host}/a`)).version).toBe('3.1');
  });

  it('may redirect within its origin, and is the base of its references there', async () => {
    answers['/a.json'] = redirect('/deep/b.json');
    answers['/deep/b.json'] = send(referring('c.json'));
    answers['/deep/c.json'] = send('{"type": "string"}');
    const spec = await load(`http://${host}/a.json`);
    expect(spec.resolve('c.json', spec.root)).toMatchObject({ value: { type: 'string' } });
  });

  it('may not redirect to a private address elsewhere', async () => {
    answers['/a'] = redirect(`http://${otherHost}/secret`);
    const said = await message(`http://u:SECRET@${host}/a?key=SECRET`);
    expect(said).toContain('SPEC_NOT_FOUND');
    expect(said).toContain('private');
    expect(said).not.toContain('SECRET');
    expect(log.filter((line) => line.startsWith(otherHost))).toEqual([]);
  });

  it('takes no credentials along to another origin', async () => {
    answers['/a'] = redirect(`http://${otherHost}/b`);
    answers['/b'] = redirect(`http://${host}/c`);
    answers['/c'] = send(DOCUMENT);
    const trusted = new URL(`http://u:SECRET@${host}/a`);
    await download(trusted, { limits: DEFAULT_LIMITS, trusted, isForbidden: () => false });
    const basic = `Basic ${Buffer.from('u:SECRET').toString('base64')}`;
    expect(log).toEqual([`${host} /a ${basic}`, `${otherHost} /b`, `${host} /c ${basic}`]);
  });

  const FAILURES: [string, Answer, string][] = [
    ['a status', (_request, response) => void response.writeHead(503).end(), 'status 503'],
    ['a circle of redirects', redirect('/a'), 'too many redirects'],
    ['another protocol', redirect('file:///etc/passwd'), 'not protected'],
    ['an invalid redirect', redirect('http://'), 'invalid URL'],
    ['a cut connection', (_request, response) => void response.destroy(), 'connection failed'],
    ['a login page', send('<html></html>'), 'login page'],
    ['false compression', send('x', { 'content-encoding': 'gzip' }), 'connection failed'],
    ['silence', () => undefined, 'too long'],
    ['too much', send('x'.repeat(5000)), 'over 1000 bytes'],
    ['too much once unpacked', send(gzipSync('x'.repeat(5000)), { 'content-encoding': 'gzip' }), 'over 1000 bytes'],
  ];
  it.each(FAILURES)('%s is told', async (_name, answer, want) => {
    answers['/a'] = answer;
    const said = await message(`http://u:SECRET@${host}/a?k=SECRET`, {
      limits: { timeoutMs: 500, maxFileBytes: 1000 },
    });
    expect(said).toContain(want);
    expect(said).not.toContain('SECRET');
    expect(log.length).toBeLessThanOrEqual(6);
  });

  it('that asks for a login is told with what to do', async () => {
    answers['/a'] = (_request, response) => void response.writeHead(401).end();
    const { diagnostics } = await loadSpec(`http://${host}/a`).then(
      () => ({ diagnostics: [] }),
      (error: ToolsGenError) => error,
    );
    expect(diagnostics.map(({ help }) => help)).toEqual([expect.stringContaining('give https://user:password@…')]);
  });

  it('that cannot be reached is told', async () => {
    expect(await message('http://127.0.0.1:1/a')).toContain('ECONNREFUSED');
  });
});

describe('references of a document by URL', () => {
  it('reach its own folder, never more without being allowed to', async () => {
    answers['/api/a.json'] = send(referring('parts/b.json#/x'));
    answers['/api/parts/b.json'] = send('{"x": {"$ref": "../../up.json"}}');
    const spec = await load(`http://${host}/api/a.json`);
    const b = spec.resolve('parts/b.json#/x', spec.root);
    expect(b).toMatchObject({ location: { file: `http://${host}/api/parts/b.json`, pointer: '/x' } });
    expect('file' in b && spec.resolve('../../up.json', b.file)).toMatchObject({ failure: 'REF_BLOCKED' });
    expect(log).toHaveLength(2);
  });

  const BLOCKED = [
    '/up.json',
    'http://example.com/x.json',
    'file:///etc/passwd',
    '../up.json',
    '%2e%2e/up.json',
    '..%2fup.json',
    'data:application/json,{}',
  ];
  it.each(BLOCKED)('%s is not asked for', async (reference) => {
    answers['/api/a.json'] = send(referring(reference));
    const spec = await load(`http://${host}/api/a.json`);
    expect(spec.resolve(reference, spec.root)).toMatchObject({ failure: 'REF_BLOCKED' });
    expect(log).toHaveLength(1);
  });
});

describe('remote references that are allowed', () => {
  it('never reach private addresses, by number or by name', async () => {
    for (const reference of [
      `http://${otherHost}/x.json`,
      'http://localhost:1/x.json',
      'http://[::1]:1/x',
      'http://2130706433/x',
    ]) {
      const { spec } = await loadSpec({ name: 'a.json', text: referring(reference) }, { allowRemoteRefs: true });
      const found = spec.resolve(reference, spec.root);
      expect('failure' in found && found.message).toContain('private');
    }
    expect(log).toEqual([]);
  });

  it('are read where the address may be reached, with what they refer to, once each', async () => {
    answers['/api/a.yaml'] = send('A: {$ref: "b.json#/B"}\nC: {$ref: "b.json#/C"}', { 'content-type': 'text/plain' });
    answers['/api/b.json'] = send('{"B": {"type": "string"}, "C": {"$ref": "/api/a.yaml#/A"}}');
    const name = otherHost.replace('127.0.0.1', 'localhost');
    const { spec } = await loadSpec(
      { name: 'root.json', text: referring(`http://${name}/api/a.yaml#/A`) },
      { allowRemoteRefs: true, isForbiddenAddress: () => false },
    );
    const a = spec.resolve(`http://${name}/api/a.yaml#/A`, spec.root);
    expect(a).toMatchObject({ location: { file: `http://${name}/api/a.yaml`, pointer: '/A' } });
    expect('file' in a && spec.resolve('b.json#/B', a.file)).toMatchObject({ value: { type: 'string' } });
    expect(log.sort()).toEqual([`${name} /api/a.yaml`, `${name} /api/b.json`]);
    expect(spec.files.map((file) => file.name)).toEqual([
      'root.json',
      `http://${name}/api/a.yaml`,
      `http://${name}/api/b.json`,
    ]);
  });

  it('are not read where one hop is forbidden, and get no credentials of the document', async () => {
    answers['/api/a.json'] = (request, response) =>
      (request.headers.host === host ? send(referring(`http://${otherHost}/api/b.json`)) : send('{}'))(
        request,
        response,
      );
    answers['/api/b.json'] = redirect(`http://[::1]:1/c.json`);
    const { spec } = await loadSpec(`http://u:SECRET@${host}/api/a.json`, {
      allowRemoteRefs: true,
      isForbiddenAddress: (address) => address === '::1',
    });
    const found = spec.resolve(`http://${otherHost}/api/b.json`, spec.root);
    expect('failure' in found && found.message).toContain('private');
    expect(log.filter((line) => line.startsWith(otherHost))).toEqual([`${otherHost} /api/b.json`]);
  });

  it.each(['ftp://127.0.0.1/x', 'file:///etc/passwd', 'data:application/json,{}', 'unix:/run/x'])(
    'are http and https only: %s',
    async (reference) => {
      const options = { allowRemoteRefs: true, isForbiddenAddress: () => false };
      const { spec } = await loadSpec({ name: 'a.json', text: referring(reference) }, options);
      expect(spec.resolve(reference, spec.root)).toMatchObject({ failure: 'REF_BLOCKED' });
    },
  );

  it('are read a few at a time', async () => {
    let open = 0;
    let most = 0;
    const references = Array.from({ length: 40 }, (_, index) => ({ $ref: `http://${host}/${index}` }));
    for (const index of references.keys()) {
      answers[`/${index}`] = (request, response) => {
        open += 1;
        most = Math.max(most, open);
        setTimeout(() => {
          open -= 1;
          send('{}')(request, response);
        }, 20);
      };
    }
    const source = { name: 'a.json', text: JSON.stringify({ openapi: '3.1.0', x: references }) };
    await loadSpec(source, { allowRemoteRefs: true, isForbiddenAddress: () => false });
    expect(log).toHaveLength(40);
    expect(most).toBeGreaterThan(1);
    expect(most).toBeLessThanOrEqual(8);
  });

  it('beyond the number of files that is allowed end the reading', async () => {
    for (let index = 0; index < 20; index += 1) answers[`/${index}`] = send(referring(`/${index + 1}`));
    const options = { allowRemoteRefs: true, isForbiddenAddress: () => false, limits: { maxFiles: 5 } };
    await expect(loadSpec({ name: 'a.json', text: referring(`http://${host}/0`) }, options)).rejects.toThrow(
      'SPEC_TOO_LARGE',
    );
    expect(log).toHaveLength(5);
  });

  it('are shown without their secrets', async () => {
    const reference = 'http://u:SECRET@192.168.0.1/x.json?key=SECRET#/a';
    const { spec } = await loadSpec({ name: 'a.json', text: referring(reference) });
    const found = spec.resolve(reference, spec.root);
    expect('failure' in found && found.message).toContain('192.168.0.1/x.json');
    expect(JSON.stringify(found)).not.toContain('SECRET');
  });
});
