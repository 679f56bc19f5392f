import type { JSONSchema, SharedSchemaModule } from '../contract.js';

/** The same input twice: with plain numbers for the validator, with all digits for the request. */
export interface PlacedIntegers {
  check: unknown;
  send: unknown;
}

const DIGITS = /^-?\d{1,39}$/;
const WIDE_FORMATS = new Set(['int64', 'uint64']);
/** The pattern that validation schemas give to the digits of a 64-bit integer. */
const WIDE_PATTERN = '^-?[0-9]{1,20}$';

/**
 * Finds 64-bit integers that are written as digits in a string, or as `bigint`. Where the schema speaks of a 64-bit
 * integer, digits become a number for the validator and a `bigint` for the request, which is sent unquoted.
 */
export function placeIntegers(
  value: unknown,
  { schema, shared }: { readonly schema: JSONSchema; readonly shared: SharedSchemaModule },
): PlacedIntegers {
  return place(value, [schema], shared.$defs, schema);
}

/** A quick look: most inputs hold neither digits in strings nor `bigint`, and need no placing. */
export function mayHoldIntegers(value: unknown): boolean {
  if (typeof value === 'string') return DIGITS.test(value);
  if (typeof value !== 'object' || value === null) return typeof value === 'bigint';
  return Object.values(value).some(mayHoldIntegers);
}

function place(value: unknown, schemas: readonly JSONSchema[], defs: Definitions, root: JSONSchema): PlacedIntegers {
  if (typeof value === 'bigint') return { check: Number(value), send: value };
  if (typeof value === 'string') {
    if (!DIGITS.test(value) || !isWide(schemas, defs, root)) return { check: value, send: value };
    return { check: Number(value), send: BigInt(value) };
  }
  if (typeof value !== 'object' || value === null) return { check: value, send: value };
  const here = flatten(schemas, defs, root);
  if (Array.isArray(value)) {
    const items = value.map((item, index) => place(item, itemSchemas(here, index), defs, root));
    return { check: items.map(({ check }) => check), send: items.map(({ send }) => send) };
  }
  const members = Object.entries(value).map(([key, member]) => {
    return [key, place(member, memberSchemas(here, key), defs, root)] as const;
  });
  return {
    check: Object.fromEntries(members.map(([key, { check }]) => [key, check])),
    send: Object.fromEntries(members.map(([key, { send }]) => [key, send])),
  };
}

type Definitions = Readonly<Record<string, JSONSchema>>;

const isSchema = (value: unknown): value is JSONSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const listOf = (value: unknown): JSONSchema[] => (Array.isArray(value) ? value.filter(isSchema) : []);

function targetOf(ref: unknown, defs: Definitions, root: JSONSchema): JSONSchema[] {
  if (typeof ref !== 'string') return [];
  const match = /^(shared)?#\/\$defs\/([^/]+)$/.exec(ref);
  const name = decodePointer(match?.[2] ?? '');
  const own = root['$defs'];
  const holder = match?.[1] === undefined ? (isSchema(own) ? own : {}) : defs;
  const target = Object.hasOwn(holder, name) ? (holder as Definitions)[name] : undefined;
  return target === undefined ? [] : [target];
}

function decodePointer(text: string): string {
  try {
    return decodeURIComponent(text).replaceAll('~1', '/').replaceAll('~0', '~');
  } catch {
    return text;
  }
}

/** All schemas that speak about one place: through references and combinators, each once. */
function flatten(schemas: readonly JSONSchema[], defs: Definitions, root: JSONSchema): ReadonlySet<JSONSchema> {
  const seen = new Set<JSONSchema>();
  const open = [...schemas];
  for (let schema = open.pop(); schema !== undefined; schema = open.pop()) {
    if (seen.has(schema)) continue;
    seen.add(schema);
    open.push(...targetOf(schema['$ref'], defs, root));
    open.push(...listOf(schema['allOf']), ...listOf(schema['anyOf']), ...listOf(schema['oneOf']));
  }
  return seen;
}

/** True for a schema that by itself speaks of a 64-bit integer. */
export function isWideInteger({ format, pattern }: JSONSchema): boolean {
  return pattern === WIDE_PATTERN || WIDE_FORMATS.has(String(format));
}

function isWide(schemas: readonly JSONSchema[], defs: Definitions, root: JSONSchema): boolean {
  const here = [...flatten(schemas, defs, root)];
  const wide = here.some(isWideInteger);
  // A branch that takes any text keeps the text: only digits-only text stands for a number.
  return wide && !here.some(({ type, pattern }) => pattern === undefined && [type].flat().includes('string'));
}

function itemSchemas(here: ReadonlySet<JSONSchema>, index: number): JSONSchema[] {
  return [...here].flatMap((schema) => {
    const prefix = listOf(schema['prefixItems']);
    const own = prefix[index];
    if (own !== undefined) return [own];
    return isSchema(schema['items']) ? [schema['items']] : [];
  });
}

function memberSchemas(here: ReadonlySet<JSONSchema>, key: string): JSONSchema[] {
  return [...here].flatMap((schema) => {
    const properties = schema['properties'];
    if (isSchema(properties) && Object.hasOwn(properties, key)) return listOf([properties[key]]);
    return listOf([schema['additionalProperties'], schema['unevaluatedProperties']]);
  });
}
