import { flag, text } from '../fields.js';
import { type Chain, target } from '../follow.js';
import type { NormalizedParameter } from '../normalized-spec.js';
import { identify } from '../parameters.js';
import { own, type Part } from '../part.js';
import type { Reader } from '../reader.js';
import { defaultExplode, defaultStyle } from '../styles.js';
import { collectionOf } from './collection-format.js';
import { inlineSchema } from './inline-schema.js';

/** True for the parameters of 2.0 that make up the body. */
export function isBodyPart(part: Part): boolean {
  const place = own(part.value, 'in');
  return place === 'body' || place === 'formData';
}

/** Reads a parameter of 2.0 that is not part of the body. */
export function readOldParameter(reader: Reader, chain: Chain): NormalizedParameter | undefined {
  const { context } = reader;
  const part = target(chain);
  const identity = identify(reader, part);
  if (!identity) return undefined;
  const { name, place } = identity;
  const simple = place === 'path' || place === 'header';
  const style = defaultStyle(place);
  const description = text(context, part, 'description');
  const schema = own(part.value, 'schema') === undefined ? inlineSchema(part) : undefined;
  if (!schema) context.report('PART_INVALID', 'Only a body parameter has `schema` in 2.0.', part);
  return context.record(
    {
      name,
      in: place,
      ...(description !== undefined && { description }),
      required: place === 'path' || (flag(context, part, 'required') ?? false),
      deprecated: flag(context, part, 'x-deprecated') ?? false,
      ...(collectionOf(context, part, simple) ?? { style, explode: defaultExplode(style) }),
      allowReserved: false,
      allowEmptyValue: place === 'query' && (flag(context, part, 'allowEmptyValue') ?? false),
      schema: reader.schema(schema ?? { ...part, value: own(part.value, 'schema'), pointer: `${part.pointer}/schema` }),
    },
    part,
  );
}
