import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import type { EmitInput } from '../../../src/emit/emit-input.js';
import { emitProject } from '../../../src/emit/emit-project.js';
import type { Schema } from '../../../src/normalize/normalized-spec.js';
import { hostile, PAYLOADS } from './hostile.js';
import { type Sketch, sketchInput } from './support.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const work = mkdtempSync(join(tmpdir(), 'tools-gen-compile-'));
afterAll(() => rmSync(work, { recursive: true, force: true }));

/** The real contract beside a stand-in for the entry point of the runtime. */
const RUNTIME: EmitInput['runtimeFiles'] = [
  {
    path: 'index.d.ts',
    text: `import type { ToolLoopOptions, ToolLoopResult } from './contract.js';
export declare function runToolLoop(options: ToolLoopOptions): Promise<ToolLoopResult>;
export declare class ToolCallError extends Error {}
export declare class ToolLoopError extends Error {}
`,
  },
  { path: 'contract.d.ts', text: readFileSync(join(root, 'src', 'runtime', 'contract.ts'), 'utf8') },
];

const ref = (name: string): Schema => ({ $ref: `#/$defs/${name}` });

/** Shapes that are hard on a type checker: circles, conflicts of indexes, names of built-in and contract types. */
const ODD: Sketch = {
  definitions: {
    ToolName: { type: 'string' },
    ToolInputs: { type: 'object', properties: { a: ref('Record') } },
    Record: { type: 'object', properties: { a: ref('Array') }, additionalProperties: { type: 'integer' } },
    Array: { anyOf: [ref('Array'), ref('Promise')] },
    Promise: { type: 'array', items: ref('Promise') },
    BytesInput: { allOf: [ref('ToolDefinition'), { type: 'object', properties: { n: { type: 'null' } } }] },
    ToolDefinition: { type: ['object', 'null'], properties: { 'a b': ref('BytesInput') } },
    PetsToolInputs: { type: 'array', prefixItems: [ref('Readonly'), { type: 'string' }], minItems: 1 },
    Readonly: { enum: ['a', 1, null, true, -0.5] },
    GetPetInput: { type: 'object', patternProperties: { x: { type: 'string' } }, properties: { x: { type: 'null' } } },
  },
  tools: [
    {
      name: 'getPet',
      file: 'pets',
      input: Object.fromEntries(
        ['ToolName', 'ToolInputs', 'BytesInput', 'PetsToolInputs', 'GetPetInput', '__proto__', 'then'].map(
          (name): [string, Schema] => [name, ref(name)],
        ),
      ),
      outputs: [ref('ToolInputs'), ref('Readonly'), ref('GetPetInput')],
    },
    { name: 'get-pet', typeName: 'GetPet2', file: 'pets', input: { int: { type: 'integer', format: 'int64' } } },
  ],
};

it('declarations compile without DOM and Node types, whatever the names', async () => {
  const sketches = [...PAYLOADS.map(hostile), ODD];
  const entries: string[] = [];
  for (const [index, sketch] of sketches.entries()) {
    const files = await emitProject({ ...sketchInput(sketch), runtimeFiles: RUNTIME });
    for (const { path, text } of files) {
      const target = join(work, String(index), path);
      mkdirSync(dirname(target), { recursive: true });
      writeFileSync(target, text);
    }
    entries.push(`./${index}/index.d.ts`);
  }
  for (const [module, moduleResolution] of [
    ['nodenext', 'nodenext'],
    ['esnext', 'bundler'],
  ]) {
    const compilerOptions = {
      noEmit: true,
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      target: 'es2022',
      lib: ['es2022'],
      types: [],
      skipLibCheck: false,
      module,
      moduleResolution,
    };
    writeFileSync(join(work, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: entries }));
    const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
    const { stdout } = spawnSync(process.execPath, [tsc, '-p', join(work, 'tsconfig.json')], { encoding: 'utf8' });
    expect(stdout).toBe('');
  }
});
