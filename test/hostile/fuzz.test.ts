import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { generate } from '../../src/index.js';
import { checkTools } from '../support/strict-check.mjs';
import { ROOT } from '../support/temporary.js';
import { EXPECTATIONS, pathOf } from './documents.js';
import { foreignParts, kindsOf } from './syntax.js';

/**
 * Runs of each kind; HOSTILE_FUZZ_RUNS=2000 for a long run by hand, HOSTILE_FUZZ_SEED for another one.
 */
const RUNS = Number(process.env['HOSTILE_FUZZ_RUNS'] ?? 8);
const SEED = Number(process.env['HOSTILE_FUZZ_SEED'] ?? 9);

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

const SEEDS = ['36-yaml-merge-bomb', '37-', '35-', '38-', '39-', '41-', '12-', '20-', '62-', '33-', '32-', '78-'];
const DOCUMENTS: readonly Json[] = Object.keys(EXPECTATIONS)
  .filter((name) => name.endsWith('.json') && !SEEDS.some((start) => name.startsWith(start)))
  .map((name) => JSON.parse(readFileSync(pathOf(name), 'utf8').replace('\ufeff', '')));

const PLAIN: Json = JSON.parse(readFileSync(join(ROOT, 'test', 'hostile', 'plain.json'), 'utf8'));

const CHARACTERS = [
  ...`'"\`\\$\{}/*<>@#&|[]()!%~;:=.,-_aZ0 \n\r\t\u2028\u2029\0\u001b\u202e\u200b\ud800`.split(''),
  '\u{e0041}',
];
const hostileText = fc.oneof(
  fc.array(fc.constantFrom(...CHARACTERS), { maxLength: 24 }).map((parts) => parts.join('')),
  fc.constantFrom(
    '__proto__',
    'constructor',
    'then',
    '*/ globalThis.CANARY = 1 /*',
    '`${globalThis.CANARY=1}`',
    '../../x',
    '%%TOOLS%%',
  ),
);
const hostileValue: fc.Arbitrary<Json> = fc.oneof(
  hostileText,
  fc.constantFrom<Json>(
    null,
    true,
    0,
    -1,
    1e308,
    1.5,
    [],
    {},
    [[]],
    { $ref: '#' },
    { $ref: '#/paths' },
    [null],
    { type: 'object' },
    '$ref',
  ),
);

/** All places of a document, as key paths. */
function placesOf(document: Json): string[][] {
  const found: string[][] = [];
  const pending: [Json, string[]][] = [[document, []]];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const [value, path] = next;
    if (path.length > 0) found.push(path);
    if (typeof value !== 'object' || value === null) continue;
    for (const [key, child] of Object.entries(value)) pending.push([child, [...path, key]]);
  }
  return found.filter(([first]) => first !== 'openapi' && first !== 'swagger');
}

function replaced(document: Json, path: readonly string[], value: Json): Json {
  const [key, ...rest] = path;
  if (key === undefined) return value;
  if (typeof document !== 'object' || document === null) return document;
  if (Array.isArray(document))
    return document.map((item, at) => (String(at) === key ? replaced(item, rest, value) : item));
  return Object.fromEntries(
    Object.entries(document).map(([name, item]) => [name, name === key ? replaced(item, rest, value) : item]),
  );
}

const isModule = (path: string) => !/^(?:runtime|examples)\//.test(path) && /\.(?:js|ts)$/.test(path);

/** Generates in memory; an error of the document is an answer, one of ours is not. */
async function files(document: Json) {
  try {
    return await generate({ spec: structuredClone(document) as object });
  } catch (error) {
    const { diagnostics = [] } = error as { diagnostics?: { code: string; message: string }[] };
    const codes = diagnostics.map(({ code }) => code);
    expect(codes.length, String((error as Error).stack)).toBeGreaterThan(0);
    expect(codes, JSON.stringify(diagnostics)).not.toContain('INTERNAL');
    return undefined;
  }
}

it('stays inert with hostile values anywhere', async () => {
  const changed = fc
    .constantFrom(...DOCUMENTS, PLAIN)
    .chain((document) =>
      fc
        .array(fc.tuple(fc.constantFrom(...placesOf(document)), hostileValue), { minLength: 1, maxLength: 6 })
        .map((changes) => changes.reduce((now, [path, value]) => replaced(now, path, value), document)),
    );
  const check = async (document: Json) => {
    const result = await files(document);
    if (result === undefined) return;
    for (const { path, text } of result.files) if (isModule(path)) expect(foreignParts(path, text), path).toEqual([]);
    expect(
      checkTools(
        result.tools.map(({ definition }) => definition),
        { all: true },
      ).errors,
    ).toEqual([]);
    expect({} as Record<string, unknown>).not.toHaveProperty('polluted');
  };
  await fc.assert(fc.asyncProperty(changed, check), { numRuns: RUNS, seed: SEED, endOnFailure: RUNS > 100 });
});

/** Places of text that is data wherever it goes: a change of it may change literals and comments only. */
const isData = (path: readonly string[]) => /^(?:summary|title|version|email|\$comment)$/.test(path.at(-1) ?? '');

it('changes literals only where only data changed', async () => {
  const plain = await files(PLAIN);
  const kinds = new Map(plain?.files.map(({ path, text }) => [path, kindsOf(path, text)]));
  const places = placesOf(PLAIN).filter((path) => isData(path) && !path.includes('properties'));
  expect(places.length).toBeGreaterThan(4);
  const changed = fc.array(fc.tuple(fc.constantFrom(...places), hostileText), { minLength: 1, maxLength: 4 });
  const check = async (changes: [string[], string][]) => {
    const result = await files(changes.reduce((now: Json, [path, value]) => replaced(now, path, value), PLAIN));
    for (const { path, text } of result?.files ?? []) {
      if (isModule(path)) expect(kindsOf(path, text), path).toBe(kinds.get(path));
    }
  };
  await fc.assert(fc.asyncProperty(changed, check), { numRuns: RUNS, seed: SEED });
});
