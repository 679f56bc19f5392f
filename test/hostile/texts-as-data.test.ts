import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { Toolkit } from '../../src/runtime/contract.js';
import { importPackage, writePackage } from '../support/packages.js';
import { temporaryFolder } from '../support/temporary.js';
import { EXPECTATIONS, pathOf } from './documents.js';

/** A text that breaks out of nothing must still be there: names, values and paths are what the API calls them. */

const work = temporaryFolder('texts-as-data');
afterAll(work.dispose);

const NAMES = Object.keys(EXPECTATIONS).filter((name) => /^0[1-8]-/.test(name));

/** Every string of a value, keys included, with the number of its places. */
function textsOf(value: unknown): Map<string, number> {
  const found = new Map<string, number>();
  const open = [value];
  const add = (text: string) => found.set(text, (found.get(text) ?? 0) + 1);
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next === 'string') add(next);
    if (typeof next !== 'object' || next === null) continue;
    for (const [key, child] of Object.entries(next)) {
      if (!Array.isArray(next)) add(key);
      open.push(child);
    }
  }
  return found;
}

describe('texts in a place of every kind', () => {
  it.each(NAMES)('%s: are in the package as the document has them', async (name) => {
    const folder = join(work.path, name);
    await writePackage(folder, { spec: pathOf(name) });
    const { operations, inputSchema, createDispatcher } = await importPackage<Toolkit>(folder);
    const schemas = await Promise.all(Object.keys(operations).map((each) => inputSchema(each)));
    const payload: string = JSON.parse(readFileSync(pathOf(name), 'utf8')).info.title;
    expect(payload.length).toBeGreaterThan(5);
    const texts = textsOf([operations, schemas]);
    expect(texts.get(payload)).toBeGreaterThan(10);
    expect(Object.hasOwn(globalThis, 'CANARY')).toBe(false);
    // Templates, line ends and backslashes are no part of a plain path.
    if (/[{}\\\r\n]/.test(payload)) return;
    const { fetch, sent } = recorder();
    const dispatcher = createDispatcher({ baseUrl: 'https://good.example', env: false, fetch });
    const [tool] = Object.entries(operations).find(([, { path }]) => path === `/a/${payload}`) ?? [];
    expect((await dispatcher.call(tool ?? '', {} as never)).ok).toBe(true);
    expect(decodeURIComponent(new URL(sent[0] ?? '').pathname)).toBe(`/a/${payload}`);
  });
});

function recorder() {
  const sent: string[] = [];
  const fetch = async (url: unknown) => {
    sent.push(String(url));
    return new Response('{}', { headers: { 'content-type': 'application/json' } });
  };
  return { fetch: fetch as never, sent };
}
