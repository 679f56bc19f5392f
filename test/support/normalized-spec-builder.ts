import type {
  NormalizedMediaType,
  NormalizedOperation,
  NormalizedParameter,
  NormalizedServer,
  NormalizedSpec,
  Schema,
} from '../../src/normalize/normalized-spec.js';

/** A parameter in the normalized form, with the defaults of its place. */
export function parameter(
  place: NormalizedParameter['in'],
  name: string,
  more: Partial<NormalizedParameter> = {},
): NormalizedParameter {
  const isForm = place === 'query' || place === 'cookie';
  return {
    name,
    in: place,
    required: place === 'path',
    deprecated: false,
    style: isForm ? 'form' : 'simple',
    explode: isForm,
    allowReserved: false,
    allowEmptyValue: false,
    schema: { type: 'string' },
    ...more,
  };
}

export function media(contentType: string, schema: Schema = true): NormalizedMediaType {
  return { contentType, schema, encoding: new Map() };
}

export function server(url: string, variables: Record<string, string> = {}): NormalizedServer {
  const entries = Object.entries(variables).map(([name, value]) => [name, { default: value }] as const);
  return { url, variables: new Map(entries) };
}

/** `operation('GET /pets', { operationId: 'listPets' })`. */
export function operation(call: string, more: Partial<NormalizedOperation> = {}): NormalizedOperation {
  const [method = '', path = ''] = call.split(/ (.*)/s);
  const pointer = `/paths/${path.replaceAll('~', '~0').replaceAll('/', '~1')}/${method.toLowerCase()}`;
  return {
    method,
    path,
    location: { pointer },
    tags: [],
    deprecated: false,
    parameters: [],
    responses: [],
    extensions: [],
    ...more,
  };
}

export function spec(operations: readonly NormalizedOperation[], more: Partial<NormalizedSpec> = {}): NormalizedSpec {
  return {
    info: { title: 'Petstore', version: '1' },
    servers: [server('https://api.example.com/v1')],
    tags: [],
    securitySchemes: new Map(),
    operations,
    definitions: new Map(),
    locate: () => undefined,
    unreadable: [],
    ...more,
  };
}
