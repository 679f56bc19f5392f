import fc from 'fast-check';
import type { OperationDescriptor, ToolDefinition, ToolInputSchema } from '../../../src/runtime/contract.js';
import { measureCost } from '../../../src/runtime/strict/cost.js';

type Schema = Record<string, unknown>;

const scalar: fc.Arbitrary<Schema> = fc.constantFrom<Schema>(
  { type: 'string' },
  { type: 'integer', description: 'a number' },
  { type: 'boolean' },
  { type: 'string', enum: ['a', 'b'] },
  { const: 'x' },
  { type: ['string', 'null'] },
  { type: ['string', 'integer'] },
  { anyOf: [{ type: 'string' }, { type: 'integer' }] },
  { anyOf: [{ type: 'string', enum: ['a'] }, { type: 'null' }] },
  { $ref: '#/$defs/Leaf', description: 'shared' },
  { $ref: '#/$defs/Node' },
);

function objectOf(part: fc.Arbitrary<Schema>): fc.Arbitrary<Schema> {
  const property = fc.tuple(fc.constantFrom('a', 'b', 'c/d', 'e~f', 'toString', 'g', 'h'), part, fc.boolean());
  return fc.uniqueArray(property, { selector: ([name]) => name, maxLength: 7 }).map((list) => ({
    type: 'object',
    properties: Object.fromEntries(list.map(([name, schema]) => [name, schema])),
    ...(list.some(([, , required]) => required) && {
      required: list.filter(([, , required]) => required).map(([name]) => name),
    }),
    additionalProperties: false,
  }));
}

const nested = objectOf(
  fc.oneof(
    { weight: 4, arbitrary: scalar },
    objectOf(scalar),
    objectOf(scalar).map((items) => ({ type: 'array', items })),
  ),
);

/** Input schemas inside the strict subset, with shared definitions and keys that need escaping in pointers. */
export const inputSchema: fc.Arbitrary<ToolInputSchema> = fc
  .tuple(nested, objectOf(scalar), nested)
  .map(([root, , node]) => {
    const leaf = {
      type: 'object',
      properties: { x: { type: 'string' }, y: { type: ['string', 'integer'] } },
      additionalProperties: false,
    };
    const text = JSON.stringify(node).replaceAll('#/$defs/Node', '#/$defs/Leaf');
    return { ...root, $defs: { Leaf: leaf, Node: JSON.parse(text) } } as unknown as ToolInputSchema;
  });

export interface RandomPackage {
  readonly tools: ToolDefinition[];
  readonly operations: Record<string, OperationDescriptor>;
}

export function packageOf(schemas: readonly ToolInputSchema[], effectOf = (index: number) => index): RandomPackage {
  const tools = schemas.map((input_schema, index) => ({ name: `t${index}`, description: 'd', input_schema }));
  const operations = tools.map(({ name, input_schema }, index): [string, OperationDescriptor] => [
    name,
    {
      method: 'GET',
      path: `/${name}`,
      effect: (['read', 'write', 'destructive'] as const)[effectOf(index) % 3] ?? 'read',
      parameters: [],
      strict: measureCost(input_schema),
    },
  ]);
  return { tools, operations: Object.fromEntries(operations) };
}

export const randomPackage: fc.Arbitrary<RandomPackage> = fc
  .array(inputSchema, { minLength: 1, maxLength: 40 })
  .map((schemas) => packageOf(schemas));
