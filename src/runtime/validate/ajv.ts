import type { JSONSchema, SharedSchemaModule, Validate } from '../contract.js';

/** The part of an Ajv instance that is used. */
export interface AjvLike {
  compile(schema: object): unknown;
  addSchema(schema: object): unknown;
  addKeyword(definition: object): unknown;
  removeKeyword(keyword: string): unknown;
}

/** Compiles validation schemas: fast with the first fault only, or with every fault for explanations. */
export interface Compiler {
  first(name: string, schema: JSONSchema): Promise<Validate>;
  all(name: string, schema: JSONSchema): Promise<Validate>;
}

/** Schemas are checked at generation, so neither they nor Ajv's own are checked again; unknown keywords are let be. */
const SETTINGS = {
  ownProperties: true,
  strict: false,
  validateFormats: true,
  validateSchema: false,
  meta: false,
  logger: false,
} as const;

/** Makes the compiler of one package. Ajv is loaded at the first compilation. */
export function createCompiler(shared: SharedSchemaModule): Compiler {
  const first = instanceCache(shared, false);
  const all = instanceCache(shared, true);
  return { first, all };
}

/**
 * Entries into shared definitions at most, by the size of the input: an honest one needs a few for each value, a tree of
 * unions could need 2^200, and every failed branch costs memory as well.
 */
const BASE_STEPS = 10_000;
const STEPS_PER_VALUE = 20;
const MAX_STEPS = 200_000;
const STEP = 'x-tools-gen-step';

/**
 * Squares of the lengths of the texts that patterns are tried on, added up: the generator lets patterns through that need
 * time by the square. Texts beyond are left to the API, 20,000 characters and more.
 */
const MAX_MATCHING = 400_000_000;

/** What one validation may still spend. */
interface Budget {
  steps: number;
  matching: number;
}

function instanceCache(
  shared: SharedSchemaModule,
  allErrors: boolean,
): (name: string, schema: JSONSchema) => Promise<Validate> {
  const budget: Budget = { steps: 0, matching: 0 };
  let instance: Promise<AjvLike> | undefined;
  const compiled = new Map<string, Validate>();
  return async (name, schema) => {
    const known = compiled.get(name);
    if (known !== undefined) return known;
    instance ??= loadAjv(shared, allErrors, budget);
    const validate = bounded((await instance).compile(schema) as Validate, budget);
    compiled.set(name, validate);
    return validate;
  };
}

/** A validator that gives up, by a throw, where it would work for ever. */
function bounded(validate: Validate, budget: Budget): Validate {
  const run: Validate = (value) => {
    budget.steps = Math.min(MAX_STEPS, BASE_STEPS + STEPS_PER_VALUE * countValues(value));
    budget.matching = MAX_MATCHING;
    const fits = validate(value);
    run.errors = validate.errors ?? null;
    return fits;
  };
  return run;
}

function countValues(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).reduce((count: number, member) => count + countValues(member), 1);
}

async function loadAjv(shared: SharedSchemaModule, allErrors: boolean, budget: Budget): Promise<AjvLike> {
  const [core, formats] = await Promise.all([import('ajv/dist/2020.js'), import('ajv-formats')]);
  const Ajv = entry(core) as new (options: object) => AjvLike;
  const ajv = new Ajv({ ...SETTINGS, allErrors, verbose: allErrors, code: { regExp: boundedPatterns(budget) } });
  (entry(formats) as (ajv: AjvLike) => void)(ajv);
  // Ajv compares every pair; a set of canonical texts is linear.
  ajv.removeKeyword('uniqueItems');
  ajv.addKeyword({ keyword: 'uniqueItems', type: 'array', schemaType: 'boolean', compile: compileUnique });
  // Before the first applicator: a failed union returns at once, and nothing after it would be counted.
  ajv.addKeyword({ keyword: STEP, before: 'not', schemaType: 'boolean', compile: () => () => spend(budget) });
  // Recursion passes through shared definitions only, so counting there bounds all work.
  const counted = Object.entries(shared.$defs).map(([name, schema]) => [name, counting(schema)] as const);
  ajv.addSchema({ $id: 'shared', $defs: Object.fromEntries(counted) });
  return ajv;
}

/** Makes patterns for Ajv that take no text too long for them. Ajv tells patterns apart by their text. */
function boundedPatterns(budget: Budget): object {
  const regExp = (source: string, flags: string) => {
    const pattern = new RegExp(source, flags);
    const test = (text: string) => {
      budget.matching -= text.length ** 2;
      return budget.matching < 0 || pattern.test(text);
    };
    return { test, toString: () => String(pattern) };
  };
  return Object.assign(regExp, { code: 'boundedPattern' });
}

function counting(schema: JSONSchema): unknown {
  return typeof schema === 'object' && schema !== null ? { ...schema, [STEP]: true } : schema;
}

function spend(budget: Budget): true {
  budget.steps -= 1;
  if (budget.steps < 0) throw new RangeError('too much work');
  return true;
}

/** The function that a CommonJS module exports, however the platform wraps it. */
function entry(module: object): unknown {
  let found: unknown = module;
  for (let depth = 0; depth < 3 && typeof found !== 'function'; depth += 1) {
    found = typeof found === 'object' && found !== null ? (found as { default?: unknown }).default : undefined;
  }
  return found;
}

function compileUnique(wanted: boolean): (items: readonly unknown[]) => boolean {
  if (!wanted) return () => true;
  return (items) => new Set(items.map(canonical)).size === items.length;
}

/** JSON text with sorted keys: equal for values that JSON Schema calls equal. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${canonical(member)}`).join(',')}}`;
}
