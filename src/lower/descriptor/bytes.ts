import type { NormalizedEncoding, Schema, SchemaObject } from '../../normalize/normalized-spec.js';
import { BYTES_SCHEMA } from '../natural/natural-schema.js';
import type { SchemaView } from '../prepare/schema-view.js';
import { typesOf } from '../written/keyword-types.js';

/** Media types whose text a model can write as a plain string. */
const TEXTUAL = /^(?:text\/|application\/(?:json|xml|x-www-form-urlencoded|[^;]*\+(?:json|xml)))/i;

/** True for a string that stands for bytes in a multipart body (OpenAPI 3.0 `format: binary`, 3.1 `contentMediaType`). */
function isBytes(shape: SchemaObject, encoding: NormalizedEncoding | undefined): boolean {
  const types = typesOf(shape);
  const isOpen =
    types.length === 0 && Object.keys(shape).every((key) => key === 'contentMediaType' || key === 'description');
  if (!types.includes('string') && !isOpen) return false;
  if (shape.format === 'binary' || shape.format === 'byte') return true;
  if (shape.contentEncoding !== undefined) return /^base64/i.test(shape.contentEncoding);
  const media = shape.contentMediaType ?? encoding?.contentType;
  if (media === undefined || shape.enum !== undefined || shape.const !== undefined) return false;
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
  if (typeof shape === 'boolean' || !shape.properties) return { schema, bytes };
  const properties = Object.entries(shape.properties).map(([name, property]): [string, Schema] => {
    const part = view.follow(property);
    if (typeof part === 'boolean') return [name, property];
    const encoding = encodings.get(name);
    if (isBytes(part, encoding)) {
      bytes.add(name);
      return [name, bytesFor(part)];
    }
    const item = part.items === undefined ? undefined : view.follow(part.items);
    if (!typesOf(part).includes('array') || typeof item !== 'object' || !isBytes(item, encoding))
      return [name, property];
    bytes.add(name);
    return [name, { ...part, items: bytesFor(item) }];
  });
  return bytes.size === 0
    ? { schema, bytes }
    : { schema: { ...shape, properties: Object.fromEntries(properties) }, bytes };
}

function bytesFor({ description, ...shape }: SchemaObject): SchemaObject {
  const bytes: SchemaObject = { ...BYTES_SCHEMA, ...(description !== undefined && { description }) };
  return typesOf(shape).includes('null') ? { anyOf: [bytes, { type: 'null' }] } : bytes;
}
