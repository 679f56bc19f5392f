import type { Schema, SchemaObject } from '../../normalize/normalized-spec.js';
import { CONTRADICTION, type Conjoin, isEmptyRange, KEEP_BOTH, mergeKeyword } from './merge-keywords.js';
import type { Report } from './report.js';

const ANNOTATION_GROUPS: readonly (readonly string[])[] = [
  ['if', 'then', 'else'],
  ['contains', 'minContains', 'maxContains'],
  ['oneOf', 'anyOf', 'discriminator'],
];

/** Over this many parts halves are merged first: each step copies what was merged, in a row that would be quadratic. */
const MANY_PARTS = 32;

/**
 * One schema that admits exactly what all parts admit together; what no single schema can say stays in its `allOf`.
 *
 * An exception is deliberate: a closed branch beside branches with further properties would refuse them, which nobody
 * means. The whole is closed instead, and that is reported.
 */
export function mergeAll(
  parts: readonly SchemaObject[],
  conjoin: Conjoin,
  report: Report,
  origin: object,
): SchemaObject {
  if (parts.length > MANY_PARTS) {
    const half = parts.length >> 1;
    const [left, right] = [parts.slice(0, half), parts.slice(half)];
    return mergeTwo(
      mergeAll(left, conjoin, report, origin),
      mergeAll(right, conjoin, report, origin),
      conjoin,
      report,
      origin,
    );
  }
  let merged: SchemaObject = parts[0] ?? {};
  for (const part of parts.slice(1)) merged = mergeTwo(merged, part, conjoin, report, origin);
  return merged;
}

function mergeTwo(a: SchemaObject, b: SchemaObject, conjoin: Conjoin, report: Report, origin: object): SchemaObject {
  const [left, right] = spread(a, b, conjoin, report, origin);
  const merged = new Map<string, unknown>(Object.entries(left));
  const rest: Schema[] = [...(left.allOf ?? []), ...(right.allOf ?? [])];
  merged.delete('allOf');
  const kept = new Map<string, unknown>();
  for (const [keyword, value] of groupsApart(left, right, kept)) {
    if (keyword === 'allOf') continue;
    if (!merged.has(keyword)) {
      merged.set(keyword, value);
      continue;
    }
    const result = mergeKeyword(keyword, merged.get(keyword), value, conjoin);
    if (result === KEEP_BOTH || result === CONTRADICTION) kept.set(keyword, value);
    else merged.set(keyword, result);
    if (result === CONTRADICTION)
      report('ALL_OF_CONTRADICTION', `Branches of an allOf contradict each other in ${keyword}`, origin);
  }
  if (kept.size > 0) rest.push(Object.fromEntries(kept));
  if (rest.length > 0) merged.set('allOf', rest);
  const schema: SchemaObject = Object.fromEntries(merged);
  if (isEmptyRange(schema) && !isEmptyRange(a) && !isEmptyRange(b)) {
    report('ALL_OF_CONTRADICTION', 'Branches of an allOf have bounds that no value can meet', origin);
  }
  return schema;
}

/** `items` means the items after those of `prefixItems` beside it, and no others. */
function positionalGroups(a: SchemaObject, b: SchemaObject): readonly (readonly string[])[] {
  return a.prefixItems || b.prefixItems ? [['prefixItems', 'items', 'unevaluatedItems']] : [];
}

/** Keywords that belong together go together: where both branches have the group, the second one's is kept apart. */
function groupsApart(a: SchemaObject, b: SchemaObject, kept: Map<string, unknown>): [string, unknown][] {
  const apart = new Set<string>();
  for (const group of [...ANNOTATION_GROUPS, ...positionalGroups(a, b)]) {
    const has = (schema: object) => group.some((key) => key !== 'discriminator' && Object.hasOwn(schema, key));
    if (!has(a) || !has(b)) continue;
    for (const key of group) if (Object.hasOwn(b, key)) apart.add(key);
  }
  const rest: [string, unknown][] = [];
  for (const [keyword, value] of Object.entries(b)) {
    if (apart.has(keyword)) kept.set(keyword, value);
    else rest.push([keyword, value]);
  }
  return rest;
}

/** Lets `additionalProperties` and `patternProperties` of each branch act on the properties only the other declares. */
function spread(
  a: SchemaObject,
  b: SchemaObject,
  conjoin: Conjoin,
  report: Report,
  origin: object,
): [SchemaObject, SchemaObject] {
  const closedA = a.additionalProperties === false;
  const closedB = b.additionalProperties === false;
  const onlyA = Object.keys(a.properties ?? {}).some((key) => !Object.hasOwn(b.properties ?? {}, key));
  const onlyB = Object.keys(b.properties ?? {}).some((key) => !Object.hasOwn(a.properties ?? {}, key));
  if ((closedA && onlyB) || (closedB && onlyA)) {
    report(
      'ALL_OF_CLOSED',
      'Closed branches of an allOf with different properties were read as one closed object',
      origin,
    );
  }
  return [restrict(a, b, conjoin), restrict(b, a, conjoin)];
}

function restrict(schema: SchemaObject, by: SchemaObject, conjoin: Conjoin): SchemaObject {
  const extra = by.additionalProperties;
  if (!schema.properties || extra === undefined || typeof extra === 'boolean' || Object.keys(extra).length === 0)
    return schema;
  const declared = by.properties ?? {};
  const properties = Object.entries(schema.properties).map(([key, value]): [string, Schema] => [
    key,
    Object.hasOwn(declared, key) ? value : conjoin(value, extra),
  ]);
  return { ...schema, properties: Object.fromEntries(properties) };
}
