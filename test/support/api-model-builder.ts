import type { ApiModel, OperationModel, ParameterModel, RequestBodyModel } from '../../src/model/api-model.js';
import type { Schema } from '../../src/normalize/normalized-spec.js';

/** An API model by hand: only what a test is about needs to be said. */
export function apiModel(
  operations: readonly Partial<OperationModel>[],
  definitions: Readonly<Record<string, Schema>> = {},
): ApiModel {
  return {
    title: 'Test',
    version: '1',
    package: { contract: 1, name: 'test-tools', envPrefix: 'TEST', servers: [], securitySchemes: {} },
    operations: operations.map(operation),
    tags: [],
    skipped: [],
    definitions: new Map(Object.entries(definitions)),
    locate: () => undefined,
  };
}

export function operation(given: Partial<OperationModel> = {}): OperationModel {
  return {
    name: 'doIt',
    typeName: 'DoIt',
    method: 'POST',
    path: '/it',
    location: { pointer: '/paths/~1it/post' },
    tags: [],
    file: 'default',
    deprecated: false,
    effect: 'write',
    parameters: [],
    responses: [],
    ...given,
  };
}

export function parameter(name: string, schema: Schema, given: Partial<ParameterModel> = {}): ParameterModel {
  const place = given.in ?? 'query';
  const isForm = place === 'query' || place === 'cookie';
  return {
    name,
    property: name,
    in: place,
    required: place === 'path',
    deprecated: false,
    style: isForm ? 'form' : 'simple',
    explode: isForm,
    allowReserved: false,
    allowEmptyValue: false,
    schema,
    ...given,
  };
}

export function jsonBody(schema: Schema, given: Partial<RequestBodyModel> = {}): RequestBodyModel {
  return {
    property: 'body',
    required: true,
    kind: 'json',
    media: { contentType: 'application/json', schema, encoding: new Map() },
    contentTypes: ['application/json'],
    ...given,
  };
}
