import type { Schema, SchemaObject } from '../../normalize/normalized-spec.js';
import { constraintWords } from '../text/constraint-words.js';
import { aliasKeys, uniqueKey } from './keys.js';
import type { WrittenNode, WrittenProperty } from './node.js';
import { jsonNode, makeNode, type Place, type Writer } from './write-schema.js';

/** A map, a closed object, an open one, or JSON text for an object of which nothing is known. */
export function writeObject(writer: Writer, shape: SchemaObject, source: Schema, place: Place): WrittenNode {
  const below: Place = { ...place, depth: place.depth + 1 };
  const words = constraintWords(shape);
  const declared = declaredProperties(writer, shape);
  const extra = extraProperties(shape);
  if (declared.length === 0) {
    if (extra !== undefined) return makeNode({ kind: 'map', value: writer.write(extra, below) }, source, words);
    return isClosed(shape) ? makeNode({ kind: 'object', properties: [] }, source, words) : jsonNode(source);
  }
  const keys = aliasKeys(declared.map(([name]) => name));
  const required = new Set(shape.required ?? []);
  const properties = declared.map(([name, schema]): WrittenProperty => {
    const key = keys.get(name) ?? name;
    return { key, name, required: required.has(name), ...writer.write(schema, below) };
  });
  if (extra === undefined) return makeNode({ kind: 'object', properties }, source, words);
  const key = uniqueKey('additional_properties', new Set(keys.values()));
  return makeNode({ kind: 'object', properties, rest: { key, value: writer.write(extra, below) } }, source, words);
}

function isClosed(shape: SchemaObject): boolean {
  return shape.additionalProperties === false || shape.unevaluatedProperties === false || shape.maxProperties === 0;
}

/** Properties with a name of their own, those that only a condition declares included. Impossible ones are left out. */
function declaredProperties(writer: Writer, shape: SchemaObject): [string, Schema][] {
  const found = new Map<string, Schema>(Object.entries(shape.properties ?? {}));
  for (const part of [shape.then, shape.else, ...Object.values(shape.dependentSchemas ?? {})]) {
    const inner = part === undefined ? undefined : writer.view.follow(part);
    if (typeof inner !== 'object') continue;
    for (const [name, schema] of Object.entries(inner.properties ?? {})) if (!found.has(name)) found.set(name, schema);
  }
  return [...found].filter(([, schema]) => schema !== false);
}

/** The schema of properties without a declared name; undefined when there are none, or nothing is said about them. */
function extraProperties({
  additionalProperties,
  patternProperties,
  unevaluatedProperties,
}: SchemaObject): Schema | undefined {
  const patterns = Object.values(patternProperties ?? {}).filter((schema) => schema !== false);
  const rest = additionalProperties ?? unevaluatedProperties;
  const all = rest === undefined || rest === false ? patterns : [...patterns, rest];
  if (all.some((schema) => schema === true)) return {};
  return all.length > 1 ? { anyOf: all } : all[0];
}
