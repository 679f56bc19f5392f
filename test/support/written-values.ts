import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import type { Codecs, JSONSchema } from '../../src/runtime/contract.js';

/** The form the model writes: an `input_schema` (planned or not), and the encodings of the tool it belongs to. */
export interface WrittenForm {
  readonly schema: JSONSchema;
  readonly codecs: Codecs;
}

interface Place {
  readonly schema: JSONSchema;
  readonly pointer: string;
}

type Json = Record<string, unknown>;

const text = fc.constantFrom('', 'x', 'text', '12', '{"a":1}', 'null', '["x"]');
const jsonText = fc
  .oneof({ weight: 9, arbitrary: fc.jsonValue({ maxDepth: 2 }) }, { weight: 1, arbitrary: fc.constant(undefined) })
  .map((value) => (value === undefined ? '{not JSON' : JSON.stringify(value)));

function resolve({ schema }: WrittenForm, place: Place): Place {
  const reference = place.schema['$ref'];
  if (typeof reference !== 'string') return place;
  const name = reference.slice('#/$defs/'.length);
  const target = (schema['$defs'] as Record<string, JSONSchema>)[name];
  if (target === undefined) throw new Error(`no definition ${name}`);
  return resolve({ schema, codecs: {} }, { schema: target, pointer: `/$defs/${name}` });
}

const step = (key: string) => key.replaceAll('~', '~0').replaceAll('/', '~1');

function propertiesOf({ schema, pointer }: Place): [string, Place][] {
  return Object.entries((schema['properties'] ?? {}) as Record<string, JSONSchema>).map(([key, property]) => [
    key,
    { schema: property, pointer: `${pointer}/properties/${step(key)}` },
  ]);
}

function branchesOf({ schema, pointer }: Place): Place[] | undefined {
  const branches = schema['anyOf'] as JSONSchema[] | undefined;
  return branches?.map((branch, index) => ({ schema: branch, pointer: `${pointer}/anyOf/${index}` }));
}

const itemsOf = ({ schema, pointer }: Place): Place => ({
  schema: schema['items'] as JSONSchema,
  pointer: `${pointer}/items`,
});

const isRequired = ({ schema }: Place, key: string) => ((schema['required'] ?? []) as string[]).includes(key);

/** Values the model could write: all of them fit the schema. */
export function writtenValues(form: WrittenForm): fc.Arbitrary<unknown> {
  return valuesAt(form, { schema: form.schema, pointer: '' });
}

function valuesAt(form: WrittenForm, use: Place): fc.Arbitrary<unknown> {
  const place = resolve(form, use);
  const { schema, pointer } = place;
  const branches = branchesOf(place);
  if (branches) return fc.oneof(...branches.map((branch) => valuesAt(form, branch)));
  if (form.codecs[pointer]?.kind === 'json') {
    return Array.isArray(schema['type']) ? fc.option(jsonText, { freq: 4 }) : jsonText;
  }
  if (Object.hasOwn(schema, 'const')) return fc.constant(schema['const']);
  if (Array.isArray(schema['enum'])) return fc.constantFrom(...schema['enum']);
  const types = [schema['type']].flat();
  return fc.oneof(...types.map((type) => ofType(form, place, type)));
}

function ofType(form: WrittenForm, place: Place, type: unknown): fc.Arbitrary<unknown> {
  switch (type) {
    case 'null':
      return fc.constant(null);
    case 'string':
      return text;
    case 'integer':
      return fc.integer();
    case 'number':
      return fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0);
    case 'boolean':
      return fc.boolean();
    case 'array':
      return fc.array(valuesAt(form, itemsOf(place)), {
        minLength: Number(place.schema['minItems'] ?? 0),
        maxLength: 3,
      });
    default: {
      const properties = propertiesOf(place).map(([key, property]) => {
        const value = valuesAt(form, property).map((item): [string, unknown][] => [[key, item]]);
        return isRequired(place, key) ? value : fc.oneof(value, fc.constant<[string, unknown][]>([]));
      });
      return fc.tuple(...properties).map((entries) => Object.fromEntries(entries.flat()));
    }
  }
}

const ajv = new Ajv2020({ strict: false, ownProperties: true, validateFormats: false, logger: false });

/** Whether a value fits a part of an input schema. */
function admitsIn(root: JSONSchema, part: JSONSchema, value: unknown): boolean {
  const fits = ajv.validate({ $defs: root['$defs'] ?? {}, allOf: [part] }, value);
  ajv.removeSchema();
  return fits;
}

/** What a form cannot mean: JSON text that is none, a key that occurs twice. */
export class Meaningless extends Error {}

/**
 * The natural form, by the letter of the rules and with Ajv to tell branches apart: what the decoder is compared with.
 * `base` is the schema before a plan: a property that it has optional and without null, written as null, is absent.
 */
export function meaningOf(form: WrittenForm, base: JSONSchema, written: unknown): unknown {
  const admits = (schema: JSONSchema, value: unknown) => admitsIn(form.schema, schema, value);
  const original: WrittenForm = { schema: base, codecs: form.codecs };

  function read(use: Place, before: Place, value: unknown): unknown {
    const place = resolve(form, use);
    const earlier = resolve(original, before);
    const { pointer } = earlier;
    const codec = form.codecs[pointer];
    const branches = branchesOf(place);
    if (branches) {
      const index = branches.findIndex((branch) => admits(branch.schema, value));
      const branch = branches[index];
      if (!branch) throw new Error('no branch admits a value of the form');
      return read(branch, branchesOf(earlier)?.[index] ?? earlier, value);
    }
    if (codec?.kind === 'json') return typeof value === 'string' ? parse(value) : value;
    if (Array.isArray(value)) {
      if (codec?.kind === 'map') return Object.fromEntries(entries(place, earlier, value, new Set()));
      return value.map((item) => read(itemsOf(place), itemsOf(earlier), item));
    }
    return typeof value === 'object' && value !== null ? object(place, earlier, value as Json) : value;
  }

  function entries(list: Place, before: Place, items: readonly unknown[], taken: Set<string>): [string, unknown][] {
    const memberOf = (place: Place) => propertiesOf(itemsOf(place)).find(([key]) => key === 'value')?.[1] ?? place;
    return (items as { key: string; value: unknown }[]).map((entry) => {
      if (taken.has(entry.key)) throw new Meaningless(entry.key);
      taken.add(entry.key);
      return [entry.key, read(memberOf(list), memberOf(before), entry.value)];
    });
  }

  function object(place: Place, before: Place, value: Json): unknown {
    const codec = form.codecs[before.pointer];
    const names = new Map(codec?.kind === 'names' || codec?.kind === 'open' ? Object.entries(codec.names ?? {}) : []);
    const earlier = new Map(propertiesOf(before));
    const result: [string, unknown][] = [];
    const taken = new Set<string>();
    const rest: (() => [string, unknown][])[] = [];
    for (const [key, property] of propertiesOf(place)) {
      const old = earlier.get(key);
      if (!Object.hasOwn(value, key) || !old) continue;
      const item = value[key];
      if (codec?.kind === 'open' && key === codec.property) {
        rest.push(() => (Array.isArray(item) ? entries(property, old, item, taken) : []));
        continue;
      }
      const isAbsent = item === null && !isRequired(before, key) && !admitsIn(base, old.schema, null);
      if (isAbsent) continue;
      const name = names.get(key) ?? key;
      taken.add(name);
      result.push([name, read(property, old, item)]);
    }
    return Object.fromEntries([...result, ...rest.flatMap((add) => add())]);
  }

  const root = { schema: form.schema, pointer: '' };
  return read(root, { schema: base, pointer: '' }, written);
}

function parse(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    throw new Meaningless(value);
  }
}
