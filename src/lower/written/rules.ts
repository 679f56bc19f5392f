import type { Schema, SchemaObject, TypeName } from '../../normalize/normalized-spec.js';
import type { JsonValue } from '../../runtime/contract.js';
import { STRICT_FORMATS } from '../natural/formats.js';
import { isEmpty } from '../prepare/refs.js';
import { constraintWords, patternWords } from '../text/constraint-words.js';
import { isStrictPattern } from '../text/strict-pattern.js';
import { forType, typesOf } from './keyword-types.js';
import type { WrittenNode } from './node.js';
import { listedValues, writeLiterals } from './write-literals.js';
import { writeObject } from './write-object.js';
import { jsonNode, makeNode, type Place, type Writer } from './write-schema.js';
import { joinBranches, writeUnion } from './write-union.js';

type Rule = (writer: Writer, shape: SchemaObject, source: Schema, place: Place) => WrittenNode | undefined;

/** How a schema is written for the model: the first rule that has an answer decides. */
const RULES: readonly (readonly [string, Rule])[] = [
  ['free', (_writer, shape, source) => (isEmpty(shape) ? jsonNode(source, true) : undefined)],
  ['literals', writeListed],
  ['union', writeUnion],
  ['several types', writeTypes],
  [
    'object',
    (writer, shape, source, place) => (shape.type === 'object' ? writeObject(writer, shape, source, place) : undefined),
  ],
  ['array', writeArray],
  ['leaf', writeLeaf],
];

export function buildNode(writer: Writer, shape: Schema, source: Schema, place: Place): WrittenNode {
  if (typeof shape === 'boolean') return jsonNode(source, shape);
  for (const [, rule] of RULES) {
    const node = rule(writer, shape, source, place);
    if (node) return withResidue(withDefault(node, shape), shape);
  }
  return jsonNode(source);
}

function withDefault(node: WrittenNode, shape: SchemaObject): WrittenNode {
  return shape.default === undefined ? node : { ...node, default: shape.default as JsonValue };
}

/** Words for what two branches of an `allOf` say side by side. */
function withResidue(node: WrittenNode, { allOf = [] }: SchemaObject): WrittenNode {
  if (allOf.length === 0 || node.shape.kind === 'json') return node;
  const words = allOf.flatMap((part) =>
    typeof part === 'boolean'
      ? []
      : [...constraintWords(part), ...(part.pattern === undefined ? [] : [patternWords(part.pattern)])],
  );
  const more = words.filter((word) => !node.words.includes(word));
  return more.length === 0 ? node : { ...node, words: [...node.words, ...more] };
}

function writeListed(_writer: Writer, shape: SchemaObject, source: Schema): WrittenNode | undefined {
  const values = listedValues(shape);
  if (values === undefined || values.length === 0) return undefined;
  if (values.every((value) => value === null)) return makeNode({ kind: 'scalar', schema: { type: 'null' } }, source);
  const literals = writeLiterals(values, source);
  if (!literals) return jsonNode(source);
  return joinBranches(
    literals.leaves.map((node) => ({ node })),
    literals.nullable,
    source,
  );
}

function writeTypes(writer: Writer, shape: SchemaObject, source: Schema, place: Place): WrittenNode | undefined {
  if (!Array.isArray(shape.type)) return undefined;
  const types = typesOf(shape).filter(
    (type) => type !== 'null' && !(type === 'integer' && typesOf(shape).includes('number')),
  );
  const nullable = typesOf(shape).includes('null');
  if (types.length === 0) return makeNode({ kind: 'scalar', schema: { type: 'null' } }, source);
  const nodes = types.map((type) => {
    const { description: _text, deprecated: _old, default: _value, ...part } = forType(shape, type);
    return { node: buildNode(writer, part, part, place) };
  });
  return joinBranches(nodes, nullable, source);
}

function writeArray(writer: Writer, shape: SchemaObject, source: Schema, place: Place): WrittenNode | undefined {
  if (shape.type !== 'array') return undefined;
  if (shape.prefixItems && shape.prefixItems.length > 0) return jsonNode(source);
  const { items } = shape;
  if (items === undefined || typeof items === 'boolean') return jsonNode(source);
  const use = writer.write(items, { ...place, depth: place.depth + 1 });
  if (use.node.shape.kind === 'json' && use.node.shape.free) return jsonNode(source);
  const minItems = shape.minItems === undefined || shape.minItems === 0 ? undefined : 1;
  return makeNode(
    { kind: 'array', items: use, ...(minItems && { minItems }) },
    source,
    constraintWords(forType(shape, 'array')),
  );
}

const LEAVES: ReadonlySet<TypeName> = new Set(['string', 'integer', 'number', 'boolean', 'null']);

function writeLeaf(writer: Writer, shape: SchemaObject, source: Schema): WrittenNode | undefined {
  const { type } = shape;
  if (typeof type !== 'string' || !LEAVES.has(type)) return undefined;
  const part = forType(shape, type);
  const words = constraintWords(part);
  const schema: Record<string, JsonValue> = { type };
  if (type === 'string') {
    if (part.format !== undefined && STRICT_FORMATS.has(part.format)) schema['format'] = part.format;
    if (part.pattern !== undefined && isStrictPattern(part.pattern) && !writer.isDangerous(part.pattern))
      schema['pattern'] = part.pattern;
    else if (part.pattern !== undefined) words.push(patternWords(part.pattern));
  }
  const int64 = type === 'integer' && part.format === 'int64';
  return makeNode({ kind: 'scalar', schema, ...(int64 && { int64: true }) }, source, words);
}
