import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lowerApi } from '../../../src/lower/lower-api.js';
import { decodeValue } from '../../../src/runtime/codec/decode.js';
import { encodeValue } from '../../../src/runtime/codec/encode.js';
import { apiModel, jsonBody } from '../../support/api-model-builder.js';
import { definitions, schemas, valuesOf } from '../../support/random-schemas.js';
import { checkTools } from '../../support/strict-check.mjs';

const RUNS = Number(process.env['CODEC_RUNS'] ?? 150);

function lower(schema: object | boolean, maxTokens = 4000) {
  const { tools, skipped, sharedSchemas } = lowerApi(apiModel([{ body: jsonBody(schema) }], definitions), {
    maxDescription: 600,
    maxTokens,
  });
  expect(skipped).toEqual([]);
  const [tool] = tools;
  if (!tool) throw new Error('no tool');
  const ajv = new Ajv2020({ strict: false, ownProperties: true, validateFormats: false, logger: false });
  ajv.addSchema({ $id: 'shared', $defs: sharedSchemas });
  return {
    tool,
    codecs: tool.descriptor.codecs,
    schema: tool.definition.input_schema,
    isNatural: ajv.compile(tool.validationSchema),
    isWritten: ajv.compile(tool.definition.input_schema),
  };
}

/** int64 digits are no part of the grammar: the decoder takes them beyond what the model is told. */
const withoutDigits = (value: unknown): boolean => !JSON.stringify(value)?.includes('9223372036854775807');

describe('encoding and decoding', () => {
  it.each([
    ['whole schemas', 4000],
    ['schemas cut to a small budget', 150],
  ])('gives back every natural value (%s)', (_title, maxTokens) => {
    let checked = 0;
    fc.assert(
      fc.property(
        schemas.chain((schema) =>
          fc.tuple(fc.constant(schema), fc.array(valuesOf(schema), { minLength: 1, maxLength: 5 })),
        ),
        ([schema, values]) => {
          const { codecs, schema: inputSchema, isNatural, isWritten } = lower(schema, maxTokens);
          for (const body of values) {
            const natural = { body };
            if (!isNatural(natural)) continue;
            checked += 1;
            const written = encodeValue(inputSchema, codecs, natural);
            if (withoutDigits(natural) && !isWritten(written)) {
              throw new Error(
                `written form does not fit: ${JSON.stringify(written)} ${JSON.stringify(isWritten.errors)} ${JSON.stringify(inputSchema)}`,
              );
            }
            expect(decodeValue(inputSchema, codecs, written)).toEqual(natural);
          }
        },
      ),
      { seed: 4, numRuns: RUNS },
    );
    expect(checked).toBeGreaterThan(RUNS / 2);
  });

  it('stays inside the strict subset for every schema', () => {
    fc.assert(
      fc.property(schemas, (schema) => {
        const { tool } = lower(schema);
        expect(checkTools([tool.definition], { all: true }).errors).toEqual([]);
      }),
      { seed: 5, numRuns: RUNS },
    );
  });
});
