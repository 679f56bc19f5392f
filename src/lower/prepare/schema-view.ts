import type { Schema, SchemaObject } from '../../normalize/normalized-spec.js';
import { derivedBranches, type Lookup, tagBranches } from './discriminator.js';
import { inferType } from './infer-type.js';
import { mergeAll } from './merge-all-of.js';
import { annotationsOf, bareRef, isEmpty, refName, withUse } from './refs.js';
import type { Report } from './report.js';

/** Which way values travel: `readOnly` properties have no place in requests, `writeOnly` ones none in responses. */
export type Direction = 'request' | 'response';

/** Levels of `allOf` made by merging properties that two branches declare; deeper ones stay unmerged. */
const MERGE_DEPTH = 3;

/** The definitions as they look in one direction. Every answer is memoised by the schema's identity. */
export interface SchemaView {
  /**
   * One level of a schema: `allOf` merged, hidden properties gone, union branches tagged, the type inferred. The schemas
   * inside are as the document has them. A bare reference stays one. `allOf` holds only what cannot be merged.
   */
  readonly expand: (schema: Schema) => Schema;
  /** Like `expand`, references followed; annotations of the use win. References that lead nowhere admit anything. */
  readonly follow: (schema: Schema) => Schema;
  readonly lookup: Lookup;
  /** The schema of the document that a schema was made from, at least in part. */
  readonly originOf: (made: object) => object | undefined;
}

export function createView(definitions: ReadonlyMap<string, Schema>, direction: Direction, report: Report): SchemaView {
  const memo = new Map<Schema, Schema>();
  const merges = new Map<Schema, Schema>();
  const hidden = new Map<Schema, boolean>();
  const depths = new WeakMap<object, number>();
  const pairs = new WeakMap<object, WeakMap<object, SchemaObject>>();
  const owners = new Map<Schema, string>();
  for (const [name, schema] of definitions) if (typeof schema === 'object') owners.set(schema, name);
  const origins = new WeakMap<object, object>();
  const busy = new Set<Schema>();
  const busyNames: string[] = [];
  const lookup: Lookup = (name) => definitions.get(name);

  function expand(schema: Schema): Schema {
    if (typeof schema === 'boolean' || bareRef(schema) !== undefined) return schema;
    const known = memo.get(schema);
    if (known !== undefined) return known;
    const merged = merge(schema);
    const shape = typeof merged === 'boolean' ? merged : finish(merged, schema);
    memo.set(schema, shape);
    if (typeof shape === 'object' && shape !== schema) origins.set(shape, schema);
    return shape;
  }

  /** `allOf` merged, nothing hidden yet: what is hidden is known once everything is in one place. */
  function merge(schema: Schema): Schema {
    if (typeof schema === 'boolean' || bareRef(schema) !== undefined) return schema;
    const known = merges.get(schema);
    if (known !== undefined) return known;
    if (busy.has(schema)) return {};
    const owner = owners.get(schema);
    busy.add(schema);
    if (owner !== undefined) busyNames.push(owner);
    const merged = mergeAllOf(schema);
    if (owner !== undefined) busyNames.pop();
    busy.delete(schema);
    merges.set(schema, merged);
    return merged;
  }

  const follow = (schema: Schema): Schema => followWith(expand, schema);

  function followWith(look: (schema: Schema) => Schema, schema: Schema): Schema {
    const uses: SchemaObject[] = [];
    const seen = new Set<string>();
    let current = look(schema);
    for (let name = bareRef(current); name !== undefined && typeof current === 'object'; name = bareRef(current)) {
      uses.unshift(current);
      const target = definitions.get(name);
      if (target === undefined || seen.has(name)) return uses.reduce<SchemaObject>(withUse, {});
      seen.add(name);
      current = look(target);
    }
    return typeof current === 'boolean' ? current : uses.reduce<SchemaObject>(withUse, current);
  }

  /** Branches that say nothing are left out; a single reference with annotations around it stays a reference. */
  function mergeAllOf(schema: SchemaObject): SchemaObject {
    if (schema.allOf === undefined && schema.$ref === undefined) return schema;
    if ((depths.get(schema) ?? 0) > MERGE_DEPTH) return schema;
    const { allOf = [], $ref, ...own } = schema;
    const branches = [...($ref === undefined ? [] : [{ $ref }]), ...allOf].filter((branch) => !isVacuous(branch));
    if (branches.includes(false)) return { ...own, not: {} };
    const only = branches.length === 1 ? branches[0] : undefined;
    if (typeof only === 'object' && bareRef(only) !== undefined && isEmpty(own)) return { ...only, ...own };
    const parts = branches.map(partOf);
    if (parts.includes(false)) return { ...own, not: {} };
    const objects = parts.filter((part) => typeof part === 'object');
    return mergeAll([withoutMoot(own, objects), ...objects], conjoin, report, schema);
  }

  function isVacuous(branch: Schema): boolean {
    return branch === true || (typeof branch === 'object' && Object.keys(branch).length === 0);
  }

  /** A branch of an `allOf`. A base whose union lists the schema being merged would admit it in a circle: union left out. */
  function partOf(branch: Schema): Schema {
    const shape = followWith(merge, branch);
    if (typeof shape === 'boolean') return shape;
    const { anyOf, oneOf, discriminator, ...base } = shape;
    const circular = [...(anyOf ?? []), ...(oneOf ?? [])].some((member) => mentions(member));
    if (circular) return base;
    return typeof branch === 'object' && bareRef(branch) !== undefined && !anyOf && !oneOf ? base : shape;
  }

  function mentions(member: Schema): boolean {
    if (typeof member === 'boolean') return false;
    const name = bareRef(member);
    if (name !== undefined) return busyNames.includes(name);
    return (member.allOf ?? []).some((inner) => typeof inner === 'object' && mentions(inner));
  }

  function conjoin(a: Schema, b: Schema): Schema {
    if (a === b || b === true) return a;
    if (a === true) return b;
    if (a === false || b === false) return false;
    const name = bareRef(a);
    if (name !== undefined && name === bareRef(b)) return a;
    const inner = pairs.get(a) ?? new WeakMap<object, SchemaObject>();
    pairs.set(a, inner);
    const known = inner.get(b);
    if (known) return known;
    const both: SchemaObject = { allOf: [a, b] };
    depths.set(both, Math.max(depths.get(a) ?? 0, depths.get(b) ?? 0) + 1);
    inner.set(b, both);
    origins.set(both, a);
    return both;
  }

  function finish(merged: SchemaObject, origin: SchemaObject): Schema {
    if (bareRef(merged) !== undefined) return merged;
    const shape = foldUnevaluated(declareRequired(removeHidden(merged), origin));
    const owner = owners.get(origin);
    const derived = owner === undefined ? undefined : derivedBranches(shape, owner, lookup);
    if (derived) return { ...annotationsOf(shape), anyOf: derived };
    const type = inferType(shape, lookup);
    return {
      ...shape,
      ...(type && { type }),
      ...(shape.anyOf && { anyOf: tagBranches(shape, withoutRepetitions(shape.anyOf), lookup) }),
      ...(shape.oneOf && { oneOf: tagBranches(shape, withoutRepetitions(shape.oneOf), lookup) }),
    };
  }

  function removeHidden(schema: SchemaObject): SchemaObject {
    const gone = Object.entries(schema.properties ?? {})
      .filter(([name, property]) => name === '__proto__' || isHiddenProperty(property))
      .map(([name]) => name);
    if (gone.includes('__proto__')) report('SCHEMA_INVALID', 'A property named __proto__ was left out', schema);
    if (gone.length === 0) return schema;
    const { required, ...rest } = schema;
    const left = required?.filter((name) => !gone.includes(name));
    const properties = Object.entries(schema.properties ?? {}).filter(([name]) => !gone.includes(name));
    return { ...rest, properties: Object.fromEntries(properties), ...(left && left.length > 0 && { required: left }) };
  }

  /** Nearly every property says it by itself. */
  function isHiddenProperty(schema: Schema): boolean {
    if (typeof schema === 'boolean') return false;
    const isPlain = schema.$ref === undefined && schema.allOf === undefined;
    return isPlain ? saysHidden(schema) : isHidden(schema, new Set());
  }

  const saysHidden = (schema: SchemaObject): boolean =>
    (direction === 'request' ? schema.readOnly : schema.writeOnly) === true;

  function isHidden(schema: Schema, seen: Set<Schema>): boolean {
    if (typeof schema === 'boolean' || seen.has(schema)) return false;
    const known = hidden.get(schema);
    if (known !== undefined) return known;
    seen.add(schema);
    const name = schema.$ref === undefined ? undefined : refName(schema.$ref);
    const target = name === undefined ? undefined : definitions.get(name);
    const answer =
      saysHidden(schema) ||
      (target !== undefined && isHidden(target, seen)) ||
      (schema.allOf ?? []).some((branch) => isHidden(branch, seen));
    hidden.set(schema, answer);
    return answer;
  }

  /** A required property that nothing describes takes any value. */
  function declareRequired(schema: SchemaObject, origin: object): SchemaObject {
    const { required, properties = {}, patternProperties } = schema;
    if (!required || patternProperties || (!schema.properties && schema.type === undefined)) return schema;
    if (typeof schema.additionalProperties === 'object' && Object.keys(schema.additionalProperties).length > 0)
      return schema;
    const missing = required.filter((name) => !Object.hasOwn(properties, name) && !inUnion(schema, name));
    if (missing.length === 0) return schema;
    if (schema.properties)
      report('REQUIRED_UNKNOWN', `required names ${missing.join(', ')}, which no property describes`, origin);
    const added = missing.map((name): [string, Schema] => [name, {}]);
    return { ...schema, properties: Object.fromEntries([...Object.entries(properties), ...added]) };
  }

  /** Properties that only the branches of a union beside `required` describe. */
  function inUnion(schema: SchemaObject, name: string): boolean {
    return [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].some((branch) => {
      const shape = follow(branch);
      return typeof shape === 'object' && Object.hasOwn(shape.properties ?? {}, name);
    });
  }

  function originOf(made: object): object | undefined {
    let found = origins.get(made);
    for (let next = found && origins.get(found); next; next = origins.get(next)) found = next;
    return found;
  }

  return { expand, follow, lookup, originOf };
}

/** Branches that refer to the same definition, once; those that admit nothing not at all, where others remain. */
function withoutRepetitions(branches: readonly Schema[]): readonly Schema[] {
  const names = new Set<string>();
  const possible = branches.filter((branch) => branch !== false);
  return (possible.length === 0 ? branches : possible).filter((branch) => {
    const name = bareRef(branch);
    if (name === undefined) return true;
    if (names.has(name)) return false;
    names.add(name);
    return true;
  });
}

/** A branch that speaks of all further properties leaves none for `unevaluatedProperties` around it. */
function withoutMoot(own: SchemaObject, parts: readonly SchemaObject[]): SchemaObject {
  const { unevaluatedProperties: _moot, ...rest } = own;
  const isMoot = parts.some((part) => (part.additionalProperties ?? part.unevaluatedProperties) !== undefined);
  return isMoot ? rest : own;
}

/** With nothing left beside it that evaluates, `unevaluatedProperties` means `additionalProperties`. */
function foldUnevaluated(schema: SchemaObject): SchemaObject {
  const { unevaluatedProperties, ...rest } = schema;
  if (unevaluatedProperties === undefined) return schema;
  if (rest.additionalProperties !== undefined) return rest;
  const apart = [rest.allOf, rest.anyOf, rest.oneOf, rest.if, rest.dependentSchemas, rest.$ref];
  return apart.every((part) => part === undefined) ? { ...rest, additionalProperties: unevaluatedProperties } : schema;
}
