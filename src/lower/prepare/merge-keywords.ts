import type { Schema, SchemaObject, TypeName } from '../../normalize/normalized-spec.js';
import { equal, intersect } from './equal.js';

/** The two values cannot be said by one keyword: both branches stay, side by side, in `allOf`. */
export const KEEP_BOTH = Symbol('keep both');
/** No value can satisfy both. */
export const CONTRADICTION = Symbol('contradiction');

export type Merged = unknown | typeof KEEP_BOTH | typeof CONTRADICTION;
/** Conjunction of two schemas, merged when it is looked at. */
export type Conjoin = (a: Schema, b: Schema) => Schema;
type Rule = (a: never, b: never, conjoin: Conjoin) => Merged;

const larger = (a: number, b: number): Merged => Math.max(a, b);
const smaller = (a: number, b: number): Merged => Math.min(a, b);
const either = (a: boolean, b: boolean): Merged => a || b;
const first = (a: unknown): Merged => a;
const conjoined = (a: Schema, b: Schema, conjoin: Conjoin): Merged => conjoin(a, b);
const sameOrBoth = (a: unknown, b: unknown): Merged => (equal(a, b) ? a : KEEP_BOTH);

function types(a: TypeName | readonly TypeName[], b: TypeName | readonly TypeName[]): Merged {
  const left = new Set(typeof a === 'string' ? [a] : a);
  const right = new Set(typeof b === 'string' ? [b] : b);
  const has = (set: ReadonlySet<TypeName>, type: TypeName) =>
    set.has(type) || (type === 'integer' && set.has('number'));
  const both = [...new Set([...left, ...right])].filter((type) => has(left, type) && has(right, type));
  if (both.length === 0) return CONTRADICTION;
  return both.length === 1 ? both[0] : both;
}

function enums(a: readonly unknown[], b: readonly unknown[]): Merged {
  const both = intersect(a, b);
  return both.length === 0 ? CONTRADICTION : both;
}

const consts = (a: unknown, b: unknown): Merged => (equal(a, b) ? a : CONTRADICTION);

function multiples(a: number, b: number): Merged {
  if (!Number.isInteger(a) || !Number.isInteger(b) || a <= 0 || b <= 0) return a === b ? a : KEEP_BOTH;
  const gcd = (x: number, y: number): number => (y === 0 ? x : gcd(y, x % y));
  const lcm = (a / gcd(a, b)) * b;
  return Number.isSafeInteger(lcm) ? lcm : KEEP_BOTH;
}

function maps(a: Readonly<Record<string, Schema>>, b: Readonly<Record<string, Schema>>, conjoin: Conjoin): Merged {
  const merged = new Map(Object.entries(a));
  for (const [key, schema] of Object.entries(b)) {
    const known = merged.get(key);
    merged.set(key, known === undefined ? schema : conjoin(known, schema));
  }
  return Object.fromEntries(merged);
}

function lists(a: Readonly<Record<string, readonly string[]>>, b: Readonly<Record<string, readonly string[]>>): Merged {
  const merged = new Map(Object.entries(a));
  for (const [key, names] of Object.entries(b)) merged.set(key, [...new Set([...(merged.get(key) ?? []), ...names])]);
  return Object.fromEntries(merged);
}

/** How two branches of an `allOf` that both have a keyword become one. Exact, or said to be impossible. */
const RULES = {
  type: types,
  enum: enums,
  const: consts,
  required: (a: readonly string[], b: readonly string[]): Merged => [...new Set([...a, ...b])],
  properties: maps,
  patternProperties: maps,
  dependentSchemas: maps,
  dependentRequired: lists,
  additionalProperties: conjoined,
  propertyNames: conjoined,
  unevaluatedProperties: conjoined,
  items: conjoined,
  minimum: larger,
  exclusiveMinimum: larger,
  minLength: larger,
  minItems: larger,
  minProperties: larger,
  maximum: smaller,
  exclusiveMaximum: smaller,
  maxLength: smaller,
  maxItems: smaller,
  maxProperties: smaller,
  multipleOf: multiples,
  uniqueItems: either,
  readOnly: either,
  writeOnly: either,
  deprecated: either,
  title: first,
  description: first,
  default: first,
  examples: first,
  xml: first,
  discriminator: first,
  contentEncoding: first,
  contentMediaType: first,
} as const satisfies Partial<Record<keyof SchemaObject, Rule>>;

/** Merges the values two branches give one keyword. A keyword without a rule is kept in both branches. */
export function mergeKeyword(keyword: string, a: unknown, b: unknown, conjoin: Conjoin): Merged {
  const rule: Rule = Object.hasOwn(RULES, keyword) ? RULES[keyword as keyof typeof RULES] : sameOrBoth;
  return rule(a as never, b as never, conjoin);
}

const RANGES: readonly (readonly [keyof SchemaObject, keyof SchemaObject])[] = [
  ['minimum', 'maximum'],
  ['minLength', 'maxLength'],
  ['minItems', 'maxItems'],
  ['minProperties', 'maxProperties'],
];

/** True when a lower bound is above its upper bound. */
export function isEmptyRange(schema: SchemaObject): boolean {
  return RANGES.some(([low, high]) => Number(schema[low] ?? -Infinity) > Number(schema[high] ?? Infinity));
}
