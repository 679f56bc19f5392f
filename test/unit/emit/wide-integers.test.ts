import { expect, it } from 'vitest';
import { toolsWithWideIntegers } from '../../../src/emit/validators/wide-integers.js';
import { lowerDocument } from '../../support/spec-toolkit.js';

const wide = { type: 'integer', format: 'int64' };
const refer = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const post = (operationId: string, schema: object) => ({
  post: { operationId, requestBody: { content: { 'application/json': { schema } } }, responses: {} },
});

it('finds the tools with a 64-bit integer somewhere in their input, behind references too', async () => {
  const { lowered } = await lowerDocument({
    openapi: '3.1.0',
    info: { title: 'Wide', version: '1' },
    paths: {
      '/direct': post('direct', { type: 'object', properties: { id: wide } }),
      '/behind': post('behind', refer('Outer')),
      '/none': post('none', refer('Plain')),
    },
    components: {
      schemas: {
        Outer: { type: 'array', items: refer('Inner') },
        Inner: { type: 'object', properties: { outer: refer('Outer'), ids: { type: 'array', items: wide } } },
        Plain: {
          type: 'object',
          properties: { id: { type: 'integer' }, text: { type: 'string' }, more: refer('Plain') },
        },
      },
    },
  });
  const found = toolsWithWideIntegers(lowered);
  expect([...found].map(({ definition }) => definition.name)).toEqual(['direct', 'behind']);
});
