import type { Schema, SchemaObject, TypeName } from '../../normalize/normalized-spec.js';
import type { JSONSchema } from '../../runtime/contract.js';
import { joinTypes, primitiveLiteral, type TypeText, typeText } from '../source/sink.js';
import { isBytesSchema } from './bytes-schema.js';
import { printObject } from './object-type.js';

/** Which way values travel. */
export type Direction = 'request' | 'response';

/** Levels of one type that are written out; what lies deeper is `unknown`. */
const MAX_DEPTH = 40;
/** Members of one union that are written out; a longer enum becomes its base type. */
const MAX_MEMBERS = 600;
/** Product of the unions in one intersection that a checker multiplies out without trouble. */
const MAX_PRODUCT = 64;

export interface PrintContext {
  readonly direction: Direction;
  /**
   * Type that stands for a definition. `deferred`: the use lies inside an object or a list, where a type may refer to
   * itself; elsewhere a circle would not compile.
   */
  readonly reference: (pointer: string, deferred: boolean) => TypeText;
  /** Shared by contexts of one direction: definitions are printed as drafts first, and again with their final names. */
  readonly closed?: ClosedTypes;
}

/** Types in which no reference stands: they look the same whatever references become. */
export interface ClosedTypes {
  readonly types: WeakMap<object, TypeText>;
  /** References and cuts seen so far. A type during whose printing the count stood still is closed. */
  open: number;
}

export const createClosedTypes = (): ClosedTypes => ({ types: new WeakMap(), open: 0 });

/** Where a schema is printed: how deep, and whether an object or a list lies around it. */
export interface Place {
  readonly depth: number;
  readonly deferred: boolean;
}

export const ROOT: Place = { depth: 0, deferred: false };
export const UNKNOWN = typeText`unknown`;
const NEVER = typeText`never`;

/** The type of a schema in the normalized form. Never fails: what types cannot say is wider, at worst `unknown`. */
export function printType(schema: Schema | JSONSchema, context: PrintContext, place: Place = ROOT): TypeText {
  if (schema === false) return NEVER;
  if (schema === true || typeof schema !== 'object' || schema === null) return UNKNOWN;
  const { closed } = context;
  const known = closed?.types.get(schema);
  if (known !== undefined) return known;
  const before = closed?.open;
  const type = printNode(schema as SchemaObject, context, place);
  if (closed?.open === before) closed?.types.set(schema, type);
  return type;
}

function printNode(node: SchemaObject, context: PrintContext, place: Place): TypeText {
  if (place.depth > MAX_DEPTH) return noted(context, UNKNOWN);
  if (isBytesSchema(node)) return typeText`runtime.BytesInput`;
  const parts: Part[] = [];
  if (typeof node.$ref === 'string') {
    parts.push({ type: noted(context, context.reference(node.$ref, place.deferred)), members: 1 });
  }
  parts.push(...ownParts(node, context, place), ...combined(node, context, place));
  return intersection(parts);
}

/** A type that another place or another context may print differently. */
function noted({ closed }: PrintContext, type: TypeText): TypeText {
  if (closed !== undefined) closed.open += 1;
  return type;
}

/** A part of an intersection and how many members its union has. */
interface Part {
  readonly type: TypeText;
  readonly members: number;
}

/** What the schema says by itself: a literal, an enum or a type. */
function ownParts(node: SchemaObject, context: PrintContext, place: Place): Part[] {
  if (Object.hasOwn(node, 'const')) return [literalUnion([node.const], node, context, place)];
  if (Array.isArray(node.enum)) return [literalUnion(node.enum, node, context, place)];
  const types = typesOf(node);
  if (types === undefined) return [];
  const printed = unique(types.map((type) => printNamedType(type, node, context, place)));
  return [{ type: union(printed), members: printed.length }];
}

/** Named types of a node; without any, those that its keywords tell. */
function typesOf(node: SchemaObject): readonly TypeName[] | undefined {
  if (typeof node.type === 'string') return [node.type];
  if (Array.isArray(node.type) && node.type.length > 0) return node.type as readonly TypeName[];
  const objectLike = node.properties !== undefined || typeof node.additionalProperties === 'object';
  if (objectLike) return ['object'];
  return node.items !== undefined || node.prefixItems !== undefined ? ['array'] : undefined;
}

function printNamedType(type: TypeName, node: SchemaObject, context: PrintContext, place: Place): TypeText {
  switch (type) {
    case 'object':
      return printObject(node, context, place);
    case 'array':
      return printArray(node, context, place);
    case 'integer':
      return node.format === 'int64' || node.format === 'uint64' ? largeInteger(context) : typeText`number`;
    case 'number':
      return typeText`number`;
    case 'string':
      return typeText`string`;
    case 'boolean':
      return typeText`boolean`;
    case 'null':
      return typeText`null`;
    default:
      return UNKNOWN;
  }
}

/** Beyond 2^53 digits travel as text. */
function largeInteger({ direction }: PrintContext): TypeText {
  return direction === 'request' ? typeText`number | string | bigint` : typeText`number | string`;
}

function printArray(node: SchemaObject, context: PrintContext, place: Place): TypeText {
  const inner: Place = { depth: place.depth + 1, deferred: true };
  const rest = node.items === undefined ? UNKNOWN : printType(node.items, context, inner);
  const prefix = Array.isArray(node.prefixItems) ? node.prefixItems : [];
  if (prefix.length === 0) return typeText`${grouped(rest)}[]`;
  const least = typeof node.minItems === 'number' ? node.minItems : 0;
  const heads = prefix.map((item, index) => {
    const type = grouped(printType(item, context, inner));
    return index < least ? type : typeText`${type}?`;
  });
  const tail = node.items === false ? [] : [typeText`...${grouped(rest)}[]`];
  return typeText`[${joinTypes([...heads, ...tail], ', ')}]`;
}

/** `allOf`, `anyOf` and `oneOf`, each one part. */
function combined(node: SchemaObject, context: PrintContext, place: Place): Part[] {
  const inner: Place = { depth: place.depth + 1, deferred: place.deferred };
  const all = (node.allOf ?? []).map((branch) => ({ type: printType(branch, context, inner), members: 1 }));
  const unions = [node.anyOf, node.oneOf].filter((branches) => Array.isArray(branches) && branches.length > 0);
  return [
    ...all,
    ...unions.map((branches = []) => {
      const members = unique(branches.slice(0, MAX_MEMBERS).map((branch) => printType(branch, context, inner)));
      const whole = branches.length > MAX_MEMBERS || members.includes(UNKNOWN);
      return whole ? { type: UNKNOWN, members: 1 } : { type: union(members), members: members.length };
    }),
  ];
}

function literalUnion(values: readonly unknown[], node: SchemaObject, context: PrintContext, place: Place): Part {
  const inner: Place = { depth: place.depth + 1, deferred: place.deferred };
  if (values.length > MAX_MEMBERS || values.some((value) => typeof value === 'object' && value !== null)) {
    const { const: _const, enum: _enum, ...rest } = node;
    const types = typesOf(rest)?.map((type) => printNamedType(type, rest, context, inner));
    return { type: types === undefined ? UNKNOWN : union(unique(types)), members: 1 };
  }
  const members = unique(values.map((value) => typeText`${primitiveLiteral(value)}`));
  return members.length === 0 ? { type: NEVER, members: 1 } : { type: union(members), members: members.length };
}

/** Leaves out what says nothing, and unions whose product a checker could not cope with. */
function intersection(parts: readonly Part[]): TypeText {
  const telling = parts.filter(({ type }) => type !== UNKNOWN);
  const kept: TypeText[] = [];
  let product = 1;
  for (const { type, members } of telling) {
    if (kept.length > 0 && product * members > MAX_PRODUCT) continue;
    product *= members;
    kept.push(type);
  }
  const types = unique(kept);
  if (types.length === 0) return UNKNOWN;
  return types.length === 1 ? (types[0] ?? UNKNOWN) : joinTypes(types.map(grouped), ' & ');
}

export function union(members: readonly TypeText[]): TypeText {
  const flat = unique(members);
  if (flat.includes(UNKNOWN)) return UNKNOWN;
  return flat.length === 0 ? NEVER : joinTypes(flat, ' | ');
}

const unique = (types: readonly TypeText[]): readonly TypeText[] => (types.length < 2 ? types : [...new Set(types)]);

/** In parentheses where an operator stands outside of braces; a little too often does no harm. */
export function grouped(type: TypeText): TypeText {
  const whole = /^(?:[\w.]+|"(?:[^"\\]|\\.)*"|-?[\d.e+-]+)(?:\[\])*$/.test(type) || isLiteralType(type);
  return whole ? type : typeText`(${type})`;
}

/** True for one type literal, `{ … }`, as a whole: its first brace closes at its end. */
function isLiteralType(type: TypeText): boolean {
  if (!type.startsWith('{')) return false;
  const bare = type.replace(/\/\*[\s\S]*?\*\/|"(?:[^"\\]|\\.)*"/g, '');
  let depth = 0;
  for (let index = 0; index < bare.length; index += 1) {
    const character = bare[index];
    if (character === '{') depth += 1;
    else if (character === '}') depth -= 1;
    if (depth === 0) return index === bare.length - 1;
  }
  return false;
}
