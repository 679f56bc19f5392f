import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { generate } from '../../../src/index.js';
import { ROOT } from '../../support/temporary.js';

const CONTRACT = readFileSync(join(ROOT, 'src', 'runtime', 'contract.ts'), 'utf8');
const NAMES = [...CONTRACT.matchAll(/^export (?:interface|type) (\w+)/gm)].map(([, name]) => name ?? '');

const specWith = (names: readonly string[]) => ({
  openapi: '3.1.0',
  info: { title: 'Names', version: '1' },
  paths: {
    '/a': {
      get: {
        operationId: 'a',
        responses: {
          200: {
            description: 'All',
            content: {
              'application/json': {
                schema: {
                  type: 'object',
                  properties: Object.fromEntries(names.map((name) => [name, { $ref: `#/components/schemas/${name}` }])),
                },
              },
            },
          },
        },
      },
    },
  },
  components: {
    schemas: Object.fromEntries(
      names.map((name) => [name, { type: 'object', properties: { [`of${name}`]: { type: 'string' } } }]),
    ),
  },
});

/** Names that the entry point exports of the document's own types. */
async function exported(names: readonly string[]) {
  const { files, diagnostics } = await generate({ spec: specWith(names) });
  const text = files.find(({ path }) => path === 'index.d.ts')?.text ?? '';
  const types = [...text.matchAll(/export type \{([^}]*)\} from ['"].\/types.js['"]/g)].flatMap(([, list = '']) =>
    list.split(',').map((name) => name.trim()),
  );
  return { types, renamed: diagnostics.filter(({ code }) => code === 'NAME_CHANGED').map(({ message }) => message) };
}

describe('a schema named like a type of the runtime', () => {
  it('does not take its place in the entry point, whichever type that is', async () => {
    expect(NAMES).toContain('Dispatcher');
    const { types, renamed } = await exported(NAMES);
    expect(types).toHaveLength(NAMES.length);
    expect(types.filter((name) => NAMES.includes(name))).toEqual([]);
    expect(renamed).toHaveLength(NAMES.length);
  });

  it('has a name of its own that tells which it is, and is reported', async () => {
    const { types, renamed } = await exported(['Message', 'Pet']);
    expect(types).toEqual(['MessageSchema', 'Pet']);
    expect(renamed).toEqual([
      'The type of the schema "Message" is not Message: the package exports another type of that name.',
    ]);
  });

  it('leaves the name of another schema alone', async () => {
    const { types } = await exported(['Message', 'MessageSchema']);
    expect(types).toHaveLength(2);
    expect(types).toContain('MessageSchema');
    expect(types.find((name) => name !== 'MessageSchema')).toMatch(/^Message_[0-9a-f]{8}$/);
  });
});
