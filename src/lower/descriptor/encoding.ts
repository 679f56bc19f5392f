import type { RequestBodyModel } from '../../model/api-model.js';
import type { Schema, SchemaObject } from '../../normalize/normalized-spec.js';
import type { EncodingDescriptor } from '../../runtime/contract.js';
import type { SchemaView } from '../prepare/schema-view.js';
import { typesOf } from '../written/keyword-types.js';

/** Encoding of the properties of a form or multipart body, with the defaults of OpenAPI 3.1 (Encoding Object) written out. */
export function describeEncoding(
  body: RequestBodyModel,
  schema: Schema,
  bytes: ReadonlySet<string>,
  view: SchemaView,
): Readonly<Record<string, EncodingDescriptor>> | undefined {
  if (body.kind !== 'multipart' && body.kind !== 'form') return undefined;
  const shape = view.follow(schema);
  const properties = typeof shape === 'object' ? partsOf(shape) : {};
  const names = new Set([...Object.keys(properties), ...body.media.encoding.keys()]);
  const described: [string, EncodingDescriptor][] = [];
  for (const name of names) {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    const encoding = describeProperty(body, name, property, bytes.has(name), view);
    if (Object.keys(encoding).length > 0) described.push([name, encoding]);
  }
  return described.length > 0 ? Object.fromEntries(described) : undefined;
}

/** The parts of a body by name, or by position as `BodyDescriptor.encoding` has them. */
function partsOf({ properties, prefixItems = [], items }: SchemaObject): Readonly<Record<string, Schema>> {
  const first = prefixItems.map((part, index): [string, Schema] => [String(index), part]);
  return { ...properties, ...Object.fromEntries(first), ...(items !== undefined && { '*': items }) };
}

function describeProperty(
  body: RequestBodyModel,
  name: string,
  property: Schema | undefined,
  isBytes: boolean,
  view: SchemaView,
): EncodingDescriptor {
  const given = body.media.encoding.get(name);
  const styled = given?.style !== undefined || given?.explode !== undefined || given?.allowReserved !== undefined;
  const contentType =
    given?.contentType ?? (body.kind === 'multipart' && !styled ? defaultType(property, isBytes, view) : undefined);
  const headers = [...(given?.headers ?? [])].flatMap(([header, schema]): [string, string][] => {
    const value = fixedValue(schema, view);
    return value === undefined || header.toLowerCase() === 'content-type' ? [] : [[header, value]];
  });
  return {
    ...(given?.style !== undefined && { style: given.style }),
    ...(given?.explode !== undefined && { explode: given.explode }),
    ...(given?.allowReserved === true && { allowReserved: true }),
    ...(contentType !== undefined && { contentType }),
    ...(isBytes && { bytes: true as const }),
    ...(headers.length > 0 && { headers: Object.fromEntries(headers) }),
  };
}

/** Objects, and lists of objects, are JSON; bytes are octets; everything else is text, which needs no saying. */
function defaultType(property: Schema | undefined, isBytes: boolean, view: SchemaView): string | undefined {
  const shape = property === undefined ? undefined : view.follow(property);
  if (typeof shape !== 'object') return undefined;
  if (isBytes) return shape.contentMediaType ?? 'application/octet-stream';
  const item = shape.items === undefined ? undefined : view.follow(shape.items);
  const types = typeof item === 'object' && typesOf(shape).includes('array') ? typesOf(item) : typesOf(shape);
  return types.includes('object') || types.includes('array') || typesOf(shape).length === 0
    ? 'application/json'
    : undefined;
}

/** The one value a part header can have; a header that varies cannot be sent. */
function fixedValue(schema: Schema, view: SchemaView): string | undefined {
  const shape = view.follow(schema);
  if (typeof shape !== 'object') return undefined;
  const value = shape.const ?? (shape.enum?.length === 1 ? shape.enum[0] : shape.default);
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : undefined;
}
