import type { Schema, SchemaObject } from '../../normalize/normalized-spec.js';
import { mapChildren } from '../prepare/children.js';
import type { SchemaView } from '../prepare/schema-view.js';

/** Schemas nested deeper than this admit anything. */
const MAX_DEPTH = 150;

/** Natural form of whole schemas: every level expanded, references between definitions kept. Memoised by identity. */
export function createNatural(view: SchemaView): (schema: Schema) => Schema {
  const memo = new Map<Schema, Schema>();
  const busy = new Set<Schema>();
  function natural(schema: Schema, depth: number): Schema {
    if (typeof schema === 'boolean') return schema;
    const known = memo.get(schema);
    if (known !== undefined) return known;
    if (busy.has(schema) || depth > MAX_DEPTH) return true;
    busy.add(schema);
    const shape = view.expand(schema);
    const result = typeof shape === 'boolean' ? shape : mapChildren(shape, (child) => natural(child, depth + 1));
    busy.delete(schema);
    memo.set(schema, result);
    return result;
  }
  return (schema) => natural(schema, 0);
}

/** Definitions by name, as far as types need them of a map. */
export type Definitions = Pick<ReadonlyMap<string, Schema>, 'keys' | 'has' | 'get'>;

/** The definitions in natural form, each made when asked for: few of a large document's travel both ways. */
export function naturalDefinitions(
  definitions: ReadonlyMap<string, Schema>,
  natural: (schema: Schema) => Schema,
): Definitions {
  return {
    keys: () => definitions.keys(),
    has: (name) => definitions.has(name),
    get(name) {
      const schema = definitions.get(name);
      return schema === undefined ? undefined : natural(schema);
    },
  };
}

/** Bytes as the model and programs write them, in both forms. */
export const BYTES_SCHEMA: SchemaObject = {
  type: 'object',
  properties: {
    source: { type: 'string', enum: ['base64', 'text', 'file'] },
    data: { type: 'string', description: 'The bytes as base64, plain text, or the handle of a file.' },
    filename: { type: 'string' },
    contentType: { type: 'string' },
  },
  required: ['source', 'data'],
  additionalProperties: false,
};
