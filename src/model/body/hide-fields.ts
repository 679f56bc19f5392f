import type { NormalizedMediaType, Schema, SchemaObject } from '../../normalize/normalized-spec.js';
import type { Adjustment } from '../adjust/adjustments.js';
import { followSchema } from '../follow-schema.js';

const PREFIX = 'body.';

/** Names of body fields that rules such as `"body.client_secret": { "hide": true }` hide. */
export function hiddenFields({ parameters }: Adjustment): string[] {
  return [...parameters].flatMap(([name, { hide }]) =>
    name.startsWith(PREFIX) && hide === true ? [name.slice(PREFIX.length)] : [],
  );
}

/** Rules about body fields that cannot be followed: a field can be hidden, and must be one of the body's own. */
export function unknownFieldRules(
  { parameters }: Adjustment,
  media: NormalizedMediaType | undefined,
  definitions: ReadonlyMap<string, Schema>,
): string[] {
  const properties = media === undefined ? undefined : followSchema(media.schema, definitions)?.properties;
  return [...parameters].flatMap(([name, rule]) => {
    if (!name.startsWith(PREFIX)) return [];
    const isOwn = properties !== undefined && Object.hasOwn(properties, name.slice(PREFIX.length));
    return isOwn && rule.value === undefined ? [] : [name];
  });
}

/** The media type without some fields of its object. Only this body changes, never the component it refers to. */
export function withoutFields(
  media: NormalizedMediaType,
  fields: readonly string[],
  definitions: ReadonlyMap<string, Schema>,
): NormalizedMediaType {
  const object = followSchema(media.schema, definitions);
  if (fields.length === 0 || object?.properties === undefined) return media;
  const hidden = new Set(fields);
  const properties = Object.fromEntries(Object.entries(object.properties).filter(([name]) => !hidden.has(name)));
  const required = object.required?.filter((name) => !hidden.has(name));
  const schema: SchemaObject = { ...object, properties, ...(required !== undefined && { required }) };
  return { ...media, schema };
}
