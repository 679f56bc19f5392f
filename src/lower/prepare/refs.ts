import type { Schema, SchemaObject } from '../../normalize/normalized-spec.js';

const PREFIX = '#/$defs/';

/** Keywords beside `$ref` that say something about the use, but nothing about which values fit. */
const ANNOTATIONS: ReadonlySet<string> = new Set([
  '$ref',
  'title',
  'description',
  'default',
  'examples',
  'deprecated',
  'readOnly',
  'writeOnly',
  'xml',
]);

/** Name of the definition a `$ref` of the normalized form leads to. */
export function refName(reference: string): string | undefined {
  return reference.startsWith(PREFIX)
    ? reference.slice(PREFIX.length).replaceAll('~1', '/').replaceAll('~0', '~')
    : undefined;
}

/** The `$ref` that leads to a definition. */
export function reference(name: string): string {
  return `${PREFIX}${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** The name a schema refers to when it is a reference and nothing but annotations. */
export function bareRef(schema: Schema): string | undefined {
  if (typeof schema === 'boolean' || schema.$ref === undefined) return undefined;
  return Object.keys(schema).every((key) => ANNOTATIONS.has(key)) ? refName(schema.$ref) : undefined;
}

/** True for a schema that says nothing: `true`, `{}` or annotations alone. */
export function isEmpty(schema: Schema): boolean {
  return (
    schema === true || (schema !== false && Object.keys(schema).every((key) => key !== '$ref' && ANNOTATIONS.has(key)))
  );
}

/** What a schema says about a place without saying which values fit. */
export function annotationsOf(schema: SchemaObject): SchemaObject {
  return Object.fromEntries(Object.entries(schema).filter(([key]) => key !== '$ref' && ANNOTATIONS.has(key)));
}

/** `{ …target, …annotations of the use }`, without the `$ref`. */
export function withUse(target: SchemaObject, use: SchemaObject): SchemaObject {
  const { $ref: _ref, ...annotations } = use;
  return { ...target, ...annotations };
}
