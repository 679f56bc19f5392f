import fc from 'fast-check';
import { expect, it } from 'vitest';
import { lowerApi } from '../../../src/lower/lower-api.js';
import type { Schema } from '../../../src/normalize/normalized-spec.js';
import { createCompiler } from '../../../src/runtime/validate/ajv.js';
import { apiModel, jsonBody } from '../../support/api-model-builder.js';

const PLAIN = [
  'required',
  'minProperties',
  'maxItems',
  'minContains',
  'uniqueItems',
  'minimum',
  'exclusiveMaximum',
  'multipleOf',
  'maxLength',
  'dependentRequired',
  'const',
];
const odd = fc.constantFrom<unknown>(-1, 0, 1.5, '3', true, null, [], ['a', 'a'], ['a', 1], {}, { a: 'b' }, Infinity);
const schemas = fc.letrec<{ schema: Schema }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom<Schema>(true, false, {}, { $ref: '#/$defs/None' }, { $ref: '#/$defs/Loop' }, { enum: [] }),
    fc.constantFrom<Schema>({ pattern: '(' }, { pattern: '(a+)+$' }, { format: 'iban' }, { type: [] }),
    fc.dictionary(fc.constantFrom(...PLAIN), odd, { maxKeys: 3 }) as fc.Arbitrary<Schema>,
    fc.array(tie('schema'), { maxLength: 3 }).map((allOf): Schema => ({ allOf })),
    fc.array(tie('schema'), { maxLength: 3 }).map((anyOf): Schema => ({ anyOf })),
    tie('schema').map((part): Schema => ({ if: part, then: part, not: part })),
    tie('schema').map(
      (part): Schema => ({ properties: { constructor: part, a: part }, patternProperties: { '[': part } }),
    ),
    tie('schema').map(
      (part): Schema => ({
        properties: { '\ud800': part },
        patternProperties: { '\udc00+': part },
        dependentSchemas: { 'a\ud800': part },
      }),
    ),
    tie('schema').map((part): Schema => ({ prefixItems: [part], items: part, contains: part })),
  ),
})).schema;

it('gives validation schemas that compile, whatever keywords hold', async () => {
  const loop: Schema = { allOf: [{ $ref: '#/$defs/Loop' }], anyOf: [{ $ref: '#/$defs/Loop' }, { type: 'string' }] };
  await fc.assert(
    fc.asyncProperty(schemas, async (schema) => {
      const { tools, sharedSchemas } = lowerApi(apiModel([{ body: jsonBody(schema) }], { Loop: loop }), {
        maxDescription: 600,
        maxTokens: 4000,
      });
      const [tool] = tools;
      if (!tool) return;
      const validate = await createCompiler({ $defs: sharedSchemas }).first('x', tool.validationSchema);
      expect(typeof validate({ body: {} })).toBe('boolean');
    }),
    { seed: 3, numRuns: 300 },
  );
});

it('checks properties whose names hold half a surrogate pair, though Ajv compiles no such name', async () => {
  const body: Schema = {
    type: 'object',
    properties: { 'a\ud800': { type: 'string' }, '\ud83d\ude00': { type: 'string' } },
    patternProperties: { '^\udc00': { type: 'integer' } },
    required: ['a\ud800'],
    additionalProperties: false,
  };
  const { tools, sharedSchemas } = lowerApi(apiModel([{ body: jsonBody(body) }]), {
    maxDescription: 600,
    maxTokens: 4000,
  });
  const compiler = createCompiler({ $defs: sharedSchemas });
  const validate = await compiler.first('x', tools[0]?.validationSchema ?? {});
  const judged = (value: object) => validate({ body: value });
  expect(judged({ 'a\ud800': 'x', '\ud83d\ude00': 'x', '\udc00b': 1 })).toBe(true);
  expect(judged({ 'a\ud800': 1 })).toBe(false);
  expect(judged({ 'a\ud800': 'x', '\udc00b': 'x' })).toBe(false);
  expect(judged({ 'a\ud800': 'x', 'ba\ud800': 'x' })).toBe(false);
  expect(judged({ '\ud83d\ude00': 'x' })).toBe(false);
});
