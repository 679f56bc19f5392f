import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { emitProject } from '../../../src/emit/emit-project.js';
import type { GeneratedFile } from '../../../src/emit/generated-file.js';
import { type Sketch, sketchInput, type ToolSketch } from './support.js';

const emit = (sketch: Sketch) => emitProject(sketchInput(sketch));
const text = (files: readonly GeneratedFile[], path: string) => files.find((file) => file.path === path)?.text ?? '';

const PETS: ToolSketch[] = [
  {
    name: 'getPet',
    file: 'pets',
    input: { id: { type: 'string' } },
    required: ['id'],
    outputs: [{ $ref: '#/$defs/Pet' }],
  },
  { name: 'addPet', file: 'pets', method: 'POST', input: { body: { $ref: '#/$defs/Pet' } }, body: 'json' },
  { name: 'getStore', file: 'stores' },
];
const DEFINITIONS = { Pet: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] } } as const;

describe('a package', () => {
  it('has the files of the design', async () => {
    const files = await emit({ tools: PETS, definitions: DEFINITIONS });
    expect(files.map(({ path }) => path)).toEqual([
      'package.json',
      'README.md',
      'index.js',
      'descriptor.js',
      'descriptor.d.ts',
      'data/pets.js',
      'tools/pets.js',
      'schemas/pets.js',
      'schemas/pets.d.ts',
      'data/stores.js',
      'tools/stores.js',
      'schemas/stores.js',
      'schemas/stores.d.ts',
      'index.d.ts',
      'types.d.ts',
      'tools/pets.d.ts',
      'tools/stores.d.ts',
      'schemas/shared.js',
      'schemas/shared.d.ts',
      'runtime/index.js',
      'runtime/index.d.ts',
      'runtime/shared.js',
      'runtime/contract.d.ts',
      'runtime/ajv.js',
      'runtime/load-ajv.js',
      'examples/agent.mjs',
      'tools-gen.json',
    ]);
    expect(text(files, 'types.d.ts')).toContain('export interface Pet {\n  name: string;\n}');
    expect(text(files, 'tools/pets.d.ts')).toContain('export interface AddPetInput {\n  body?: types.Pet;\n}');
    expect(text(files, 'index.d.ts')).toContain(
      'export type ToolName =\n  | "getPet"\n  | "addPet"\n  | "getStore"\n;',
    );
  });

  it('indents types of several lines, whatever they hold', async () => {
    const nested = { type: 'object', properties: { b: { type: 'string', description: 'two\nlines' } } } as const;
    const properties = {
      a: nested,
      ǂ0: { const: 'const ǂ: never;', description: 'const ǂ: never; ǂ0;' },
      c: { type: 'array', items: nested },
    } as const;
    const files = await emit({ tools: [{ name: 'x', input: { body: { type: 'object', properties } } }] });
    expect(text(files, 'tools/default.d.ts')).toContain(`  body?: {
    a?: {
      /**
       * two
       * lines
       */
      b?: string;
    };
    /** const ǂ: never; ǂ0; */
    "ǂ0"?: "const ǂ: never;";
    c?: {
      /**
       * two
       * lines
       */
      b?: string;
    }[];
  };
`);
  });

  it('leaves out package.json, README and example when bare', async () => {
    const bare = await emit({ tools: PETS, definitions: DEFINITIONS, bare: true });
    const whole = await emit({ tools: PETS, definitions: DEFINITIONS });
    const gone = whole.map(({ path }) => path).filter((path) => !bare.some((file) => file.path === path));
    expect(gone).toEqual(['package.json', 'README.md', 'examples/agent.mjs']);
  });

  it('is the same to the byte each time', async () => {
    expect(await emit({ tools: PETS, definitions: DEFINITIONS })).toEqual(
      await emit({ tools: PETS, definitions: DEFINITIONS }),
    );
  });

  it('changes only lines of its own when an operation is added', async () => {
    const before = await emit({ tools: PETS, definitions: DEFINITIONS });
    const added: ToolSketch = { name: 'dropPet', file: 'pets', method: 'DELETE' };
    const after = await emit({ tools: [...PETS.slice(0, 1), added, ...PETS.slice(1)], definitions: DEFINITIONS });
    const counted = ['tools-gen.json', 'README.md'];
    for (const file of before.filter(({ path }) => !counted.includes(path))) {
      const kept = text(after, file.path).split('\n');
      let position = 0;
      for (const line of file.text.split('\n')) {
        position = kept.indexOf(line, position) + 1;
        expect(position, `${file.path}: ${line}`).toBeGreaterThan(0);
      }
    }
  });

  it('copies optional modules only where they are wired in', async () => {
    const has = async (sketch: Sketch) =>
      (await emit(sketch)).map(({ path }) => path).filter((path) => /xml|multipart|oauth/.test(path));
    expect(await has({ tools: PETS })).toEqual([]);
    expect(await has({ tools: [{ name: 'a', body: 'xml' }] })).toEqual(['runtime/xml.js']);
    expect(await has({ tools: [{ name: 'a', body: 'multipart' }] })).toEqual(['runtime/multipart.js']);
    const files = await emit({ tools: [{ name: 'a' }], package: { securitySchemes: { o: { type: 'oauth2' } } } });
    for (const path of ['index.js', 'tools/default.js']) {
      expect(text(files, path)).toContain('{\n  compiler: createCompiler,\n  oauth: fetchToken,\n}');
    }
    const validatorFiles = [{ path: 'validators/check_getPet.js', text: '' }];
    const precompiled = await emitProject({
      ...sketchInput({ tools: PETS, validators: 'precompiled' }),
      validatorFiles,
    });
    const paths = precompiled.map(({ path }) => path).filter((path) => /ajv|validators/.test(path));
    expect(paths).toEqual(['validators/check_getPet.js', 'runtime/validators.js']);
    expect(text(files, 'runtime/index.js')).toMatch(/^\/\/ Runtime of tools-gen, copied under the MIT License/);
    expect(text(files, 'runtime/index.js')).not.toContain('\r');
  });

  it('takes the example with tool search for more tools than fit a request', async () => {
    const tools = Array.from({ length: 65 }, (_, index) => ({ name: `tool${index}` }));
    expect(text(await emit({ tools }), 'examples/agent.mjs')).toContain('search();');
  });

  it('lists every file with its digest in the manifest, tools by name', async () => {
    const files = await emit({ tools: PETS, definitions: DEFINITIONS });
    const manifest = JSON.parse(text(files, 'tools-gen.json'));
    expect(Object.keys(manifest.files)).toEqual(files.slice(0, -1).map(({ path }) => path));
    const digest = createHash('sha256').update(text(files, 'index.js')).digest('hex');
    expect(manifest.files['index.js']).toBe(digest);
    expect(manifest.tools[0]).toMatchObject({ name: 'getPet', method: 'GET', path: '/getPet', file: 'tools/pets.js' });
  });

  it('refuses file names that the model stage would never give', async () => {
    await expect(emit({ tools: [{ name: 'a', file: '../x' }] })).rejects.toThrow('Not a file name');
  });
});
