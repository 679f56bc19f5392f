import { describe, expect, it } from 'vitest';
import { lowerDocument, toolkitFromSpec } from '../../support/spec-toolkit.js';

const heir = (base: string, properties: object, more: object = {}) => ({
  allOf: [{ $ref: base }, { type: 'object', properties }],
  ...more,
});

function swagger2(definitions: object): object {
  return {
    swagger: '2.0',
    info: { title: 'Zoo', version: '1' },
    host: 'zoo.example',
    paths: {
      '/animals': {
        post: {
          operationId: 'add',
          parameters: [{ in: 'body', name: 'body', required: true, schema: { $ref: '#/definitions/Animal' } }],
          responses: { 204: { description: 'added' } },
        },
      },
    },
    definitions,
  };
}

const ANIMAL = {
  type: 'object',
  discriminator: 'kind',
  properties: { kind: { type: 'string' }, name: { type: 'string' } },
  required: ['kind'],
};
const REF = '#/definitions/Animal';
const ZOO = swagger2({
  Animal: ANIMAL,
  Cat: heir(REF, { claws: { type: 'integer' } }),
  Lion: heir('#/definitions/Cat', { pride: { type: 'string' } }, { 'x-ms-discriminator-value': 'Zoo.Lion' }),
  Plant: { type: 'object', properties: { leaves: { type: 'integer' } } },
});

const accepted = async (document: object, body: unknown): Promise<boolean> => {
  const toolkit = await toolkitFromSpec(document);
  const written = toolkit.encodeInput('add', { body });
  const natural = toolkit.decodeInput('add', written) as never;
  return toolkit
    .createDispatcher()
    .buildRequest('add', natural)
    .then(
      () => true,
      () => false,
    );
};

describe('inheritance through allOf', () => {
  it.each([
    [{ kind: 'Cat', claws: 4 }, true],
    [{ kind: 'Cat', claws: 'four' }, false],
    [{ kind: 'Zoo.Lion', claws: 4, pride: 'north' }, true],
    [{ kind: 'Zoo.Lion', pride: 1 }, false],
    [{ kind: 'Animal', name: 'x' }, true],
    [{ kind: 'Plant', leaves: 2 }, false],
    [{ claws: 4 }, false],
  ])('Swagger 2.0: %j is accepted: %s', async (body, wanted) => {
    expect(await accepted(ZOO, body)).toBe(wanted);
  });

  it('gives the model one branch for each schema that extends the base', async () => {
    const { lowered } = await lowerDocument(ZOO);
    const body = lowered.tools[0]?.definition.input_schema.properties['body'] as { anyOf: { properties: object }[] };
    expect(body.anyOf.map(({ properties }) => Object.keys(properties))).toEqual([
      ['kind', 'name', 'claws'],
      ['kind', 'name', 'claws', 'pride'],
      ['kind', 'name'],
    ]);
  });

  it('stays finite where heirs hold their base', async () => {
    const heirs = Array.from({ length: 12 }, (_, index) => [
      `Heir${index}`,
      heir(REF, { inside: { $ref: REF }, list: { type: 'array', items: { $ref: REF } } }),
    ]);
    const { lowered } = await lowerDocument(swagger2({ Animal: ANIMAL, ...Object.fromEntries(heirs) }));
    expect(lowered.skipped).toEqual([]);
    expect(lowered.tools[0]?.tokens).toBeLessThan(4100);
    expect(lowered.tools[0]?.encodings).toEqual(['json']);
  });
});
