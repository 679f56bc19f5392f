import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cli, workingFolders } from '../cli/support.js';

/** A document behind a login and a signed address: both are secrets of the user, whatever the document refers to. */

const folder = workingFolders('spec-download');
const TOKEN = 'SPEC-TOKEN';
const log: string[] = [];
let own: Server;
let other: Server;
const hostOf = (server: Server) => `127.0.0.1:${(server.address() as AddressInfo).port}`;

const listening = async (answer: (url: string) => string | undefined): Promise<Server> => {
  const server = createServer((request, response) => {
    log.push(`${request.headers.host} ${request.url} ${request.headers.authorization ?? ''}`.trim());
    const text = answer(request.url ?? '');
    response.writeHead(text === undefined ? 404 : 200).end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
};

const document = () => ({
  openapi: '3.1.0',
  info: { title: 'Guarded', version: '1' },
  servers: [{ url: '/v1' }],
  paths: {
    '/a': { get: { operationId: 'a', responses: { 200: { $ref: 'parts.json#/ok' } } } },
    '/b': { $ref: `http://${hostOf(other)}/b.json` },
    '/c': { get: { operationId: '*/', parameters: [{ in: 'query' }], responses: { 200: { $ref: '../up.json' } } } },
  },
});

beforeAll(async () => {
  other = await listening(() => '{}');
  own = await listening((url) => {
    const path = url.split('?', 1)[0];
    if (path === '/ref/x.json') return JSON.stringify(document());
    return path === '/ref/parts.json' ? '{"ok": {"description": "ok"}}' : undefined;
  });
});
afterAll(() => {
  for (const server of [own, other]) {
    server.closeAllConnections();
    server.close();
  }
});

function textsBelow(path: string): string[] {
  const entries = readdirSync(path, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return entries.map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'));
}

describe('the credentials of a download', () => {
  it('reach its own origin alone, no file and no message', async () => {
    const cwd = folder();
    const url = `http://u:${TOKEN}@${hostOf(own)}/ref/x.json?sig=${TOKEN}#${TOKEN}`;
    const said: string[] = [];
    for (const more of [['--verbose'], ['--check'], ['--json', '--force'], ['--allow-remote-refs', '--force']]) {
      const { code, stdout, stderr } = await cli([url, '--out', 'out', ...more], { cwd });
      expect(code, stderr).toBe(0);
      said.push(stdout, stderr);
    }
    const inspected = await cli(['inspect', url], { cwd });
    said.push(inspected.stdout, inspected.stderr);
    const files = textsBelow(join(cwd, 'out'));
    expect(files.length).toBeGreaterThan(10);
    expect(files.some((text) => text.includes(`http://${hostOf(own)}/ref/x.json`))).toBe(true);
    for (const text of [...files, ...said]) {
      expect(text).not.toContain(TOKEN);
      expect(text).not.toContain(Buffer.from(`u:${TOKEN}`).toString('base64'));
    }
    expect(log.filter((line) => line.startsWith(hostOf(own)) && line.includes('Basic')).length).toBeGreaterThan(4);
    expect(log.filter((line) => line.startsWith(hostOf(other)))).toEqual([]);
  });

  it('are not told where the download fails', async () => {
    const cwd = folder();
    const missing = `http://u:${TOKEN}@${hostOf(own)}/none/${'x'.repeat(9)}.json?sig=${TOKEN}`;
    const refused = `http://u:${TOKEN}@127.0.0.1:1/x.json?sig=${TOKEN}`;
    for (const url of [missing, refused, `http://u:${TOKEN}@`, `https://u:${TOKEN}@[::/x`]) {
      const { code, stdout, stderr } = await cli([url, '--out', 'out', '--verbose'], { cwd });
      expect(code).toBe(1);
      expect(stdout + stderr).not.toContain(TOKEN);
      expect(stderr.length).toBeGreaterThan(20);
    }
  });
});
