import type { Schema, SchemaObject } from '../../normalize/normalized-spec.js';

export const SCHEMA_KEYS = [
  'additionalProperties',
  'propertyNames',
  'unevaluatedProperties',
  'items',
  'contains',
  'unevaluatedItems',
  'not',
  'if',
  'then',
  'else',
] as const;
export const LIST_KEYS = ['allOf', 'anyOf', 'oneOf', 'prefixItems'] as const;
export const MAP_KEYS = ['properties', 'patternProperties', 'dependentSchemas'] as const;

/** Every schema directly inside a schema. */
export function childrenOf(schema: SchemaObject): Schema[] {
  const children: Schema[] = [];
  for (const key of SCHEMA_KEYS) {
    const child = schema[key];
    if (child !== undefined) children.push(child);
  }
  for (const key of LIST_KEYS) children.push(...(schema[key] ?? []));
  for (const key of MAP_KEYS) children.push(...Object.values(schema[key] ?? {}));
  return children;
}

/** A copy of a schema with every schema directly inside replaced. Keys such as `__proto__` stay data. */
export function mapChildren(schema: SchemaObject, change: (child: Schema) => Schema): SchemaObject {
  const copy: Record<string, unknown> = { ...schema };
  for (const key of SCHEMA_KEYS) {
    const child = schema[key];
    if (child !== undefined) copy[key] = change(child);
  }
  for (const key of LIST_KEYS) {
    const list = schema[key];
    if (list) copy[key] = list.map(change);
  }
  for (const key of MAP_KEYS) {
    const map = schema[key];
    if (map) copy[key] = mapValues(map, change);
  }
  return copy;
}

/** `Object.fromEntries` over changed values: safe for any key. */
function mapValues<A, B>(map: Readonly<Record<string, A>>, change: (value: A, key: string) => B): Record<string, B> {
  return Object.fromEntries(Object.entries(map).map(([key, value]) => [key, change(value, key)]));
}
