import type { Schema, SchemaObject } from '../../normalize/normalized-spec.js';
import { bareRef, reference, refName } from './refs.js';

/** Looks a definition up by name. */
export type Lookup = (name: string) => Schema | undefined;

/**
 * Branches of a discriminated union, each with its tag as a required `enum` (OpenAPI, Discriminator Object): the values
 * `mapping` gives a schema, else its name. A branch that already fixes its tag so stays as it is; one that lists other
 * values than its name keeps them, since a discriminator never rules out what a schema admits.
 */
export function tagBranches(schema: SchemaObject, branches: readonly Schema[], lookup: Lookup): readonly Schema[] {
  const { discriminator } = schema;
  if (!discriminator) return branches;
  const values = valuesByName(discriminator.mapping);
  return branches.map((branch) => {
    const name = bareRef(branch);
    if (name === undefined) return branch;
    const tags = values.get(name) ?? [name];
    const known = declaredTags(branch, discriminator.propertyName, lookup, new Set());
    if (known && known.values.length > 0) {
      const shared = known.values.filter((value) => tags.includes(value as string));
      if (shared.length === known.values.length && known.required) return branch;
      const isOwnName = tags.length === 1 && tags[0] === name;
      if (shared.length === 0 && isOwnName) return tagged(branch, discriminator.propertyName, undefined);
    }
    return tagged(branch, discriminator.propertyName, tags);
  });
}

/**
 * Alternatives of a base without a union of its own, whose discriminator names the schemas that extend it (OpenAPI,
 * Discriminator Object): each with its tag, and the base itself for the tags of its own. Undefined where there are none.
 */
export function derivedBranches(schema: SchemaObject, name: string, lookup: Lookup): readonly Schema[] | undefined {
  const { discriminator, title: _title, description: _text, ...base } = schema;
  if (!discriminator || schema.anyOf || schema.oneOf) return undefined;
  const values = valuesByName(discriminator.mapping);
  const own = new Set(values.get(name) ?? []);
  values.delete(name);
  const derived = [...values].filter(([target]) => lookup(target) !== undefined);
  if (derived.length === 0) return undefined;
  const mapped = new Set(derived.flatMap(([, tags]) => tags));
  const declared = declaredTags(schema, discriminator.propertyName, lookup, new Set())?.values ?? [];
  for (const tag of declared) if (typeof tag === 'string' && !mapped.has(tag)) own.add(tag);
  const branches = derived.map(([target, tags]) => {
    const branch: SchemaObject = { $ref: reference(target) };
    const whole = extendsBase(branch, name, lookup, new Set()) ? branch : { allOf: [branch, base] };
    return tagged(whole, discriminator.propertyName, tags);
  });
  return own.size === 0 ? branches : [...branches, tagged(base, discriminator.propertyName, [...own])];
}

function extendsBase(schema: Schema, base: string, lookup: Lookup, seen: Set<Schema>): boolean {
  if (typeof schema === 'boolean' || seen.has(schema)) return false;
  seen.add(schema);
  const name = schema.$ref === undefined ? undefined : refName(schema.$ref);
  if (name === base) return true;
  const target = name === undefined ? undefined : lookup(name);
  return [...(schema.allOf ?? []), ...(target === undefined ? [] : [target])].some((part) =>
    extendsBase(part, base, lookup, seen),
  );
}

function valuesByName(mapping: Readonly<Record<string, string>>): Map<string, string[]> {
  const values = new Map<string, string[]>();
  for (const [value, target] of Object.entries(mapping)) {
    const name = refName(target) ?? target.slice(target.lastIndexOf('/') + 1);
    values.set(name, [...(values.get(name) ?? []), value]);
  }
  return values;
}

function tagged(branch: Schema, property: string, tags: readonly string[] | undefined): Schema {
  const tag: SchemaObject =
    tags === undefined ? {} : tags.length === 1 ? { type: 'string', const: tags[0] } : { type: 'string', enum: tags };
  const part: SchemaObject = {
    type: 'object',
    ...(tags && { properties: Object.fromEntries([[property, tag]]) }),
    required: [property],
  };
  return { allOf: [branch, part] };
}

interface Declared {
  readonly values: readonly unknown[];
  readonly required: boolean;
}

/** What a branch itself says about its tag, looking through references and `allOf`. */
function declaredTags(schema: Schema, property: string, lookup: Lookup, seen: Set<Schema>): Declared | undefined {
  if (typeof schema === 'boolean' || seen.has(schema)) return undefined;
  seen.add(schema);
  const properties = schema.properties ?? {};
  const own = Object.hasOwn(properties, property) ? properties[property] : undefined;
  const parts: (Declared | undefined)[] = [];
  if (typeof own === 'object') {
    parts.push({ values: own.const !== undefined ? [own.const] : (own.enum ?? []), required: false });
  }
  if (schema.required?.includes(property)) parts.push({ values: [], required: true });
  const name = schema.$ref === undefined ? undefined : refName(schema.$ref);
  const target = name === undefined ? undefined : lookup(name);
  for (const part of [...(schema.allOf ?? []), ...(target === undefined ? [] : [target])]) {
    parts.push(declaredTags(part, property, lookup, seen));
  }
  const found = parts.filter((part) => part !== undefined);
  if (found.length === 0) return undefined;
  return {
    values: found.find((part) => part.values.length > 0)?.values ?? [],
    required: found.some((part) => part.required),
  };
}
