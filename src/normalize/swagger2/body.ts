import { flag, text, texts } from '../fields.js';
import type {
  NormalizedEncoding,
  NormalizedMediaType,
  NormalizedRequestBody,
  Schema,
  SchemaObject,
} from '../normalized-spec.js';
import { child, type ObjectPart, own, type Part, quoted, recordOf } from '../part.js';
import type { Reader } from '../reader.js';
import { collectionOf } from './collection-format.js';
import { inlineSchema } from './inline-schema.js';

const JSON_TYPE = 'application/json';
const FORM = 'application/x-www-form-urlencoded';
const MULTIPART = 'multipart/form-data';

/** The media types of `consumes` or `produces`: the operation's, else the document's. */
export function mediaTypesOf(reader: Reader, key: 'consumes' | 'produces', operation: Part): readonly string[] {
  const root: Part = { value: reader.context.spec.root.value, file: reader.context.spec.root, pointer: '' };
  const own = texts(reader.context, operation, key) ?? texts(reader.context, root, key) ?? [];
  return [...new Set(own)];
}

/** The body that the body parameter, or the form parameters, of a 2.0 operation make up. */
export function readOldBody(
  reader: Reader,
  operation: Part,
  parts: readonly ObjectPart[],
): NormalizedRequestBody | undefined {
  const body = parts.filter((part) => own(part.value, 'in') === 'body');
  const fields = parts.filter((part) => own(part.value, 'in') === 'formData');
  const consumes = mediaTypesOf(reader, 'consumes', operation);
  const [first] = body;
  if (!first) return fields.length === 0 ? undefined : formBody(reader, consumes, fields);
  if (parts.length > 1) {
    reader.context.report('PART_INVALID', 'An operation has one body parameter and no form fields beside it.', first);
  }
  return wholeBody(reader, consumes, first);
}

function wholeBody(reader: Reader, consumes: readonly string[], part: ObjectPart): NormalizedRequestBody {
  const { context } = reader;
  const description = text(context, part, 'description');
  const schemaPart = child(part, 'schema') ?? inlineSchema(part);
  const schema = reader.schema(schemaPart);
  const types = consumes.length === 0 ? [JSON_TYPE] : consumes;
  return context.record(
    {
      ...(description !== undefined && { description }),
      required: flag(context, part, 'required') ?? false,
      content: types.map((contentType) => context.record({ contentType, schema, encoding: new Map() }, part)),
    },
    part,
  );
}

function formBody(reader: Reader, consumes: readonly string[], parts: readonly ObjectPart[]): NormalizedRequestBody {
  const { context } = reader;
  const fields = parts.flatMap((part) => readField(reader, part) ?? []);
  const required = fields.filter((field) => field.required).map((field) => field.name);
  const schema: SchemaObject = {
    type: 'object',
    properties: recordOf(fields.map((field) => [field.name, field.schema] as const)),
    ...(required.length > 0 && { required }),
  };
  const encoding = new Map(fields.flatMap(({ name, encoding: how }) => (how ? [[name, how] as const] : [])));
  const [origin] = parts;
  const content = formTypes(
    consumes,
    fields.some((field) => field.isFile),
  ).map((contentType): NormalizedMediaType => ({ contentType, schema, encoding }));
  if (origin) for (const value of [schema, ...content]) context.record(value, origin);
  return { required: required.length > 0, content };
}

/** A file needs multipart; else the form types of `consumes` in their order, else the plain form. */
function formTypes(consumes: readonly string[], hasFile: boolean): readonly string[] {
  const forms = consumes.filter((type) => /^(?:multipart\/form-data|application\/x-www-form-urlencoded)\b/i.test(type));
  const usable = hasFile ? forms.filter((type) => /^multipart\//i.test(type)) : forms;
  if (usable.length > 0) return usable;
  return [hasFile ? MULTIPART : FORM];
}

interface Field {
  readonly name: string;
  readonly required: boolean;
  readonly isFile: boolean;
  readonly schema: Schema;
  readonly encoding?: NormalizedEncoding;
}

function readField(reader: Reader, part: ObjectPart): Field | undefined {
  const { context } = reader;
  const name = text(context, part, 'name');
  if (name === undefined) {
    context.report('PARAMETER_INVALID', 'A form field has no `name`.', part);
    return undefined;
  }
  const description = text(context, part, 'description');
  const inline = inlineSchema(part);
  const described = description === undefined ? inline : { ...inline, value: { ...inline.value, description } };
  const collection = collectionOf(context, part, false);
  if (own(part.value, 'schema') !== undefined) {
    context.report('PART_INVALID', `The form field ${quoted(name)} has a \`schema\`; 2.0 has none there.`, part);
  }
  return {
    name,
    required: flag(context, part, 'required') ?? false,
    isFile: own(part.value, 'type') === 'file',
    schema: reader.schema(described),
    ...(collection && { encoding: { ...collection, headers: new Map() } }),
  };
}
