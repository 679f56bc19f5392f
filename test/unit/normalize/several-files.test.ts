import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { loadSpec } from '../../../src/load/load-spec.js';
import { normalizeSpec } from '../../../src/normalize/normalize-spec.js';
import { temporaryFolder } from '../../support/temporary.js';

const work = temporaryFolder('several-files');
afterAll(work.dispose);

/** Writes a document whose body is a pet, and the files beside it; gives mapping and codes of what comes out. */
async function read(name: string, pet: string, schemas: object, files: Record<string, object>) {
  const content = { 'application/json': { schema: { $ref: pet } } };
  const root = {
    openapi: '3.0.3',
    info: { title: 't', version: '1' },
    paths: { '/pets': { post: { requestBody: { content }, responses: {} } } },
    components: { schemas },
  };
  for (const [path, value] of Object.entries({ 'api.json': root, ...files })) {
    const full = join(work.path, name, path);
    mkdirSync(dirname(full), { recursive: true });
    writeFileSync(full, JSON.stringify(value));
  }
  const { spec } = await loadSpec(join(work.path, name, 'api.json'));
  const { spec: normalized, diagnostics } = normalizeSpec(spec);
  const found = [...normalized.definitions.values()].find((each) => typeof each === 'object' && each.discriminator);
  const { mapping } = (typeof found === 'object' && found.discriminator) || {};
  return { mapping: { ...mapping }, codes: diagnostics.map(({ code }) => code) };
}

describe('heirs of a schema with a discriminator, in other files', () => {
  const heir = (base: string) => ({ allOf: [{ $ref: base }, { properties: { claws: { type: 'integer' } } }] });
  const pet = (mapping?: object) => ({
    type: 'object',
    properties: { kind: { type: 'string' } },
    discriminator: { propertyName: 'kind', ...(mapping && { mapping }) },
  });

  it('base in the document, heirs in files of their own', async () => {
    const schemas = {
      Pet: pet(),
      Cat: { $ref: 'schemas/cat.json' },
      Dog: { $ref: 'schemas/dogs.json#/definitions/D' },
    };
    const base = '../api.json#/components/schemas/Pet';
    const got = await read('heirs', '#/components/schemas/Pet', schemas, {
      'schemas/cat.json': heir(base),
      'schemas/dogs.json': { definitions: { D: heir(base) } },
    });
    expect(got).toEqual({ mapping: { Cat: 'Cat', Dog: 'Dog', Pet: 'Pet' }, codes: [] });
  });

  it('everything in files, named by a map', async () => {
    const schemas = { Pet: { $ref: 'pet.json' }, Cat: { $ref: 'cat.json' }, Lion: { $ref: 'lion.json' } };
    const got = await read('all', '#/components/schemas/Pet', schemas, {
      'pet.json': pet({ c: 'cat.json', l: '#/components/schemas/Lion' }),
      'cat.json': heir('pet.json'),
      'lion.json': heir('./cat.json'),
    });
    expect(Object.keys(got.mapping)).toEqual(['c', 'l']);
    expect(got.codes).toEqual([]);
  });

  it('files without a component, under their own names', async () => {
    const got = await read(
      'stems',
      'pet.json',
      { Box: { properties: { cat: { $ref: 'cat.json' } } } },
      {
        'pet.json': pet(),
        'cat.json': heir('pet.json'),
      },
    );
    expect(got).toEqual({ mapping: { cat: 'cat', pet: 'pet' }, codes: [] });
  });
});
