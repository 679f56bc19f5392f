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

function instanceCache(
  shared: SharedSchemaModule,
  allErrors: boolean,
): (name: string, schema: JSONSchema) => Promise<Validate> {
  let instance: Promise<AjvLike> | undefined;
  const compiled = new Map<string, Validate>();
  return async (name, schema) => {
    const known = compiled.get(name);
    if (known !== undefined) return known;
    instance ??= loadAjv(shared, allErrors);
    const validate = (await instance).compile(schema) as Validate;
    compiled.set(name, validate);
    return validate;
  };
}

async function loadAjv(shared: SharedSchemaModule, allErrors: boolean): Promise<AjvLike> {
  const [core, formats] = await Promise.all([import('ajv/dist/2020.js'), import('ajv-formats')]);
  const Ajv = entry(core) as new (options: object) => AjvLike;
  const ajv = new Ajv({ ...SETTINGS, allErrors, verbose: allErrors });
  (entry(formats) as (ajv: AjvLike) => void)(ajv);
  // Ajv compares every pair; a set of canonical texts is linear.
  ajv.removeKeyword('uniqueItems');
  ajv.addKeyword({ keyword: 'uniqueItems', type: 'array', schemaType: 'boolean', compile: compileUnique });
  ajv.addSchema({ $id: 'shared', $defs: shared.$defs });
  return ajv;
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
