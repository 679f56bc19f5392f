import { describe, expect, it } from 'vitest';
import { reportTools } from '../../../src/report/report-tools.js';
import type { ToolDefinition } from '../../../src/runtime/contract.js';
import { lowerDocument, toolkitFromSpec } from '../../support/spec-toolkit.js';
import { checkTools } from '../../support/strict-check.mjs';

// Faults of section B that users of other programs reported, by their numbers; `fixtures/cases/lower/README.md` has the table.

type Fields = Record<string, unknown>;

const get = (operationId: string, parameters: unknown[] = []) => ({
  get: { operationId, parameters, responses: { 200: { description: 'ok' } } },
});

const document = (paths: Fields, schemas: Fields = {}, more: Fields = {}) => ({
  openapi: '3.1.0',
  info: { title: 'Faults', version: '1' },
  servers: [{ url: 'https://faults.example' }],
  paths,
  components: { schemas },
  ...more,
});

const post = (schema: unknown, schemas: Fields = {}, operation: Fields = {}) =>
  document(
    {
      '/send': {
        post: {
          operationId: 'send',
          requestBody: { required: true, content: { 'application/json': { schema } } },
          responses: { 204: { description: 'ok' } },
          ...operation,
        },
      },
    },
    schemas,
  );

const bodyOf = (tool: ToolDefinition | undefined) => tool?.input_schema.properties['body'] as Fields;

async function lowered(source: object) {
  const { model, lowered: api } = await lowerDocument(source);
  const definitions = api.tools.map(({ definition }) => definition);
  expect(checkTools(definitions, { all: true }).errors).toEqual([]);
  return { definitions, report: reportTools(api.tools, model.package), diagnostics: api.diagnostics };
}

/** What is sent as JSON for an input of the model; the text of the result where it is refused. */
async function sent(source: object, body: unknown): Promise<unknown> {
  const toolkit = await toolkitFromSpec(source);
  const requests: string[] = [];
  const dispatcher = toolkit.createDispatcher({
    env: false,
    fetch: async (_url, { body: text }: { body: string }) => {
      requests.push(text);
      return new Response(null, { status: 204 });
    },
  });
  const result = await dispatcher.dispatch({ id: 'toolu_1', name: 'send', input: { body } });
  return requests[0] === undefined ? result.content : JSON.parse(requests[0]);
}

const text = { type: 'string' };

describe('field faults, section B', () => {
  it('B19: required of allOf is the union of its branches, of anyOf only what they share', async () => {
    const properties = { a: text, b: text, c: text };
    const all = { type: 'object', properties, allOf: [{ required: ['a'] }, { required: ['b'] }] };
    expect(bodyOf((await lowered(post(all))).definitions[0])['required']).toEqual(['a', 'b']);
    const any = { type: 'object', properties, required: ['c'], anyOf: [{ required: ['a'] }, { required: ['b'] }] };
    const { definitions } = await lowered(post(any));
    expect(bodyOf(definitions[0])['required']).toEqual(['c']);
    expect(bodyOf(definitions[0])['description']).toMatch(/a.*b/);
    expect(await sent(post(any), { b: '1', c: '2' })).toEqual({ b: '1', c: '2' });
    expect(await sent(post(any), { c: '2' })).toMatch(/not valid/);
  });

  it('B20: 21 operations give 20 strict tools, 25 optional parameters are brought below 24, each with a reason', async () => {
    const paths = Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`/o${index}`, get(`op${index}`)]));
    const many = await lowered(document(paths));
    expect(many.report.filter(({ strict }) => strict)).toHaveLength(20);
    expect(many.report.flatMap(({ strictReason }) => strictReason ?? [])).toEqual([
      'no room left in the request (21 strict tools, 20 allowed)',
    ]);
    const parameters = Array.from({ length: 5 }, (_, index) => ({ name: `q${index}`, in: 'query', schema: text }));
    const five = document(
      Object.fromEntries(Array.from({ length: 5 }, (_, index) => [`/o${index}`, get(`op${index}`, parameters)])),
    );
    const planned = (await lowered(five)).report;
    expect(planned.map(({ strict }) => strict)).toEqual([true, true, true, true, true]);
    const checked = checkTools(planned.map(({ definition }) => definition));
    expect(checked.errors).toEqual([]);
    expect(checked.totals['optionalParameters']).toBeLessThanOrEqual(24);
    const wide = Array.from({ length: 41 }, (_, index) => ({ name: `q${index}`, in: 'query', schema: text }));
    expect((await lowered(document({ '/w': get('wide', wide) }))).report).toMatchObject([
      { strict: false, strictReason: 'too complex by itself (41 optional parameters and unions, 40 allowed)' },
    ]);
  });

  it('B22: a grammar that would be too large is estimated, not flagged, and checked by the full schema', async () => {
    const branch = (tag: number) => ({
      type: 'object',
      properties: {
        kind: { const: `k${tag}` },
        ...Object.fromEntries(Array.from({ length: 19 }, (_, index) => [`field_${tag}_${index}`, text])),
      },
      required: ['kind'],
    });
    const source = post({ anyOf: Array.from({ length: 40 }, (_, index) => branch(index)) });
    const { report } = await lowered(source);
    const [tool] = report;
    const isHollow = tool?.encodings.includes('json') === true;
    expect(tool?.strict).toBe(isHollow);
    expect(checkTools(report.map(({ definition }) => definition)).errors).toEqual([]);
    const written = { kind: 'k7', field_7_3: 'x' };
    expect(await sent(source, isHollow ? JSON.stringify(written) : written)).toEqual(written);
    expect(await sent(source, { kind: 'k7', field_7_3: 3 })).toMatch(/field_7_3.*string/);
  });

  it('B25: a map takes any key, as a list for the model and as an object for the API', async () => {
    const labels = { type: 'object', additionalProperties: { type: 'string' } };
    const { definitions } = await lowered(post(labels));
    expect(bodyOf(definitions[0])).toMatchObject({
      type: 'array',
      items: { properties: { key: { type: 'string' }, value: { type: 'string' } }, required: ['key', 'value'] },
    });
    expect(await sent(post(labels), [{ key: 'team', value: 'red' }])).toEqual({ team: 'red' });
    expect(await sent(post(labels), { team: 'red' })).toEqual({ team: 'red' });
    expect(await sent(post(labels), [{ key: 'team', value: 3 }])).toMatch(/string/);
  });

  it('B26: an object that came as JSON text is read once, where no string is admitted', async () => {
    const filter = { type: 'object', properties: { a: { type: 'integer' } } };
    const source = post({ type: 'object', properties: { filter, either: { anyOf: [filter, text] } } });
    expect(await sent(source, { filter: '{"a":1}' })).toEqual({ filter: { a: 1 } });
    expect(await sent(source, { either: '{"a":1}' })).toEqual({ either: '{"a":1}' });
    expect(await sent(source, { filter: '"{\\"a\\":1}"' })).toMatch(/object/);
    expect(await sent(source, { filter: '{"a":"1"}' })).toMatch(/integer/);
  });

  it('B28: references into the document never stay in a tool', async () => {
    const { definitions } = await lowered(
      post(
        { $ref: '#/components/schemas/A' },
        { A: { type: 'object', properties: { x: { $ref: '#/components/schemas/B' } } }, B: text },
      ),
    );
    const schema = JSON.stringify(definitions[0]?.input_schema);
    expect(schema).not.toContain('components');
    const names = [...schema.matchAll(/"\$ref":"#\/\$defs\/([^"]+)"/g)].map(([, name]) => name ?? '');
    for (const name of names) expect(definitions[0]?.input_schema.$defs).toHaveProperty([name]);
  });

  it('B29: a long description is cut at a sentence, and the tool stays', async () => {
    const description = `${'This sentence is one of very many. '.repeat(90)}`;
    const { definitions } = await lowered(post(text, {}, { summary: 'Sends it.', description }));
    const said = definitions[0]?.description ?? '';
    expect(said.length).toBeLessThanOrEqual(600);
    expect(said).toMatch(/^Sends it\..*many\.$/s);
  });

  it('B31: a recursive schema is written out as far as it pays, what lies deeper is JSON text', async () => {
    const Node = { type: 'object', properties: { value: text, next: { $ref: '#/components/schemas/Node' } } };
    const source = post({ $ref: '#/components/schemas/Node' }, { Node });
    const { definitions, report } = await lowered(source);
    expect(report).toMatchObject([{ strict: true, encodings: ['json'] }]);
    expect(JSON.stringify(definitions)).toContain('JSON');
    const deep = { value: '1', next: { value: '2', next: { value: '3', next: { value: '4' } } } };
    const toolkit = await toolkitFromSpec(source);
    const { body } = toolkit.encodeInput('send', { body: deep }) as { body: unknown };
    expect(body).not.toEqual(deep);
    expect(await sent(source, body)).toEqual(deep);
    expect(await sent(source, deep)).toEqual(deep);
  });
});
