import type { NormalizedEncoding, Schema, SchemaObject } from '../../normalize/normalized-spec.js';
import { BYTES_SCHEMA } from '../natural/natural-schema.js';
import { isEmpty } from '../prepare/refs.js';
import type { SchemaView } from '../prepare/schema-view.js';
import { typesOf } from '../written/keyword-types.js';

/** Media types whose text a model can write as a plain string. */
const TEXTUAL = /^(?:text\/|application\/(?:json|xml|x-www-form-urlencoded|[^;]*\+(?:json|xml)))/i;

/**
 * True for a part of a multipart body that is bytes: a string with `format: binary` (OpenAPI 3.0) or `contentMediaType`
 * (3.1), and a schema that says nothing at all, which 3.1 reads as `application/octet-stream` (Encoding Object).
 */
function isBytes(shape: SchemaObject, encoding: NormalizedEncoding | undefined): boolean {
  const types = typesOf(shape);
  const { contentMediaType: _media, ...rest } = shape;
  const isOpen = isEmpty(rest);
  if (!types.includes('string') && !isOpen) return false;
  if (shape.format === 'binary' || shape.format === 'byte') return true;
  if (shape.contentEncoding !== undefined) return /^base64/i.test(shape.contentEncoding);
  const media = shape.contentMediaType ?? encoding?.contentType;
  if (media === undefined) return isOpen;
  if (shape.enum !== undefined || shape.const !== undefined) return false;
  return !media.split(',').some((type) => TEXTUAL.test(type.trim()));
}

export interface MultipartSchema {
  readonly schema: Schema;
  /** Names of the properties that are bytes, or lists of bytes. */
  readonly bytes: ReadonlySet<string>;
}

/** The schema of a multipart body, its parts that are bytes described as such. */
export function withBytes(
  schema: Schema,
  encodings: ReadonlyMap<string, NormalizedEncoding>,
  view: SchemaView,
): MultipartSchema {
  const shape = view.follow(schema);
  const bytes = new Set<string>();
  if (typeof shape === 'boolean') return { schema, bytes };
  const described = (name: string, property: Schema): Schema => {
    const part = objectOf(view.follow(property));
    if (part === undefined) return property;
    const encoding = encodings.get(name);
    if (isBytes(part, encoding)) {
      bytes.add(name);
      return bytesFor(part);
    }
    const item = part.items === undefined ? undefined : objectOf(view.follow(part.items));
    if (!typesOf(part).includes('array') || item === undefined || !isBytes(item, encoding)) return property;
    bytes.add(name);
    return { ...part, items: bytesFor(item) };
  };
  const { properties, prefixItems, items } = shape;
  const parts: SchemaObject = {
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, described(name, part)])),
    }),
    // Parts by position (OpenAPI 3.2): the first ones under their index, all others under `*`.
    ...(prefixItems && { prefixItems: prefixItems.map((part, index) => described(String(index), part)) }),
    ...(items !== undefined && { items: described('*', items) }),
  };
  return bytes.size === 0 ? { schema, bytes } : { schema: { ...shape, ...parts }, bytes };
}

function objectOf(schema: Schema): SchemaObject | undefined {
  return schema === true ? {} : schema === false ? undefined : schema;
}

function bytesFor({ description, ...shape }: SchemaObject): SchemaObject {
  const bytes: SchemaObject = { ...BYTES_SCHEMA, ...(description !== undefined && { description }) };
  return typesOf(shape).includes('null') ? { anyOf: [bytes, { type: 'null' }] } : bytes;
}
