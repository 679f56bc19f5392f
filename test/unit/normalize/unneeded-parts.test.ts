import { describe, expect, it } from 'vitest';
import { inspectSpec } from '../../../src/index.js';

const INFO = { title: 't', version: '1' };
const get = { operationId: 'good', responses: { 200: { description: 'ok' } } };

/** Parts that no tool needs, each broken. */
const BROKEN: [string, string, object][] = [
  [
    'schemas',
    '3.1.0',
    { components: { schemas: { A: 7, B: { type: 'nothing', items: 1 }, C: { $ref: '#/x' }, D: [] } } },
  ],
  ['responses and examples', '3.0.3', { components: { responses: [], examples: { a: { $ref: 'none.yaml' } } } }],
  [
    'parameters and bodies',
    '3.0.3',
    { components: { parameters: { p: null, q: {} }, requestBodies: { b: { $ref: 1 } } } },
  ],
  ['security schemes', '3.1.0', { components: { securitySchemes: { a: {}, b: 'x', c: { type: 'apiKey' } } } }],
  ['components', '3.1.0', { components: 'none' }],
  ['webhooks', '3.1.0', { webhooks: { w: { post: 3 }, v: [] } }],
  ['tags', '3.2.0', { tags: [1, {}, { name: 'a', parent: 'nowhere' }] }],
  ['extensions', '3.1.0', { 'x-mcp': 'yes', 'x-enumNames': { a: 1 }, 'x-ref': { $ref: '../../etc/passwd' } }],
  [
    'other paths',
    '3.1.0',
    { paths: { '/a': { get }, '/b': 5, '/c': { get: 'x', post: [] }, '/d': { $ref: '#/nowhere' } } },
  ],
  ['definitions', '2.0', { definitions: { A: { $ref: '#/definitions/A' } }, securityDefinitions: { k: {} } }],
  ['external documentation', '3.0.3', { externalDocs: [], info: { ...INFO, contact: 'me', license: 3 } }],
];

describe('a document that is invalid where no tool needs it', () => {
  it.each(BROKEN)('%s', async (_title, version, part) => {
    const key = version === '2.0' ? 'swagger' : 'openapi';
    const spec = { [key]: version, info: INFO, paths: { '/a': { get } }, ...part };
    const { tools, diagnostics } = await inspectSpec({ spec });
    expect(tools.map(({ definition }) => definition.name)).toEqual(['good']);
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    for (const { location } of diagnostics) expect(location?.pointer).toBeTypeOf('string');
  });
});
