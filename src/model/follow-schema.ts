import type { Schema, SchemaObject } from '../normalize/normalized-spec.js';

/** The schema that a chain of `$ref`s leads to; undefined for booleans, circles and names that are not there. */
export function followSchema(schema: Schema, definitions: ReadonlyMap<string, Schema>): SchemaObject | undefined {
  const seen = new Set<SchemaObject>();
  let here: Schema | undefined = schema;
  while (typeof here === 'object' && here.$ref !== undefined && !seen.has(here)) {
    seen.add(here);
    here = definitions.get(definitionName(here.$ref));
  }
  return typeof here === 'object' && !seen.has(here) ? here : undefined;
}

function definitionName(reference: string): string {
  return reference
    .replace(/^#\/\$defs\//, '')
    .replaceAll('~1', '/')
    .replaceAll('~0', '~');
}
