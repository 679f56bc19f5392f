import type { SchemaObject, TypeName } from '../../normalize/normalized-spec.js';

const EVIDENCE: readonly (readonly [TypeName, readonly (keyof SchemaObject)[]])[] = [
  [
    'object',
    ['properties', 'additionalProperties', 'patternProperties', 'propertyNames', 'minProperties', 'maxProperties'],
  ],
  ['array', ['items', 'prefixItems', 'minItems', 'maxItems', 'uniqueItems', 'contains']],
  ['string', ['pattern', 'minLength', 'maxLength', 'contentEncoding', 'contentMediaType', 'format']],
  ['number', ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf']],
];

/** `required`, unions and the like say nothing about a type on their own. */
const OPEN: readonly (keyof SchemaObject)[] = ['$ref', 'enum', 'const', 'anyOf', 'oneOf', 'allOf', 'not', 'if'];

/**
 * The type an author left out but certainly meant: keywords that concern one type only. Never beside a union, whose
 * branches would be cut off, unless `properties` are declared.
 */
export function inferType(schema: SchemaObject): TypeName | undefined {
  if (schema.type !== undefined) return undefined;
  if (schema.properties && schema.enum === undefined && schema.const === undefined) return 'object';
  if (OPEN.some((key) => schema[key] !== undefined)) return undefined;
  const found = EVIDENCE.filter(([, keys]) => keys.some((key) => schema[key] !== undefined)).map(([type]) => type);
  if (found.length === 1) return found[0];
  return found.length === 0 && schema.required !== undefined ? 'object' : undefined;
}
