import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';
import { resolveOptions } from '../../../src/config/resolve-options.js';
import { runPipeline } from '../../../src/generate.js';
import type { Toolkit } from '../../../src/runtime/contract.js';
import { importPackage } from '../../support/packages.js';
import { temporaryFolder } from '../../support/temporary.js';

// No document is known that Ajv cannot compile: here it gives up where a schema says so.
vi.mock('../../../src/runtime/validate/load-ajv.js', async (original) => {
  const { loadAjv } = await original<typeof import('../../../src/runtime/validate/load-ajv.js')>();
  return {
    loadAjv: async (...given: Parameters<typeof loadAjv>) => {
      const loaded = await loadAjv(...given);
      const compile = loaded.ajv.compile.bind(loaded.ajv);
      loaded.ajv.compile = (schema) => {
        if ('minItems' in schema || JSON.stringify(schema).includes('"minLength":77')) throw new Error('too deep');
        return compile(schema);
      };
      return loaded;
    },
  };
});

const work = temporaryFolder('uncheckable');
afterAll(work.dispose);

const post = (operationId: string, schema: object) => ({
  post: { operationId, requestBody: { content: { 'application/json': { schema } } }, responses: {} },
});
const refer = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const spec = {
  openapi: '3.1.0',
  info: { title: 'Uncheckable', version: '1' },
  servers: [{ url: 'https://api.example' }],
  paths: {
    '/direct': post('direct', { type: 'object', properties: { text: { type: 'string', minLength: 77 } } }),
    '/behind': post('behind', refer('Outer')),
    '/good': post('good', { type: 'object' }),
  },
  components: {
    schemas: {
      Outer: { type: 'object', properties: { list: refer('List'), outer: refer('Outer') } },
      List: { type: 'array', minItems: 1, items: refer('Outer') },
    },
  },
};
const out = join(work.path, 'out');
const options = { spec, out, validators: 'precompiled' } as const;
const told = ({ diagnostics }: Awaited<ReturnType<typeof runPipeline>>) =>
  diagnostics.filter(({ code }) => code === 'SCHEMA_UNCHECKABLE');

it('tells which tools have no validator, why and where, in every run', async () => {
  const first = await runPipeline(resolveOptions(options));
  expect(first.failed).toBe(false);
  expect(told(first).map(({ severity, message, location }) => [severity, message, location?.pointer])).toEqual([
    [
      'warning',
      'The tool direct refuses every call, as there is no validator of its input: too deep',
      '/paths/~1direct/post',
    ],
    [
      'warning',
      'The tool behind refuses every call, as there is no validator of its input: too deep',
      '/paths/~1behind/post',
    ],
  ]);
  for (const spare of ['emission', 'everything'] as const) {
    expect(told(await runPipeline(resolveOptions(options), { spare }))).toHaveLength(2);
  }
});

it('lets those tools refuse, as a fault of the package, and no other', async () => {
  const { createDispatcher } = await importPackage<Toolkit>(out);
  const dispatcher = createDispatcher({ env: false, dryRun: true });
  const codes = ['direct', 'behind', 'good'].map(async (name) => {
    const outcome = await dispatcher.call(name as never, { body: {} } as never);
    return outcome.ok ? 'ok' : outcome.code;
  });
  expect(await Promise.all(codes)).toEqual(['INTERNAL', 'INTERNAL', expect.not.stringContaining('INTERNAL')]);
});

it('writes nothing with --warnings-as-errors', async () => {
  rmSync(out, { recursive: true });
  const run = await runPipeline(resolveOptions({ ...options, warningsAsErrors: true }));
  expect(run.failed).toBe(true);
  expect(run.written).toBeUndefined();
  expect(told(run)).toHaveLength(2);
});
