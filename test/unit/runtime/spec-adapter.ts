import type {
  BodyDescriptor,
  BodyKind,
  EncodingDescriptor,
  OperationDescriptor,
  PackageDescriptor,
  ParameterDescriptor,
  ServerDescriptor,
} from '../../../src/runtime/contract.js';

// The least of a generator that the table of serialization cases needs: parameters and bodies to descriptors.

// biome-ignore lint/suspicious/noExplicitAny: raw documents
type Any = any;

const FORMATS: Record<string, [string, boolean]> = {
  csv: ['', false],
  multi: ['form', true],
  ssv: ['spaceDelimited', false],
  tsv: ['tabDelimited', false],
  pipes: ['pipeDelimited', false],
};

function parameterOf(spec: Any, raw: Any, taken: Set<string>): ParameterDescriptor {
  const parameter = raw.$ref === undefined ? raw : resolve(spec, raw.$ref);
  const property = taken.has(parameter.name) ? `${parameter.name}_${parameter.in}` : parameter.name;
  taken.add(property);
  const result: Record<string, unknown> = { property, name: parameter.name, in: parameter.in };
  if (spec.swagger !== undefined && parameter.type === 'array') {
    const [style, explode] = FORMATS[parameter.collectionFormat ?? 'csv'] ?? ['', false];
    if (style !== '') result['style'] = style;
    result['explode'] = explode;
  }
  if (parameter.style !== undefined) result['explode'] = ['form', 'cookie'].includes(parameter.style);
  for (const key of ['style', 'explode', 'allowReserved', 'allowEmptyValue', 'required']) {
    if (parameter[key] !== undefined) result[key] = parameter[key];
  }
  const [contentType] = Object.keys(parameter.content ?? {});
  if (contentType !== undefined) result['contentType'] = contentType;
  return result as unknown as ParameterDescriptor;
}

function resolve(spec: Any, ref: string): Any {
  return ref
    .slice(2)
    .split('/')
    .reduce((node, key) => node[key], spec);
}

function kindOf(type: string): BodyKind {
  if (/json/.test(type)) return 'json';
  if (/urlencoded/.test(type)) return 'form';
  if (/^multipart/.test(type)) return 'multipart';
  if (/^text/.test(type)) return 'text';
  return 'binary';
}

function hasBytes(value: Any): boolean {
  return [value].flat().some((item) => item !== null && typeof item === 'object' && '$binary' in item);
}

function bodyOf(raw: Any, value: Any): BodyDescriptor {
  const [type = ''] = Object.keys(raw.content);
  const encoding: Record<string, EncodingDescriptor> = {};
  for (const [name, rule] of Object.entries<Any>(raw.content[type].encoding ?? {})) {
    const headers = Object.entries<Any>(rule.headers ?? {}).map(([key, header]) => [key, header.schema.const]);
    encoding[name] = { ...rule, ...(headers.length === 0 ? {} : { headers: Object.fromEntries(headers) }) };
  }
  for (const [name, member] of Object.entries<Any>(typeof value === 'object' && value !== null ? value : {})) {
    if (hasBytes(member)) encoding[name] = { ...encoding[name], bytes: true };
  }
  return { property: 'body', kind: kindOf(type), contentTypes: [type], encoding };
}

function formOf(parameters: Any[], consumes: string[]): BodyDescriptor {
  const type = consumes[0] ?? 'application/x-www-form-urlencoded';
  const encoding: Record<string, EncodingDescriptor> = {};
  for (const { name, type: kind, collectionFormat } of parameters) {
    if (kind === 'array' && collectionFormat !== 'multi') encoding[name] = { style: 'form', explode: false };
    if (kind === 'file') encoding[name] = { bytes: true };
  }
  return { property: 'body', kind: kindOf(type), contentTypes: [type], encoding };
}

export interface Adapted {
  operation: Partial<OperationDescriptor>;
  pack: Partial<PackageDescriptor>;
  input: Record<string, unknown>;
}

function find(spec: Any, operationId: string): { path: string; method: string; item: Any; operation: Any } {
  for (const [path, item] of Object.entries<Any>(spec.paths)) {
    const all = { ...item, ...(item.additionalOperations ?? {}) };
    for (const [method, operation] of Object.entries<Any>(all)) {
      if (operation?.operationId === operationId) return { path, method, item, operation };
    }
  }
  throw new Error(`no operation ${operationId}`);
}

/** Bytes of a case in the form of the runtime. */
function bytesOf(value: Any): unknown {
  if (Array.isArray(value)) return value.map(bytesOf);
  if (value === null || typeof value !== 'object') return value;
  if ('$binary' in value) {
    const { $binary, ...rest } = value;
    return { source: 'base64', data: $binary, ...rest };
  }
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, bytesOf(member)]));
}

function parametersOf(spec: Any, item: Any, operation: Any): Any[] {
  const merged = new Map<string, Any>();
  for (const raw of [...(item.parameters ?? []), ...(operation.parameters ?? [])]) {
    const parameter = raw.$ref === undefined ? raw : resolve(spec, raw.$ref);
    merged.set(`${parameter.in}:${parameter.name}`, parameter);
  }
  return [...merged.values()];
}

function bodyOfOperation(spec: Any, operation: Any, all: Any[], args: Any): { body?: BodyDescriptor; value?: unknown } {
  const consumes = operation.consumes ?? spec.consumes ?? [];
  const fields = all.filter((each) => each.in === 'formData');
  if (fields.length > 0) return { body: formOf(fields, consumes), value: bytesOf(args) };
  const value = Object.hasOwn(args, 'body') ? { value: bytesOf(args.body) } : {};
  if (operation.requestBody !== undefined) return { body: bodyOf(operation.requestBody, args.body), ...value };
  if (!all.some((each) => each.in === 'body')) return {};
  return { body: { property: 'body', kind: 'json', contentTypes: [consumes[0] ?? 'application/json'] }, ...value };
}

function argumentOf(parameter: ParameterDescriptor, args: Any): unknown {
  const keys = [`${parameter.in}:${parameter.name}`, parameter.name];
  const key = keys.find((each) => Object.hasOwn(args, each));
  return key === undefined ? undefined : args[key];
}

export function adapt(spec: Any, operationId: string, args: Record<string, Any>): Adapted {
  const { path, method, item, operation } = find(spec, operationId);
  const all = parametersOf(spec, item, operation);
  const taken = new Set<string>();
  const parameters = all
    .filter((each) => each.in !== 'body' && each.in !== 'formData')
    .map((each) => parameterOf(spec, each, taken));
  const entries = parameters
    .map((parameter): [string, unknown] => [parameter.property, argumentOf(parameter, args)])
    .filter(([, value]) => value !== undefined);
  const { body, value } = bodyOfOperation(spec, operation, all, args);
  if (value !== undefined) entries.push(['body', value]);
  const host = `${spec.schemes?.[0] ?? 'http'}://${spec.host ?? 'api.example.test'}${spec.basePath ?? ''}`;
  return {
    operation: {
      method: method.toUpperCase(),
      path,
      parameters,
      ...(body === undefined ? {} : { body }),
      ...serversOf(operation.servers ?? item.servers),
    },
    pack: { servers: spec.servers ?? [{ url: host }] },
    input: Object.fromEntries(entries),
  };
}

function serversOf(servers: ServerDescriptor[] | undefined): { servers?: ServerDescriptor[] } {
  return servers === undefined ? {} : { servers };
}
