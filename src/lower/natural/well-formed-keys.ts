import type { Schema, SchemaObject } from '../../normalize/normalized-spec.js';
import type { MAP_KEYS } from '../prepare/children.js';

type Maps = Readonly<Partial<Record<(typeof MAP_KEYS)[number], readonly (readonly [string, Schema])[]>>>;

const HALF_PAIR = /\p{Cs}/u;

/**
 * The maps of a schema, as entries, without a key that holds half a surrogate pair: Ajv encodes keys as URIs and throws
 * there. Such a property becomes a pattern of its name and means the same; one in `dependentSchemas` is not checked.
 */
export function wellFormedMaps(schema: SchemaObject): Maps {
  const { properties, patternProperties, dependentSchemas } = schema;
  const all = [properties, patternProperties, dependentSchemas].map((map) => (map ? Object.entries(map) : []));
  const [named = [], patterns = [], dependent = []] = all;
  if (!all.some((entries) => entries.some(([name]) => HALF_PAIR.test(name)))) {
    return { properties: named, patternProperties: patterns, dependentSchemas: dependent };
  }
  const broken = named.filter(([name]) => HALF_PAIR.test(name));
  return {
    properties: named.filter(([name]) => !HALF_PAIR.test(name)),
    patternProperties: [
      ...patterns.map(([pattern, child]) => [pattern.replace(/\p{Cs}/gu, escapeUnit), child] as const),
      ...broken.map(([name, child]) => [`^${name.replace(/[\s\S]/gu, escapePoint)}$`, child] as const),
    ],
    dependentSchemas: dependent.filter(([name]) => !HALF_PAIR.test(name)),
  };
}

const escapeUnit = (unit: string) => `\\u${unit.charCodeAt(0).toString(16)}`;
const escapePoint = (character: string) =>
  HALF_PAIR.test(character) ? escapeUnit(character) : `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
