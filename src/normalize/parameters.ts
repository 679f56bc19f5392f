import { flag, text } from './fields.js';
import { type Chain, target } from './follow.js';
import { readMediaType } from './media-types.js';
import type { NormalizedParameter, ParameterPlace, Style } from './normalized-spec.js';
import { child, entries, isObjectPart, own, type Part, quoted, recordOf } from './part.js';
import type { Reader } from './reader.js';
import { defaultExplode, defaultStyle, isStyleOf } from './styles.js';
import { inlineSchema } from './swagger2/inline-schema.js';

const EXAMPLES = ['example', 'examples'] as const;

const PLACES = ['path', 'query', 'header', 'cookie', 'querystring'] as const satisfies ParameterPlace[];

/** Reads a parameter of 3.x. Undefined, with a report, when it has no name or place. */
export function readParameter(reader: Reader, chain: Chain): NormalizedParameter | undefined {
  const { context } = reader;
  const part = target(chain);
  const identity = identify(reader, part);
  if (!identity) return undefined;
  const { name, place } = identity;
  const value = readValue(reader, part, name);
  const style = readStyle(reader, part, name, place);
  const description = text(context, chain[0], 'description') ?? text(context, part, 'description');
  const parameter: NormalizedParameter = {
    name,
    in: place,
    ...(description !== undefined && { description }),
    required: place === 'path' || (flag(context, part, 'required') ?? false),
    deprecated: flag(context, part, 'deprecated') ?? false,
    style,
    explode: flag(context, part, 'explode') ?? defaultExplode(style),
    // Up to 3.1 the field belongs to queries only; 3.2 knows it wherever values are percent-encoded.
    allowReserved:
      (place === 'query' || context.spec.version === '3.2') && (flag(context, part, 'allowReserved') ?? false),
    allowEmptyValue: place === 'query' && (flag(context, part, 'allowEmptyValue') ?? false),
    ...value,
  };
  return context.record(parameter, part);
}

/** The name and place of a parameter. Undefined, with a report, when one is missing. */
export function identify(
  { context }: Reader,
  part: Part,
): { readonly name: string; readonly place: ParameterPlace } | undefined {
  const name = text(context, part, 'name');
  const written = own(part.value, 'in');
  const place = PLACES.find((known) => known === written);
  if (name !== undefined && name !== '' && place) return { name, place };
  const fault =
    name === undefined || name === ''
      ? 'A parameter has no `name`.'
      : `The parameter ${quoted(name)} cannot stand in ${quoted(written ?? '')}.`;
  context.report('PARAMETER_INVALID', fault, part);
  return undefined;
}

type Value = Pick<NormalizedParameter, 'schema' | 'contentType' | 'encoding'>;

function readValue(reader: Reader, part: Part, name: string): Value {
  const { context } = reader;
  const schema = child(part, 'schema');
  if (schema) return { schema: reader.schema(withExamples(schema, part)) };
  const [first, ...others] = entries(child(part, 'content'));
  if (first) {
    const [contentType, media] = first;
    if (others.length > 0) {
      context.report(
        'PART_INVALID',
        `The parameter ${quoted(name)} has several media types; the first was taken.`,
        part,
      );
    }
    const { schema: read = {}, encoding = new Map() } = readMediaType(reader, contentType, media) ?? {};
    return { schema: read, contentType, ...(encoding.size > 0 && { encoding }) };
  }
  if (own(part.value, 'type') !== undefined) {
    context.report('PART_INVALID', `The parameter ${quoted(name)} is described as in 2.0, without \`schema\`.`, part);
    return { schema: reader.schema(inlineSchema(part)) };
  }
  context.report('PART_INVALID', `The parameter ${quoted(name)} has no schema; any value is accepted.`, part);
  return { schema: context.record({}, part) };
}

/** The examples of a parameter are examples of its value, unless the schema has its own. */
function withExamples(schema: Part, parameter: Part): Part {
  const given = EXAMPLES.filter((key) => own(parameter.value, key) !== undefined);
  if (given.length === 0 || !isObjectPart(schema) || EXAMPLES.some((key) => Object.hasOwn(schema.value, key)))
    return schema;
  return { ...schema, value: { ...schema.value, ...recordOf(given.map((key) => [key, own(parameter.value, key)])) } };
}

function readStyle({ context }: Reader, part: Part, name: string, place: ParameterPlace): Style {
  const written = text(context, part, 'style');
  if (written === undefined) return defaultStyle(place);
  if (isStyleOf(place, written)) return written;
  const message = `The parameter ${quoted(name)} in ${place} cannot have the style ${quoted(written)}.`;
  context.report('STYLE_UNSUPPORTED', message, part);
  return defaultStyle(place);
}
