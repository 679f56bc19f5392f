import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Toolkit } from '../../src/runtime/contract.js';

// One cold process that uses a generated package of the synthetic family: `node package-child.js <task> <folder> …`.
type Package = Toolkit<Record<string, unknown>, Record<string, unknown>>;

const [task = '', folder = '', ...rest] = process.argv.slice(2);
const load = async () => (await import(pathToFileURL(join(folder, 'index.js')).href)) as Package;
const ANSWER = JSON.stringify({ field_0: 'x', note: 'y'.repeat(200) });
const JSON_TYPE = { 'content-type': 'application/json' };

function cpuSince(start: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

/** CPU milliseconds of the first call and of the first call of another tool, no network. */
async function firstCalls(preload: boolean): Promise<{ first: number; next: number }> {
  const { createDispatcher } = await load();
  const fetch = async () => new Response(ANSWER, { headers: JSON_TYPE });
  await (await fetch()).text();
  if (preload) await Promise.all([import('ajv/dist/2020.js'), import('ajv-formats')]);
  const dispatcher = createDispatcher({ fetch: fetch as never, env: false });
  const timed = async (name: string) => {
    const start = process.cpuUsage();
    const result = await dispatcher.dispatch({ id: 'toolu_1', name, input: { id: '1', page: 2 } });
    if (result.is_error) throw new Error(JSON.stringify(result));
    return cpuSince(start);
  };
  return { first: await timed('getThing7'), next: await timed('getThing8') };
}

const QUERY = { id: '1', page: 2 };
const BODY = { field_0: 3, field_1: ['a', 'b'], field_2: 'text', field_3: 'new' };

/**
 * CPU microseconds per call against a server in a process of its own, with `width` calls under way. What `fetch` alone does
 * sends the same method, headers and body, and reads the answer as text; both have the package in memory.
 */
async function calls(kind: string, width: number, count: number): Promise<{ cpu: number }> {
  const server = spawn(process.execPath, [process.argv[1] ?? '', 'serve'], { stdio: ['pipe', 'pipe', 'inherit'] });
  const port = await new Promise<string>((resolve) =>
    server.stdout.once('data', (text) => resolve(String(text).trim())),
  );
  const origin = `http://127.0.0.1:${port}`;
  const dispatcher = (await load()).createDispatcher({ baseUrl: origin, env: false });
  const url = `${origin}/area_1/things_7/1?page=2`;
  const headers = { accept: 'application/json, */*;q=0.1' };
  const one = {
    dispatch: () => dispatcher.dispatch({ id: 'toolu_1', name: 'getThing7', input: QUERY }),
    fetch: async () => (await fetch(url, { method: 'GET', headers })).text(),
    'dispatch-post': () => dispatcher.dispatch({ id: 'toolu_1', name: 'postThing7', input: { ...QUERY, body: BODY } }),
    'fetch-post': async () =>
      (await fetch(url, { method: 'POST', headers: { ...headers, ...JSON_TYPE }, body: JSON.stringify(BODY) })).text(),
  }[kind];
  if (one === undefined) throw new Error(kind);
  const result = await one();
  if (typeof result === 'object' && result.is_error) throw new Error(JSON.stringify(result));
  const run = async (total: number) => {
    let left = total;
    const lane = async () => {
      while (left-- > 0) await one();
    };
    await Promise.all(Array.from({ length: width }, lane));
  };
  await run(Math.min(1500, count));
  const start = process.cpuUsage();
  await run(count);
  const cpu = (cpuSince(start) * 1000) / count;
  server.kill();
  return { cpu };
}

function serve(): void {
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => response.writeHead(200, JSON_TYPE).end(ANSWER));
  });
  server.listen(0, '127.0.0.1', () => process.stdout.write(`${(server.address() as AddressInfo).port}\n`));
  process.stdin.resume();
  process.stdin.on('end', () => process.exit());
}

const TASKS: Readonly<Record<string, () => unknown>> = {
  parse: () => JSON.parse(readFileSync(folder, 'utf8')).length,
  import: async () => (await load()).tools.length,
  first: () => firstCalls(rest[0] === 'preload'),
  calls: () => calls(rest[0] ?? '', Number(rest[1]), Number(rest[2])),
  serve,
};
const result = await TASKS[task]?.();
if (task !== 'serve') {
  process.stdout.write(JSON.stringify(result));
  process.exit();
}
