import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { OPTIONS, type OptionEntry } from '../../../src/config/option-table.js';
import { ROOT } from '../../support/temporary.js';

const KINDS: Record<OptionEntry['kind'], object> = {
  spec: { type: 'string' },
  string: { type: 'string', minLength: 1 },
  strings: { type: 'array', items: { type: 'string' } },
  boolean: { type: 'boolean' },
  count: { type: 'integer', minimum: 1 },
  choice: { type: 'string' },
  operations: { type: 'object', additionalProperties: { $ref: '#/$defs/operation' } },
};

/** The JSON Schema that editors check a configuration with, as the option table says it should be. */
function configSchema(): object {
  const options = OPTIONS.filter(({ name }) => name !== 'check').map((option) => [
    option.name,
    { description: option.text, ...KINDS[option.kind], ...(option.choices && { enum: option.choices }) },
  ]);
  const properties = Object.fromEntries(options) as Record<string, object>;
  const entry = { type: 'object', required: ['spec'], properties, additionalProperties: false };
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'tools-gen configuration',
    type: 'object',
    properties: {
      $schema: { type: 'string' },
      specs: {
        description: 'one entry for each document; what stands beside is their default',
        type: 'array',
        minItems: 1,
        items: { $ref: '#/$defs/entry' },
      },
      ...properties,
    },
    additionalProperties: false,
    $defs: {
      entry,
      operation: {
        type: 'object',
        properties: {
          name: { type: 'string', pattern: '^[a-zA-Z0-9_-]{1,64}$' },
          description: { type: 'string' },
          exclude: { type: 'boolean' },
          effect: { enum: ['read', 'write', 'destructive'] },
          strict: { type: 'boolean' },
          contentType: { type: 'string' },
          parameters: {
            type: 'object',
            additionalProperties: {
              type: 'object',
              properties: { hide: { type: 'boolean' }, value: {} },
              additionalProperties: false,
            },
          },
        },
        additionalProperties: false,
      },
    },
  };
}

it('offers editors the options that there are', () => {
  const text = readFileSync(join(ROOT, 'templates', 'config.schema.json'), 'utf8');
  expect(JSON.parse(text)).toEqual(configSchema());
});
