import { describe, expect, it } from 'vitest';
import { schemasFor } from '../../../src/lower/definitions-for.js';
import { lowerApi } from '../../../src/lower/lower-api.js';
import type { ToolModel } from '../../../src/lower/tool-model.js';
import type { OperationModel } from '../../../src/model/api-model.js';
import type { Schema } from '../../../src/normalize/normalized-spec.js';
import { apiModel, jsonBody, parameter } from '../../support/api-model-builder.js';

const OPTIONS = { maxDescription: 60, maxTokens: 4000 };

function lower(operation: Partial<OperationModel>, definitions: Record<string, Schema> = {}): ToolModel {
  const api = lowerApi(apiModel([operation], definitions), OPTIONS);
  expect(api.skipped).toEqual([]);
  const [tool] = api.tools;
  if (!tool) throw new Error('no tool');
  return tool;
}

const media = (contentType: string, schema: Schema = true) => ({ contentType, schema, encoding: new Map() });

describe('priorities', () => {
  const named = (name: string, path: string, tags: string[] = []) => ({ name, path, tags });
  const operations = [named('a', '/a', ['t']), named('b', '/b'), named('c', '/c', ['t'])];
  const lowerAll = (strictFirst: string[]) => lowerApi(apiModel(operations), { ...OPTIONS, strictFirst });

  it('are places in the list of selectors, the first match deciding', () => {
    const { tools, diagnostics } = lowerAll(['tool:c', 'tag:t']);
    expect(tools.map(({ descriptor }) => descriptor.strict.priority)).toEqual([1, undefined, 0]);
    expect(diagnostics).toEqual([]);
  });

  it('report selectors that match nothing and refuse those that cannot be read', () => {
    expect(lowerAll(['tag:T']).diagnostics).toMatchObject([
      { code: 'SELECTOR_UNMATCHED', message: expect.stringContaining('"tag:T" of "strictFirst"') },
    ]);
    expect(() => lowerAll(['colour:red'])).toThrow();
  });
});

describe('fields', () => {
  it('are counted at every depth, before and after the budget', () => {
    const inner: Schema = { type: 'object', properties: { a: { type: 'string' }, b: {} } };
    const tool = lower({
      parameters: [parameter('q', { type: 'string' })],
      body: jsonBody({
        type: 'object',
        properties: { inner, list: { type: 'array', items: inner } },
        required: ['inner'],
      }),
    });
    // q, body, inner, list, and a and b twice; b takes JSON text.
    expect([tool.fields, tool.guardable]).toEqual([8, 6]);
    const wide = Object.fromEntries(
      Array.from({ length: 60 }, (_, index): [string, Schema] => [`p${index}`, { type: 'string' }]),
    );
    const large = lower({
      body: jsonBody({ type: 'object', properties: { deep: { type: 'object', properties: wide } } }),
    });
    expect([large.fields, large.guardable]).toEqual([62, 1]);
  });
});

describe('parameters', () => {
  it('omits what is the default of the location', () => {
    const tool = lower({
      parameters: [
        parameter('id', { type: 'integer' }, { in: 'path' }),
        parameter('ids', { type: 'array', items: { type: 'string' } }, { explode: false, allowReserved: true }),
        parameter(
          'f',
          { type: 'object', properties: { a: { type: 'string' } } },
          { style: 'deepObject', allowEmptyValue: true },
        ),
        parameter('j', { type: 'object', properties: {} }, { contentType: 'application/json' }),
        parameter('X-Id', { type: 'string' }, { in: 'header', property: 'X-Id' }),
      ],
    });
    expect(tool.descriptor.parameters).toEqual([
      { property: 'id', name: 'id', in: 'path', required: true },
      { property: 'ids', name: 'ids', in: 'query', explode: false, allowReserved: true },
      { property: 'f', name: 'f', in: 'query', style: 'deepObject', allowEmptyValue: true },
      { property: 'j', name: 'j', in: 'query', contentType: 'application/json' },
      { property: 'X-Id', name: 'X-Id', in: 'header' },
    ]);
  });

  it('hides fixed values and idempotency keys, but sends them', () => {
    const tool = lower({
      parameters: [
        parameter('v', { type: 'string' }, { fixed: '2' }),
        parameter('Idempotency-Key', { type: 'string' }, { in: 'header', idempotencyKey: true }),
        parameter('q', { type: 'string' }, { description: 'What to look for. And more.', required: true }),
      ],
    });
    expect(Object.keys(tool.definition.input_schema.properties)).toEqual(['q']);
    expect(tool.definition.input_schema.properties['q']).toEqual({ description: 'What to look for.', type: 'string' });
    expect(tool.descriptor.parameters).toHaveLength(3);
    expect(tool.descriptor.parameters[0]).toMatchObject({ fixed: '2' });
    expect(tool.validationSchema).toEqual({
      type: 'object',
      properties: { q: { type: 'string' } },
      required: ['q'],
      additionalProperties: false,
    });
  });
});

describe('bodies', () => {
  it('takes bytes for a binary body', () => {
    const tool = lower({
      body: jsonBody(
        { type: 'string', format: 'binary' },
        { kind: 'binary', media: media('image/png'), contentTypes: ['image/png'] },
      ),
    });
    expect(tool.definition.input_schema.properties['body']).toMatchObject({
      required: ['source', 'data'],
      additionalProperties: false,
    });
    expect(tool.inputType.properties[0]).toMatchObject({ name: 'body', bytes: true, required: true });
  });

  it('finds the bytes of a multipart body and writes the default content types down', () => {
    const schema: Schema = {
      type: 'object',
      properties: {
        file: { type: 'string', format: 'binary', description: 'The file.' },
        files: { type: 'array', items: { type: 'string', contentMediaType: 'image/png' } },
        meta: { type: 'object', properties: { a: { type: 'string' } } },
        name: { type: 'string' },
        csv: { type: 'string' },
        any: { title: 'Anything' },
        list: { type: 'array', items: true },
        told: {},
      },
    };
    const encoding = new Map([
      ['told', { contentType: 'application/json', headers: new Map() }],
      ['csv', { contentType: 'text/csv', headers: new Map([['X-Part', { const: '1' }]]) }],
      ['name', { style: 'form' as const, headers: new Map() }],
    ]);
    const tool = lower({
      body: jsonBody(schema, {
        kind: 'multipart',
        media: { contentType: 'multipart/form-data', schema, encoding },
        contentTypes: ['multipart/form-data'],
      }),
    });
    expect(tool.descriptor.body?.encoding).toEqual({
      file: { contentType: 'application/octet-stream', bytes: true },
      files: { contentType: 'application/octet-stream', bytes: true },
      meta: { contentType: 'application/json' },
      name: { style: 'form' },
      csv: { contentType: 'text/csv', headers: { 'X-Part': '1' } },
      any: { contentType: 'application/octet-stream', bytes: true },
      list: { contentType: 'application/octet-stream', bytes: true },
      told: { contentType: 'application/json' },
    });
    const body = tool.definition.input_schema.properties['body'] as { properties: Record<string, object> };
    expect(body.properties['file']).toMatchObject({ description: 'The file.', required: ['source', 'data'] });
    expect(body.properties['files']).toMatchObject({ type: 'array', items: { required: ['source', 'data'] } });
  });

  it('plans the names of an XML body', () => {
    const definitions: Record<string, Schema> = {
      Pet: {
        type: 'object',
        xml: { name: 'pet', namespace: 'urn:p' },
        properties: {
          id: { type: 'integer', xml: { attribute: true } },
          tags: { type: 'array', items: { type: 'string', xml: { name: 'tag' } }, xml: { wrapped: true } },
          mate: { $ref: '#/$defs/Pet' },
        },
      },
    };
    const schema: Schema = { $ref: '#/$defs/Pet' };
    const tool = lower(
      {
        body: jsonBody(schema, {
          kind: 'xml',
          media: media('application/xml', schema),
          contentTypes: ['application/xml'],
        }),
      },
      definitions,
    );
    const properties = {
      id: { attribute: true },
      tags: { wrapped: true, items: { name: 'tag' } },
      mate: { ref: 'Pet' },
    };
    expect(tool.descriptor.body?.xml).toEqual({ name: 'pet', namespace: 'urn:p', properties });
    expect(tool.descriptor.body?.xmlDefs).toEqual({ Pet: { name: 'pet', namespace: 'urn:p', properties } });
  });

  it('takes a list for a sequence of items', () => {
    const body = jsonBody(true, {
      kind: 'ndjson',
      media: {
        ...media('application/x-ndjson'),
        itemSchema: { type: 'object', properties: { a: { type: 'string' } } },
      },
    });
    expect(lower({ body }).definition.input_schema.properties['body']).toMatchObject({
      type: 'array',
      items: { type: 'object' },
    });
  });
});

describe('text and answers', () => {
  it('tells summary, description and deprecation within the limit', () => {
    const tool = lower({
      deprecated: true,
      summary: 'Finds pets',
      description:
        '**Finds** pets by `tag`. Slow. Has more text that goes on and on and on, until the limit has long been passed by.',
    });
    expect(tool.definition.description).toBe('Deprecated. Finds pets by tag. Slow.');
    expect(tool.documentation.at(-1)).toBe('POST /it');
  });

  it('says method and path where the document says nothing, and reports hidden characters', () => {
    expect(lower({}).definition.description).toBe('POST /it');
    const { tools, diagnostics } = lowerApi(apiModel([{ summary: 'Do\u202e it' }]), OPTIONS);
    expect(tools[0]?.definition.description).toBe('Do it');
    expect(diagnostics.map(({ code }) => code)).toEqual(['HIDDEN_TEXT']);
  });

  it('collects the schemas of success, or of the default answer', () => {
    const response = (status: string, ...content: ReturnType<typeof media>[]) => ({ status, content });
    const ok: Schema = { type: 'string' };
    const tool = lower({
      responses: [
        response('200', media('application/json', ok), media('text/csv')),
        response('204'),
        response('default', media('application/json')),
      ],
    });
    expect(tool.outputTypes).toEqual([ok]);
    expect(tool.outputKinds).toEqual(['json', 'text', 'empty']);
    expect(tool.descriptor.responses).toEqual({
      200: { contentTypes: ['application/json', 'text/csv'] },
      204: { contentTypes: [] },
      default: { contentTypes: ['application/json'] },
    });
    expect(lower({ responses: [response('default', media('application/pdf'))] }).outputKinds).toEqual(['binary']);
  });
});

describe('an operation that fails', () => {
  it('is left out with its reason and costs the others nothing', () => {
    const broken = {
      get schema(): Schema {
        throw new Error('boom');
      },
    };
    const api = lowerApi(
      apiModel([
        {
          name: 'bad',
          parameters: [Object.defineProperties(parameter('q', true), Object.getOwnPropertyDescriptors(broken))],
        },
        { name: 'good' },
      ]),
      OPTIONS,
    );
    expect(api.tools.map(({ definition }) => definition.name)).toEqual(['good']);
    expect(api.skipped).toMatchObject([
      { method: 'POST', path: '/it', reason: { code: 'TOOL_TOO_COMPLEX', message: expect.stringContaining('boom') } },
    ]);
  });
});

describe('the schemas types are printed from', () => {
  it('differ by direction', () => {
    const model = apiModel([], {
      A: {
        type: 'object',
        properties: { id: { type: 'integer', readOnly: true }, secret: { type: 'string', writeOnly: true } },
        required: ['id', 'secret'],
      },
    });
    expect(schemasFor(model, 'request').definitions.get('A')).toEqual({
      type: 'object',
      properties: { secret: { type: 'string', writeOnly: true } },
      required: ['secret'],
    });
    expect(schemasFor(model, 'response').definitions.get('A')).toEqual({
      type: 'object',
      properties: { id: { type: 'integer', readOnly: true } },
      required: ['id'],
    });
    expect(schemasFor(model, 'response').prepare({ allOf: [{ $ref: '#/$defs/A' }] })).toEqual({ $ref: '#/$defs/A' });
  });
});

describe('diagnostics', () => {
  it('stand at the operation they speak of', () => {
    const map: Schema = { type: 'object', additionalProperties: { type: 'string', maxLength: 3 } };
    const { diagnostics } = lowerApi(apiModel([{ body: jsonBody(map) }]), OPTIONS);
    expect(diagnostics.map(({ code, location }) => [code, location?.pointer])).toEqual([
      ['CONSTRAINT_IN_WORDS', '/paths/~1it/post'],
      ['ENCODED', '/paths/~1it/post'],
    ]);
  });
});
