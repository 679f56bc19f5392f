import type { SchemaObject, TypeName } from '../../normalize/normalized-spec.js';

/** Keywords that concern values of one type only. */
const CONCERNS: Readonly<Record<string, readonly TypeName[]>> = {
  properties: ['object'],
  required: ['object'],
  additionalProperties: ['object'],
  patternProperties: ['object'],
  propertyNames: ['object'],
  unevaluatedProperties: ['object'],
  minProperties: ['object'],
  maxProperties: ['object'],
  dependentRequired: ['object'],
  dependentSchemas: ['object'],
  items: ['array'],
  prefixItems: ['array'],
  contains: ['array'],
  minContains: ['array'],
  maxContains: ['array'],
  unevaluatedItems: ['array'],
  minItems: ['array'],
  maxItems: ['array'],
  uniqueItems: ['array'],
  minimum: ['integer', 'number'],
  maximum: ['integer', 'number'],
  exclusiveMinimum: ['integer', 'number'],
  exclusiveMaximum: ['integer', 'number'],
  multipleOf: ['integer', 'number'],
  minLength: ['string'],
  maxLength: ['string'],
  pattern: ['string'],
  contentEncoding: ['string'],
  contentMediaType: ['string'],
};

/** The types a schema names; empty when it names none. */
export function typesOf(schema: SchemaObject): readonly TypeName[] {
  return typeof schema.type === 'string' ? [schema.type] : [...new Set(schema.type ?? [])];
}

/** The part of a schema that concerns values of one type. */
export function forType(schema: SchemaObject, type: TypeName): SchemaObject {
  const entries = Object.entries(schema).filter(([key]) => {
    const types = Object.hasOwn(CONCERNS, key) ? CONCERNS[key] : undefined;
    return types === undefined || types.includes(type);
  });
  return { ...Object.fromEntries(entries), type };
}
