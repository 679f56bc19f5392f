import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lowerApi } from '../../../src/lower/lower-api.js';
import { decodeValue } from '../../../src/runtime/codec/decode.js';
import type { JSONSchema, ToolInputSchema } from '../../../src/runtime/contract.js';
import { conversionsOf, convertSchema } from '../../../src/runtime/strict/convert.js';
import { apiModel, jsonBody } from '../../support/api-model-builder.js';
import { definitions, schemas } from '../../support/random-schemas.js';
import { Meaningless, meaningOf, writtenValues } from '../../support/written-values.js';

const RUNS = Number(process.env['CODEC_RUNS'] ?? 120);

function lower(schema: object | boolean) {
  const { tools, sharedSchemas } = lowerApi(apiModel([{ body: jsonBody(schema) }], definitions), {
    maxDescription: 600,
    maxTokens: 4000,
  });
  const [tool] = tools;
  if (!tool) throw new Error('no tool');
  return {
    base: tool.definition.input_schema,
    codecs: tool.descriptor.codecs ?? {},
    validation: tool.validationSchema,
    sharedSchemas,
  };
}

const asGenerated = (schema: ToolInputSchema): ToolInputSchema => schema;
/** Every optional property as required-with-null, as a plan could ask for. */
const asPlanned = (schema: ToolInputSchema): ToolInputSchema =>
  convertSchema(
    schema,
    conversionsOf(schema).map(({ pointer }) => pointer),
  );

function natural(read: () => unknown): unknown {
  try {
    return { value: read() };
  } catch (error) {
    if (error instanceof Meaningless || (error instanceof Error && error.name === 'CodecError')) return 'refused';
    throw error;
  }
}

describe('whatever fits the input schema', () => {
  it.each([
    ['as generated', asGenerated],
    ['with every optional property required-with-null', asPlanned],
  ])('is read as its meaning, and judged so (%s)', (_title, plan) => {
    let judged = 0;
    const cases = schemas.chain((schema) => {
      const { base, codecs } = lower(schema);
      const planned: JSONSchema = plan(base);
      return fc.tuple(
        fc.constant(schema),
        fc.constant(planned),
        fc.array(writtenValues({ schema: planned, codecs }), { minLength: 1, maxLength: 4 }),
      );
    });
    fc.assert(
      fc.property(cases, ([schema, planned, values]) => {
        const { base, codecs, validation, sharedSchemas } = lower(schema);
        const ajv = new Ajv2020({ strict: false, ownProperties: true, validateFormats: false, logger: false });
        ajv.addSchema({ $id: 'shared', $defs: sharedSchemas });
        const isNatural = ajv.compile(validation);
        const isWritten = ajv.compile(planned);
        for (const written of values) {
          expect(isWritten(written), JSON.stringify(written)).toBe(true);
          const decoded = natural(() => decodeValue(base, codecs, written));
          const meant = natural(() => meaningOf({ schema: planned, codecs }, base, written));
          expect(decoded).toEqual(meant);
          if (typeof decoded !== 'object' || decoded === null) continue;
          judged += 1;
          expect(isNatural((decoded as { value: unknown }).value)).toBe(isNatural((meant as { value: unknown }).value));
        }
      }),
      { seed: 11, numRuns: RUNS },
    );
    expect(judged).toBeGreaterThan(RUNS);
  });
});
