import type { Schema, SchemaObject, TypeName } from '../../normalize/normalized-spec.js';
import type { Lookup } from './discriminator.js';
import { bareRef } from './refs.js';

const EVIDENCE: readonly (readonly [TypeName, readonly (keyof SchemaObject)[]])[] = [
  [
    'object',
    ['properties', 'additionalProperties', 'patternProperties', 'propertyNames', 'minProperties', 'maxProperties'],
  ],
  ['array', ['items', 'prefixItems', 'minItems', 'maxItems', 'uniqueItems', 'contains']],
  ['string', ['pattern', 'minLength', 'maxLength', 'contentEncoding', 'contentMediaType']],
  ['number', ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf']],
];

/** Formats of the OpenAPI registry that are about numbers; `decimal` is about strings too, and so says nothing. */
const NUMERIC: ReadonlyMap<string, TypeName | undefined> = new Map<string, TypeName | undefined>([
  ...['int8', 'int16', 'int32', 'int64', 'uint8', 'uint16', 'uint32', 'uint64', 'integer', 'long'].map(
    (format): [string, TypeName] => [format, 'integer'],
  ),
  ...['float', 'double', 'single', 'number'].map((format): [string, TypeName] => [format, 'number']),
  ['decimal', undefined],
  ['decimal128', undefined],
]);

/** `required`, unions and the like say nothing about a type on their own. */
const OPEN: readonly (keyof SchemaObject)[] = ['$ref', 'enum', 'const', 'anyOf', 'oneOf', 'allOf', 'not', 'if'];

/**
 * The type an author left out but certainly meant: keywords that concern one type only. Never beside a union, whose
 * branches would be cut off, unless `properties` are declared and no branch is of another type.
 */
export function inferType(schema: SchemaObject, lookup: Lookup): TypeName | undefined {
  if (schema.type !== undefined) return undefined;
  if (schema.properties && schema.enum === undefined && schema.const === undefined) {
    const branches = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
    return branches.every((branch) => admitsObjects(branch, lookup)) ? 'object' : undefined;
  }
  if (OPEN.some((key) => schema[key] !== undefined)) return undefined;
  const found = new Set(
    EVIDENCE.filter(([, keys]) => keys.some((key) => schema[key] !== undefined)).map(([type]) => type),
  );
  const byFormat = typeOfFormat(schema.format);
  if (byFormat === 'integer') found.delete('number');
  if (byFormat !== undefined) found.add(byFormat);
  const [only] = found;
  if (found.size === 1) return only;
  return found.size === 0 && schema.format === undefined && schema.required !== undefined ? 'object' : undefined;
}

/** What a format is about: a number where the registry says so, else a string. */
function typeOfFormat(format: string | undefined): TypeName | undefined {
  if (format === undefined) return undefined;
  return NUMERIC.has(format) ? NUMERIC.get(format) : 'string';
}

function admitsObjects(branch: Schema, lookup: Lookup): boolean {
  const name = bareRef(branch);
  const target = name === undefined ? branch : lookup(name);
  if (typeof target !== 'object' || target.type === undefined) return true;
  return target.type === 'object' || target.type.includes('object');
}
