import type { Codec, Codecs, JSONSchema } from '../contract.js';
import { CodecError } from './codec-error.js';
import { child, isObject } from './snapshot.js';

/** A schema with the JSON pointer it stands at: what a codec is looked up by. */
export interface Place {
  readonly schema: JSONSchema;
  readonly pointer: string;
}

/** One walk over a value: the root schema, its codecs, and the work that is left. */
export interface Walk {
  readonly root: JSONSchema;
  readonly codecs: ReadonlyMap<string, Codec>;
  steps: number;
}

/** Steps at most: far beyond any honest input. */
const MAX_STEPS = 5_000_000;

const NO_CODECS: ReadonlyMap<string, Codec> = new Map();
const CODECS = new WeakMap<Codecs, ReadonlyMap<string, Codec>>();

export function startWalk(root: JSONSchema, codecs: Codecs | undefined): Walk {
  return { root, codecs: codecs === undefined ? NO_CODECS : mapOf(codecs), steps: MAX_STEPS };
}

/** Made once for each operation. */
function mapOf(codecs: Codecs): ReadonlyMap<string, Codec> {
  const known = CODECS.get(codecs);
  if (known !== undefined) return known;
  const map = new Map(Object.entries(codecs));
  CODECS.set(codecs, map);
  return map;
}

export function spend(walk: Walk, path: string): void {
  walk.steps -= 1;
  if (walk.steps < 0) throw new CodecError(path, 'the input takes too long to read');
}

/** Follows `$ref` into the root's `$defs`. */
export function follow(walk: Walk, place: Place): Place {
  let current = place;
  for (let hops = 0; typeof current.schema['$ref'] === 'string' && hops < 100; hops += 1) {
    const name = /^#\/\$defs\/([^/]+)$/.exec(current.schema['$ref'])?.[1];
    const definitions = walk.root['$defs'];
    const target =
      name !== undefined && isObject(definitions) && Object.hasOwn(definitions, name) ? definitions[name] : undefined;
    if (!isObject(target)) return current;
    current = { schema: target, pointer: `/$defs/${name}` };
  }
  return current;
}

export function codecAt(walk: Walk, { pointer }: Place): Codec | undefined {
  return walk.codecs.get(pointer);
}

export function propertyPlace({ schema, pointer }: Place, key: string): Place | undefined {
  const properties = schema['properties'];
  if (!isObject(properties) || !Object.hasOwn(properties, key)) return undefined;
  const property = properties[key];
  return isObject(property) ? { schema: property, pointer: child(`${pointer}/properties`, key) } : undefined;
}

export function propertyKeys({ schema }: Place): readonly string[] {
  return isObject(schema['properties']) ? Object.keys(schema['properties']) : [];
}

export function itemsPlace({ schema, pointer }: Place): Place | undefined {
  return isObject(schema['items']) ? { schema: schema['items'], pointer: `${pointer}/items` } : undefined;
}

/** Place of the values in a `{ key, value }` list. */
export function entryPlace(list: Place): Place | undefined {
  const items = itemsPlace(list);
  return items && propertyPlace(items, 'value');
}

export function branchPlaces({ schema, pointer }: Place): readonly Place[] {
  const branches: unknown = schema['anyOf'];
  if (!Array.isArray(branches)) return [];
  return branches.filter(isObject).map((branch, index) => ({ schema: branch, pointer: `${pointer}/anyOf/${index}` }));
}

export function isRequired({ schema }: Place, key: string): boolean {
  return Array.isArray(schema['required']) && schema['required'].includes(key);
}

/** Types a schema names itself. */
export function typesOf({ schema }: Place): readonly unknown[] {
  const type = schema['type'];
  return Array.isArray(type) ? type : type === undefined ? [] : [type];
}

/** Literals a schema admits; undefined when it lists none. */
export function literalsOf({ schema }: Place): readonly unknown[] | undefined {
  if (Object.hasOwn(schema, 'const')) return [schema['const']];
  return Array.isArray(schema['enum']) ? schema['enum'] : undefined;
}

/** True where some value of a type fits, unions and references included. */
export function admitsType(walk: Walk, place: Place, type: string, depth = 0): boolean {
  const at = follow(walk, place);
  if (depth > 50) return false;
  if (typesOf(at).includes(type)) return true;
  const literals = literalsOf(at);
  if (literals && typesOf(at).length === 0)
    return literals.some((value) => (value === null ? 'null' : typeof value) === type);
  return branchPlaces(at).some((branch) => admitsType(walk, branch, type, depth + 1));
}

export interface Renamings {
  /** Written key → natural name, where they differ. */
  readonly names: ReadonlyMap<string, string>;
  /** Natural name → written key. */
  readonly keys: ReadonlyMap<string, string>;
  /** Key of the list of further properties. */
  readonly rest: string | undefined;
}

const NOTHING_RENAMED: Renamings = { names: new Map(), keys: new Map(), rest: undefined };

/** How an object's keys are written. */
export function renamings(codec: Codec | undefined): Renamings {
  const isRenamed = codec?.kind === 'names' || codec?.kind === 'open';
  if (!isRenamed) return NOTHING_RENAMED;
  const names = new Map(Object.entries(codec.names ?? {}));
  return {
    names,
    keys: new Map([...names].map(([key, name]) => [name, key])),
    rest: codec?.kind === 'open' ? codec.property : undefined,
  };
}
