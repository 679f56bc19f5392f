import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { lowerApi } from '../../../src/lower/lower-api.js';
import type { Schema } from '../../../src/normalize/normalized-spec.js';
import { apiModel, jsonBody } from '../../support/api-model-builder.js';
import { checkTools } from '../../support/strict-check.mjs';

interface Case {
  title: string;
  schema: Schema;
  definitions?: Record<string, Schema>;
  /** `written`, `$defs`, `codecs`: the model's form. `validation`, `shared`: the natural form. */
  want: Record<string, unknown>;
}

const file = new URL('../../../fixtures/cases/lower/schemas.json', import.meta.url);
const cases = JSON.parse(readFileSync(file, 'utf8')) as Case[];

describe('both schemas of a body', () => {
  it.each(cases)('$title', ({ schema, definitions, want }) => {
    const api = lowerApi(apiModel([{ name: 'x', path: '/x', body: jsonBody(schema) }], definitions), {
      maxDescription: 600,
      maxTokens: 4000,
    });
    const [tool] = api.tools;
    if (!tool) throw new Error('no tool');
    const { properties, $defs } = tool.definition.input_schema;
    const validation = tool.validationSchema['properties'] as Record<string, unknown>;
    expect({
      written: properties['body'],
      ...($defs && { $defs }),
      ...(tool.descriptor.codecs && { codecs: tool.descriptor.codecs }),
      validation: validation['body'],
      ...(Object.keys(api.sharedSchemas).length > 0 && { shared: api.sharedSchemas }),
      diagnostics: [...new Set(api.diagnostics.map(({ code }) => code))].sort(),
    }).toEqual(want);
    expect(checkTools([tool.definition], { all: true }).errors).toEqual([]);
    const ajv = new Ajv2020({ strict: false, ownProperties: true, validateFormats: false, logger: false });
    ajv.addSchema({ $id: 'shared', $defs: api.sharedSchemas });
    expect(() => ajv.compile(tool.validationSchema)).not.toThrow();
  });
});
