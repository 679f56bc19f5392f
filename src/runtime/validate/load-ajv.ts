import type { JSONSchema, SharedSchemaModule } from '../contract.js';
import { boundedPattern, step } from './budget.js';
import { compileReferencesApart, compileReferencesLazily, type ReferenceTarget } from './lazy-references.js';
import { isUnique } from './unique.js';

/** The part of an Ajv instance that is used. */
export interface AjvLike {
  compile(schema: object): unknown;
  addKeyword(definition: object): unknown;
  removeKeyword(keyword: string): unknown;
  getKeyword(keyword: string): unknown;
}

/** The part of what Ajv hands to a keyword that makes code. */
interface KeywordContext {
  readonly gen: { scopeValue(prefix: string, value: { ref: unknown }): unknown; code(code: unknown): unknown };
  readonly data: unknown;
  readonly schema: unknown;
  pass(condition: unknown): void;
}

/** Ajv's class, which carries the tag of code templates. */
interface AjvClass {
  new (options: object): AjvLike;
  readonly _: (parts: TemplateStringsArray, ...values: readonly unknown[]) => unknown;
}

export interface AjvSettings {
  /** Every fault, with the schemas around it, for explanations; else the first one only. */
  readonly allErrors: boolean;
  /** Keep the text of what is compiled, of definitions as well. */
  readonly source?: boolean;
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

/** Ajv, ready to compile; for source text also what it leaves to be compiled by itself. */
export interface LoadedAjv {
  readonly ajv: AjvLike;
  readonly definitions: Readonly<Record<string, JSONSchema>>;
  /** The definitions that what was compiled so far calls; grows with each compilation. */
  readonly targets: readonly ReferenceTarget[];
}

const STEP = 'x-tools-gen-step';

/** Makes Ajv take patterns that are bounded. */
const regExp = Object.assign(boundedPattern, { code: 'boundedPattern' });

/**
 * Ajv as all validators of ours are compiled, at run time and ahead of it: it calls the same functions in both, by which work
 * is bounded. For source text, the shared definitions come in as copies, which are given back.
 */
export async function loadAjv(
  shared: SharedSchemaModule,
  { allErrors, source = false }: AjvSettings,
): Promise<LoadedAjv> {
  const [core, formats] = await Promise.all([import('ajv/dist/2020.js'), import('ajv-formats')]);
  const Ajv = entry(core) as AjvClass;
  const { _ } = Ajv;
  // Shorter code is worth its price where it is made once; at run time making it costs more than running it saves.
  const code = { regExp, source, lines: source, optimize: source };
  const ajv = new Ajv({ ...SETTINGS, allErrors, verbose: allErrors, code });
  (entry(formats) as (ajv: AjvLike) => void)(ajv);
  ajv.removeKeyword('uniqueItems');
  ajv.addKeyword({
    keyword: 'uniqueItems',
    type: 'array',
    schemaType: 'boolean',
    code(context: KeywordContext) {
      const { gen, data, schema } = context;
      if (schema === true) context.pass(_`${gen.scopeValue('func', { ref: isUnique })}(${data})`);
    },
  });
  // Before the first applicator: a failed union returns at once, and nothing after it would be counted.
  ajv.addKeyword({
    keyword: STEP,
    before: 'not',
    schemaType: 'boolean',
    code: ({ gen }: KeywordContext) => void gen.code(_`${gen.scopeValue('func', { ref: step })}()`),
  });
  if (!source) {
    compileReferencesLazily(ajv, shared, counting);
    return { ajv, definitions: {}, targets: [] };
  }
  const counted = Object.entries(shared.$defs).map(([name, schema]) => [name, counting(schema)] as const);
  const definitions = Object.fromEntries(counted);
  const targets: ReferenceTarget[] = [];
  const definitionOf = (name: string) => (Object.hasOwn(definitions, name) ? definitions[name] : undefined);
  compileReferencesApart(ajv, definitionOf, (target) => targets.push(target));
  return { ajv, definitions, targets };
}

/** Recursion passes through shared definitions only, so counting there bounds all work. */
function counting(schema: JSONSchema): JSONSchema {
  return typeof schema === 'object' && schema !== null ? { ...schema, [STEP]: true } : schema;
}

/** The function that a CommonJS module exports, however the platform wraps it. */
function entry(module: object): unknown {
  let found: unknown = module;
  for (let depth = 0; depth < 3 && typeof found !== 'function'; depth += 1) {
    found = typeof found === 'object' && found !== null ? (found as { default?: unknown }).default : undefined;
  }
  return found;
}
