import type { Schema, SchemaObject } from '../../normalize/normalized-spec.js';
import { bareRef, isEmpty } from '../prepare/refs.js';
import { requiredWords } from '../text/constraint-words.js';
import { cutAtSentence } from '../text/plain-text.js';
import { areDistinguishable } from './distinguish.js';
import type { WrittenNode, WrittenUse } from './node.js';
import { buildNode } from './rules.js';
import { writeLiterals } from './write-literals.js';
import { jsonNode, makeNode, type Place, type Writer } from './write-schema.js';

/** Characters about single values of an enum. */
const MAX_TOLD = 300;
/** Branches at most, once every group of alternatives is combined with every other. */
const MAX_BRANCHES = 48;

interface Group {
  readonly branches: readonly Schema[];
  readonly exclusive: boolean;
}

/** `anyOf` and `oneOf`, alone or beside other keywords. */
export function writeUnion(writer: Writer, shape: SchemaObject, source: Schema, place: Place): WrittenNode | undefined {
  const groups = groupsOf(shape);
  if (groups.length === 0) return undefined;
  const { anyOf: _any, oneOf: _one, discriminator: _tag, allOf: _all, description, deprecated, ...base } = shape;
  const words: string[] = [];
  const structural = groups.filter(({ branches, exclusive }) => {
    const text = requiredWords(branches, exclusive);
    if (text !== undefined) words.push(text);
    return text === undefined;
  });
  if (structural.length === 0) {
    const node = buildNode(writer, base, base, place);
    return { ...node, words: [...node.words, ...words] };
  }
  if (structural.reduce((count, { branches }) => count * branches.length, 1) > MAX_BRANCHES) return jsonNode(source);
  const { default: _value, ...rest } = base;
  const branches = combine(isEmpty(rest) ? [] : [rest], structural);
  const uses = branches.map((branch) => writeBranch(writer, branch, place));
  if (uses.some((use) => use === undefined)) return jsonNode(source);
  const node = joinBranches(
    uses.filter((use) => use !== undefined),
    false,
    source,
  );
  return words.length === 0 || node.shape.kind === 'json' ? node : { ...node, words: [...node.words, ...words] };
}

function groupsOf(shape: SchemaObject): Group[] {
  const groups: Group[] = [];
  for (const part of [shape, ...(shape.allOf ?? [])]) {
    if (typeof part === 'boolean') continue;
    if (part.anyOf) groups.push({ branches: part.anyOf, exclusive: false });
    if (part.oneOf) groups.push({ branches: part.oneOf, exclusive: true });
  }
  return groups;
}

function combine(base: readonly Schema[], groups: readonly Group[]): Schema[][] {
  let combined: Schema[][] = [[...base]];
  for (const { branches } of groups)
    combined = combined.flatMap((parts) => branches.map((branch) => [branch, ...parts]));
  return combined;
}

/** One alternative. A branch that leads back to a schema being written cannot be written out. */
function writeBranch(writer: Writer, parts: readonly Schema[], place: Place): WrittenUse | undefined {
  const [only] = parts;
  if (parts.length === 1 && only !== undefined) {
    const name = bareRef(only);
    return name !== undefined && place.stack.at(-1) === name
      ? undefined
      : writer.write(only, { ...place, depth: place.depth + 1 });
  }
  const names = parts.map(bareRef).filter((name) => name !== undefined);
  if (names.some((name) => place.stack.includes(name))) return undefined;
  const { stack, depth } = place;
  return writer.write({ allOf: parts }, { stack: [...stack, ...names], depth: depth + 1 });
}

/** Branches as one node: unions inside unions unfolded, null set apart, literals gathered, repetitions dropped. */
export function joinBranches(uses: readonly WrittenUse[], nullable: boolean, source: Schema): WrittenNode {
  const flat = uses.flatMap(unfold);
  const isNull = ({ node }: WrittenUse) => node.shape.kind === 'scalar' && node.shape.schema['type'] === 'null';
  const withNull = nullable || flat.some((use) => use.node.nullable || isNull(use));
  const solid = gatherLiterals(
    flat.filter((use) => !isNull(use)),
    source,
  );
  const unique = solid.filter(({ node }, index) => solid.findIndex((other) => sameLeaf(other.node, node)) === index);
  const [first] = unique;
  if (first === undefined) return makeNode({ kind: 'scalar', schema: { type: 'null' } }, source);
  if (unique.length === 1) return single(first, withNull, source);
  if (unique.some(({ node }) => node.shape.kind === 'json' && node.shape.free) || !areDistinguishable(unique))
    return jsonNode(source);
  const branches = unique.map((use) => (use.node.nullable ? { ...use, node: { ...use.node, nullable: false } } : use));
  return makeNode({ kind: 'union', branches }, source, [], withNull);
}

function single(use: WrittenUse, nullable: boolean, source: Schema): WrittenNode {
  const node = use.text === undefined ? use.node : { ...use.node, text: use.text };
  if (node.shape.kind === 'json') return { ...node, source };
  return nullable && !node.nullable ? { ...node, nullable: true, source } : node;
}

function unfold(use: WrittenUse): WrittenUse[] {
  const { shape, nullable, name, words } = use.node;
  if (shape.kind !== 'union' || name !== undefined || use.text !== undefined || words.length > 0) return [use];
  return [
    ...shape.branches,
    ...(nullable ? [{ node: makeNode({ kind: 'scalar', schema: { type: 'null' } }, true) }] : []),
  ];
}

/** Enums and consts that stand side by side are one enum; what is said about single values goes into words. */
function gatherLiterals(uses: readonly WrittenUse[], source: Schema): WrittenUse[] {
  const literal = uses.filter((use) => literalsOf(use) !== undefined);
  if (literal.length < 2) return [...uses];
  const gathered = writeLiterals(
    literal.flatMap((use) => literalsOf(use) ?? []),
    source,
  );
  const told = literal.flatMap((use) => {
    const text = use.text ?? use.node.text;
    return text === undefined ? [] : [`${(literalsOf(use) ?? []).join('/')}: ${text}`];
  });
  const words = told.length === 0 ? [] : [cutAtSentence(told.join(' '), MAX_TOLD)];
  const leaves = (gathered?.leaves ?? []).map((node, index) => ({
    node: index === 0 ? { ...node, words: [...node.words, ...words] } : node,
  }));
  return [...leaves, ...uses.filter((use) => literalsOf(use) === undefined)];
}

/** The values of a place that lists them and says nothing else. */
function literalsOf({ node }: WrittenUse): readonly unknown[] | undefined {
  if (node.shape.kind !== 'scalar' || node.words.length > 0 || node.nullable) return undefined;
  const { enum: members, const: only } = node.shape.schema;
  if (only !== undefined) return [only];
  return Array.isArray(members) ? members : undefined;
}

function sameLeaf(a: WrittenNode, b: WrittenNode): boolean {
  if (a === b) return true;
  return (
    a.shape.kind === 'scalar' &&
    b.shape.kind === 'scalar' &&
    JSON.stringify([a.shape.schema, a.words]) === JSON.stringify([b.shape.schema, b.words])
  );
}
