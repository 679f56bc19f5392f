import { describe, expect, it } from 'vitest';
import { loadSpec } from '../../../src/load/load-spec.js';
import { normalizeSpec } from '../../../src/normalize/normalize-spec.js';
import { codesOf } from './helpers.js';

const KEYWORDS = [
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'minLength', 'maxLength', 'minItems'],
  ...['maxItems', 'minContains', 'maxContains', 'minProperties', 'maxProperties', 'default', 'const', 'example'],
];
/** Numbers that YAML and JSON texts can say and JSON values cannot. */
const NUMBERS = ['.nan', '.inf', '-.inf', '1e999', '-1e999'];

/** The schema of a parameter, given as YAML or JSON text. */
async function schemaOf(schema: string, isJson: boolean) {
  const head = '"openapi": "3.1.0", "info": {"title": "t", "version": "1"}';
  const parameter = `{"name": "a", "in": "query", "schema": ${schema}}`;
  const text = `{${head}, "paths": {"/a": {"get": {"parameters": [${parameter}], "responses": {}}}}}`;
  const { spec } = await loadSpec({ name: isJson ? 'a.json' : 'a.yaml', text });
  const result = normalizeSpec(spec);
  return { schema: result.spec.operations[0]?.parameters[0]?.schema, codes: codesOf(result) };
}

describe('numbers that are none', () => {
  const cases = KEYWORDS.flatMap((keyword) => NUMBERS.map((number) => [keyword, number] as const));
  it.each(cases)('%s: %s is left out and told', async (keyword, number) => {
    const got = await schemaOf(`{"type": "number", "${keyword}": ${number}}`, !number.includes('.'));
    expect(got).toEqual({ schema: { type: 'number' }, codes: ['SCHEMA_INVALID'] });
  });

  it.each(NUMBERS)('%s in an enum, and inside of examples and defaults', async (number) => {
    const isJson = !number.includes('.');
    expect(await schemaOf(`{"enum": [1, ${number}]}`, isJson)).toEqual({
      schema: { enum: [1] },
      codes: ['SCHEMA_INVALID'],
    });
    for (const keyword of ['examples', 'default']) {
      const { schema, codes } = await schemaOf(`{"${keyword}": [{"a": ${number}}]}`, isJson);
      expect([keyword, JSON.stringify(schema), codes]).toEqual([keyword, '{}', ['SCHEMA_INVALID']]);
    }
  });
});
