import type { LoweredApi, ToolModel } from '../../lower/tool-model.js';
import type { JSONSchema } from '../../runtime/contract.js';
import { loadAjv } from '../../runtime/validate/load-ajv.js';

/** `first` stops at the first fault, `all` finds every fault. */
export type ValidatorKind = 'first' | 'all';

/** A name of Ajv's for something outside of the compiled function. */
export interface OuterName {
  readonly prefix: string;
  readonly value: { readonly ref: unknown; readonly key?: unknown; readonly code?: unknown };
  toString(): string;
}

/** What Ajv compiled of one schema. */
export interface CompiledFunction {
  readonly schema: unknown;
  readonly evaluated?: object;
  readonly source: {
    readonly validateName: unknown;
    readonly validateCode: string;
    readonly scopeValues: Readonly<Record<string, Iterable<OuterName> | undefined>>;
  };
}

/** The validators of all tools, of one kind. */
export interface CompiledTools {
  readonly kind: ValidatorKind;
  /** Undefined where Ajv gave up over the schema, or over a definition that it leads to. */
  readonly roots: ReadonlyMap<ToolModel, CompiledFunction | undefined>;
  /** Name of the shared definition that a schema is. */
  readonly definitionNames: ReadonlyMap<unknown, string>;
  readonly find: FindFunction;
  /** Why there is no validator, by tool. */
  readonly failures: ReadonlyMap<ToolModel, string>;
}

/** Compiles the validation schemas of all tools with one Ajv, and each shared definition that they lead to, once. */
export async function compileTools({ tools, sharedSchemas }: LoweredApi, kind: ValidatorKind): Promise<CompiledTools> {
  const { ajv, definitions, targets } = await loadAjv(
    { $defs: sharedSchemas },
    { allErrors: kind === 'all', source: true },
  );
  const reasons = new Map<unknown, string>();
  const compile = (schema: JSONSchema): CompiledFunction | undefined => {
    try {
      return ajv.compile(schema) as CompiledFunction;
    } catch (error) {
      reasons.set(schema, error instanceof Error ? error.message : String(error));
      return undefined;
    }
  };
  // Tools have schemas of their own even where two are one object: a validator belongs to one of them.
  const own = tools.map((tool) => ({ tool, schema: { ...tool.validationSchema } }));
  const roots = new Map(own.map(({ tool, schema }) => [tool, compile(schema)] as const));
  for (const target of targets) target.validate = compile(target.schema);
  const failures = new Map<ToolModel, string>();
  for (const { tool, schema } of reasons.size === 0 ? [] : own) {
    const reason = reasons.get(schema) ?? reasonBehind(roots.get(tool), reasons);
    if (reason === undefined) continue;
    failures.set(tool, reason);
    roots.set(tool, undefined);
  }
  const definitionNames = new Map(Object.entries(definitions).map(([name, schema]) => [schema as unknown, name]));
  return { kind, roots, definitionNames, find, failures };
}

/** Finds the function that a name of Ajv's stands for. */
export type FindFunction = (name: OuterName) => CompiledFunction;

/** Directly, or held by what Ajv wraps around one that was not yet compiled. */
const find: FindFunction = ({ prefix, value }) => {
  const holder = value.ref as { validate: CompiledFunction };
  return prefix === 'validate' ? (value.ref as CompiledFunction) : holder.validate;
};

/** Why one of the functions that a function calls, at any depth, could not be made. */
function reasonBehind(root: CompiledFunction | undefined, reasons: ReadonlyMap<unknown, string>): string | undefined {
  const met = new Set(root === undefined ? [] : [root]);
  for (const { source } of met) {
    for (const name of CALLS.flatMap((prefix) => [...(source.scopeValues[prefix] ?? [])])) {
      const called: CompiledFunction | undefined = find(name);
      if (called === undefined) return reasons.get((name.value.ref as CompiledFunction).schema) ?? 'unknown';
      met.add(called);
    }
  }
  return undefined;
}

/** Prefixes of the names that Ajv gives to what it calls. */
const CALLS = ['validate', 'wrapper', 'root'];

/** The functions that a compiled function calls, itself left out. */
export function calleesOf(compiled: CompiledFunction, find: FindFunction): CompiledFunction[] {
  const { scopeValues } = compiled.source;
  return CALLS.flatMap((prefix) => [...(scopeValues[prefix] ?? [])].map(find).filter((callee) => callee !== compiled));
}
