import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { codesOf, normalize, plain } from './helpers.js';

interface Case {
  readonly name: string;
  readonly version?: string;
  readonly document?: object;
  readonly item?: object;
  readonly operation?: object;
  readonly parameters?: readonly unknown[];
  readonly components?: object;
  readonly definitions?: object;
  readonly extra?: object;
  readonly paths?: object;
  /** A part of the first operation. */
  readonly want?: object;
  readonly without?: readonly string[];
  readonly wantServers?: readonly string[];
  readonly codes?: readonly string[];
}

const read = (name: string): readonly Case[] =>
  JSON.parse(readFileSync(new URL(`../../../fixtures/cases/normalize/${name}.json`, import.meta.url), 'utf8'));

function documentOf(given: Case, version: object): object {
  const { parameters, operation, components, definitions } = given;
  const post = { responses: {}, ...(parameters && { parameters }), ...operation };
  return {
    ...version,
    info: { title: 't', version: '1' },
    paths: { '/a': { ...given.item, post }, ...given.paths },
    ...(components && { components }),
    ...(definitions && { definitions }),
    ...given.document,
    ...given.extra,
  };
}

async function check(given: Case, version: object): Promise<void> {
  const result = await normalize(documentOf(given, version));
  const operation = result.spec.operations[0] ?? {};
  expect(plain(operation)).toMatchObject(given.want ?? {});
  for (const key of given.without ?? []) expect(operation).not.toHaveProperty(key);
  expect(codesOf(result)).toEqual(given.codes ?? []);
  if (given.wantServers) expect(result.spec.servers.map(({ url }) => url)).toEqual(given.wantServers);
}

describe('operations of 3.x', () => {
  it.each(read('operations'))('$name', (given) => check(given, { openapi: given.version ?? '3.0.3' }));
});

describe('operations of 2.0', () => {
  it.each(read('swagger2'))('$name', (given) => check(given, { swagger: '2.0' }));
});
