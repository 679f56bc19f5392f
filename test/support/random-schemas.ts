import fc from 'fast-check';
import type { Schema, SchemaObject } from '../../src/normalize/normalized-spec.js';

/** Property names: plain, odd and dangerous ones. */
const names = fc.constantFrom(
  'a',
  'b',
  'c',
  'kind',
  'first name',
  'first_name',
  '$ref',
  'constructor',
  'toString',
  'key',
  'value',
  'then',
);

const leaves: fc.Arbitrary<Schema> = fc.oneof(
  fc.constant<Schema>({ type: 'string' }),
  fc.constant<Schema>({ type: 'integer' }),
  fc.constant<Schema>({ type: 'integer', format: 'int64' }),
  fc.constant<Schema>({ type: 'number', minimum: 0 }),
  fc.constant<Schema>({ type: 'boolean' }),
  fc.constant<Schema>({ type: ['string', 'null'] }),
  fc.constant<Schema>({ type: ['integer', 'string'] }),
  fc.constant<Schema>({ type: ['string', 'null'], enum: ['x', 'y', null] }),
  fc.constant<Schema>({ enum: ['x', 1, null, true] }),
  fc.constant<Schema>({ const: 'v1' }),
  fc.constant<Schema>({ enum: ['Same', 'same'] }),
  fc.constant<Schema>({}),
  fc.constant<Schema>({ type: 'object' }),
  fc.constant<Schema>({ type: 'array' }),
  fc.constant<Schema>({ type: 'array', prefixItems: [{ type: 'string' }, { type: 'integer' }] }),
  fc.constant<Schema>({ $ref: '#/$defs/Node' }),
  fc.constant<Schema>({ $ref: '#/$defs/Leaf' }),
);

/** Branches told apart, or not, by the values their tag may have. */
function tagged(inner: fc.Arbitrary<Schema>): fc.Arbitrary<Schema> {
  const tag = fc.oneof(
    fc.constantFrom<Schema>({ const: 'a' }, { const: 'b' }, { type: 'boolean' }, { type: 'integer', enum: [1, 2] }),
    fc
      .uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'A'), { minLength: 1, maxLength: 3 })
      .map((members): Schema => ({ type: 'string', enum: members })),
  );
  const branch = fc.record({ tag, inner, isRequired: fc.boolean(), isOpen: fc.boolean() }).map(
    ({ tag: kind, inner: x, isRequired, isOpen }): Schema => ({
      type: 'object',
      properties: { kind, x },
      ...(isRequired && { required: ['kind'] }),
      ...(isOpen && { additionalProperties: { type: 'string' } }),
    }),
  );
  return fc.array(branch, { minLength: 2, maxLength: 3 }).map((anyOf): Schema => ({ anyOf }));
}

function objects(inner: fc.Arbitrary<Schema>): fc.Arbitrary<Schema> {
  return fc
    .record({
      properties: fc.dictionary(names, inner, { minKeys: 1, maxKeys: 3 }),
      requiredMask: fc.array(fc.boolean(), { minLength: 3, maxLength: 3 }),
      extra: fc.option(fc.oneof(fc.constant(false), fc.constant(true), inner), { nil: undefined }),
      type: fc.constantFrom('object' as const, ['object', 'null'] as const),
    })
    .map(({ properties, requiredMask, extra, type }): SchemaObject => {
      const required = Object.keys(properties).filter((_key, index) => requiredMask[index]);
      return {
        type,
        properties: { ...properties },
        ...(required.length > 0 && { required }),
        ...(extra !== undefined && { additionalProperties: extra }),
      };
    });
}

export const schemas: fc.Arbitrary<Schema> = fc.letrec<{ schema: Schema }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    leaves,
    objects(tie('schema')),
    tie('schema').map((items): Schema => ({ type: 'array', items })),
    tie('schema').map((additionalProperties): Schema => ({ type: 'object', additionalProperties })),
    fc.array(tie('schema'), { minLength: 1, maxLength: 3 }).map((anyOf): Schema => ({ anyOf })),
    tagged(tie('schema')),
    fc.tuple(tie('schema'), tie('schema')).map(
      ([a, b]): Schema => ({
        allOf: [
          { type: 'object', properties: { a } },
          { type: 'object', properties: { b } },
        ],
      }),
    ),
  ),
})).schema;

export const definitions: Readonly<Record<string, Schema>> = {
  Node: {
    type: 'object',
    properties: {
      next: { $ref: '#/$defs/Node' },
      'odd key': { type: 'string' },
      labels: { type: 'object', additionalProperties: { type: 'string' } },
    },
    required: ['odd key'],
  },
  Leaf: {
    type: 'object',
    properties: { kind: { const: 'leaf' }, n: { type: ['integer', 'null'] } },
    required: ['kind'],
  },
};

const anything = fc.jsonValue({ maxDepth: 2 });

/** Values that mostly fit a schema, using declared keys and explicitly open ones. */
export function valuesOf(schema: Schema, depth = 0): fc.Arbitrary<unknown> {
  if (typeof schema === 'boolean') return anything;
  if (schema.$ref) {
    const target = definitions[schema.$ref.slice('#/$defs/'.length)] ?? {};
    return depth > 4 ? fc.constant({ 'odd key': 'end' }) : valuesOf(target, depth + 1);
  }
  if (schema.allOf)
    return fc
      .tuple(...schema.allOf.map((part) => valuesOf(part, depth + 1)))
      .map((parts) => Object.assign({}, ...parts));
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((branch) => valuesOf(branch, depth + 1)));
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? []);
  return types.length === 0 ? anything : fc.oneof(...types.map((type) => ofType(schema, type, depth)));
}

function ofType(schema: SchemaObject, type: string, depth: number): fc.Arbitrary<unknown> {
  switch (type) {
    case 'null':
      return fc.constant(null);
    case 'string':
      return fc.constantFrom('', 'x', 'text', '12', '{"a":1}', 'null');
    case 'integer':
      return schema.format === 'int64' ? fc.oneof(fc.integer(), fc.constant('9223372036854775807')) : fc.integer();
    case 'number':
      return fc.double({ min: 0, max: 1e6, noNaN: true });
    case 'boolean':
      return fc.boolean();
    case 'array':
      if (schema.prefixItems) return fc.tuple(fc.constant('s'), fc.integer());
      return fc.array(valuesOf(schema.items ?? true, depth + 1), { maxLength: 3 });
    default:
      return objectValues(schema, depth);
  }
}

function objectValues(schema: SchemaObject, depth: number): fc.Arbitrary<unknown> {
  const properties = Object.entries(schema.properties ?? {});
  const required = new Set(schema.required ?? []);
  const declared = fc.tuple(
    ...properties.map(([name, property]) => {
      const value = valuesOf(property, depth + 1).map((item): [string, unknown][] => [[name, item]]);
      return required.has(name) ? value : fc.oneof(value, fc.constant<[string, unknown][]>([]));
    }),
  );
  const extra = schema.additionalProperties;
  const free = properties.length === 0 && extra === undefined;
  const open = free || (extra !== undefined && extra !== false);
  const keys = fc.constantFrom('x', 'y', 'key', 'additional_properties', 'first_name', '__proto__', 'constructor');
  const more = open
    ? fc.array(fc.tuple(keys, free ? anything : valuesOf(extra ?? true, depth + 1)), { maxLength: 2 })
    : fc.constant<[string, unknown][]>([]);
  return fc.tuple(declared, more).map(([known, further]) => {
    const all = new Map<string, unknown>(further.filter(([key]) => !properties.some(([name]) => name === key)));
    for (const [key, value] of known.flat()) all.set(key, value);
    return Object.fromEntries(all);
  });
}
