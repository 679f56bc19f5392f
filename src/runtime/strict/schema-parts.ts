/** A node of an `input_schema`, as plain JSON. */
export type Node = Readonly<Record<string, unknown>>;

export function isNode(value: unknown): value is Node {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

/** Where a reference leads: `#/$defs/Pet`. Undefined for references to elsewhere and to what is not there. */
export function resolvePointer(root: Node, reference: string): unknown {
  if (!reference.startsWith('#/')) return undefined;
  let here: unknown = root;
  for (const step of reference.slice(2).split('/')) {
    const key = step.replaceAll('~1', '/').replaceAll('~0', '~');
    if (here === null || typeof here !== 'object' || !Object.hasOwn(here, key)) return undefined;
    here = (here as Record<string, unknown>)[key];
  }
  return here;
}

export function escapeStep(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** True where the API counts the schema as a union: `anyOf`, or a list of several types. */
export function isUnion(node: Node): boolean {
  return Array.isArray(node['anyOf']) || (Array.isArray(node['type']) && node['type'].length > 1);
}

/** Subschemas that are part of a value's own shape, with the steps that lead to them; `$defs` and `$ref` are not followed. */
export function partsOf(node: Node): [steps: readonly string[], part: unknown][] {
  const parts: [readonly string[], unknown][] = [];
  const { properties, items } = node;
  if (isNode(properties)) {
    for (const [key, part] of Object.entries(properties)) parts.push([['properties', key], part]);
  }
  if (isNode(items)) parts.push([['items'], items]);
  for (const keyword of ['anyOf', 'allOf', 'oneOf']) {
    const list = node[keyword];
    if (Array.isArray(list)) for (const [index, part] of list.entries()) parts.push([[keyword, String(index)], part]);
  }
  return parts;
}

/** Names of the properties that an object does not require. */
export function optionalKeys(node: Node): string[] {
  const { properties, required } = node;
  if (!isNode(properties)) return [];
  const needed = new Set<unknown>(Array.isArray(required) ? required : []);
  return Object.keys(properties).filter((key) => !needed.has(key));
}

/** True where null fits, as far as the subset's keywords say; unsure cases count as nullable. */
export function isNullable(schema: unknown, root: Node, depth = 0): boolean {
  if (!isNode(schema) || depth > 64) return true;
  const { type, anyOf, allOf, enum: values, $ref: reference } = schema;
  const fits = (part: unknown) => isNullable(part, root, depth + 1);
  if (Object.hasOwn(schema, 'const')) return schema['const'] === null;
  if (Array.isArray(values)) return values.includes(null);
  if (type !== undefined) return Array.isArray(type) ? type.includes('null') : type === 'null';
  if (Array.isArray(anyOf)) return anyOf.some(fits);
  if (Array.isArray(allOf)) return allOf.every(fits);
  return typeof reference === 'string' ? fits(resolvePointer(root, reference)) : true;
}
