import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { codesOf, normalize, plain } from './helpers.js';

interface Case {
  readonly name: string;
  readonly version?: string;
  readonly given: unknown;
  readonly want: unknown;
  readonly codes?: readonly string[];
}

const CASES: readonly Case[] = JSON.parse(
  readFileSync(new URL('../../../fixtures/cases/normalize/schemas.json', import.meta.url), 'utf8'),
);

const COMPONENTS = {
  A: { type: 'object', properties: { k: { type: 'string' } } },
  B: { type: 'object' },
  'A/B C': { type: 'string' },
  Holder: { properties: { inner: { type: 'integer' } } },
  Node: { $id: 'https://example.com/node', $anchor: 'node', $dynamicAnchor: 'node', type: 'string' },
};

function documentOf({ version = '3.0.3', given }: Case): object {
  const info = { title: 't', version: '1' };
  if (version === '2.0') {
    const parameters = [{ name: 'b', in: 'body', schema: given }];
    return {
      swagger: version,
      info,
      paths: { '/a': { post: { parameters, responses: {} } } },
      definitions: COMPONENTS,
    };
  }
  const content = { 'application/json': { schema: given } };
  return {
    openapi: version,
    info,
    paths: { '/a': { post: { requestBody: { content }, responses: {} } } },
    components: { schemas: COMPONENTS },
  };
}

describe('schemas', () => {
  it.each(CASES)('$name', async (wanted) => {
    const result = await normalize(documentOf(wanted));
    const schema = result.spec.operations[0]?.requestBody?.content[0]?.schema;
    expect(plain(schema)).toEqual(wanted.want);
    expect(codesOf(result)).toEqual(wanted.codes ?? []);
  });

  it('names no case twice', () => {
    const names = CASES.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });
});
