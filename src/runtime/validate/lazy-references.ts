import type { JSONSchema, SharedSchemaModule, Validate } from '../contract.js';
import { ToolCallError } from '../errors.js';
import type { AjvLike } from './load-ajv.js';

const SHARED = 'shared#/$defs/';

/** What Ajv keeps of a schema that it compiles; `refs` is what its references lead to, a schema being inlined. */
interface SchemaEnvironment {
  readonly root: { readonly refs: Record<string, unknown> };
  readonly constructor: new (options: { schema: JSONSchema; baseId: string }) => ReferenceTarget;
}

interface ReferenceContext {
  readonly schema: string;
  readonly it: { readonly schemaEnv: object };
}

/** Ajv's validators take more than a value, and tell by `evaluated` which members they have looked at. */
interface InnerValidate {
  (value: unknown, context?: unknown): boolean;
  errors?: Validate['errors'];
  evaluated?: unknown;
}

/** A definition that other schemas call; whoever compiles it says how it validates. */
export interface ReferenceTarget {
  readonly schema: JSONSchema;
  validate?: unknown;
}

/**
 * Makes Ajv compile a shared definition when a value first reaches it, once for all tools: a tool can lead to hundreds of
 * them, of which an input uses a few.
 */
export function compileReferencesLazily(
  ajv: AjvLike,
  { $defs }: SharedSchemaModule,
  prepare: (schema: JSONSchema) => JSONSchema,
): void {
  compileReferencesApart(
    ajv,
    (name) => (Object.hasOwn($defs, name) ? prepare($defs[name] ?? {}) : undefined),
    (target) => {
      target.validate = lazyValidate(target.schema, ajv);
    },
  );
}

/**
 * Keeps Ajv from compiling a shared definition inside of what refers to it: chains of them are too long for its recursion.
 * Each is handed out once; one without references is inlined.
 */
export function compileReferencesApart(
  ajv: AjvLike,
  definitionOf: (name: string) => JSONSchema | undefined,
  handOut: (target: ReferenceTarget) => void,
): void {
  const rule = ajv.getKeyword('$ref') as { code: (context: ReferenceContext) => void };
  const { code } = rule;
  const targets = new Map<string, unknown>();
  rule.code = (context) => {
    const { schema: reference, it } = context;
    const environment = it.schemaEnv as SchemaEnvironment;
    const name = reference.startsWith(SHARED) ? reference.slice(SHARED.length) : undefined;
    const known = targets.get(reference);
    const schema = known === undefined && name !== undefined ? definitionOf(name) : undefined;
    const target = schema === undefined ? known : targetOf(schema, environment, handOut);
    if (target !== undefined) {
      targets.set(reference, target);
      environment.root.refs[reference] = target;
    }
    code.call(rule, context);
  };
}

/** As Ajv does, a definition without references is inlined: so its faults are told by the same places in both ways. */
function targetOf(
  schema: JSONSchema,
  { constructor: Environment }: SchemaEnvironment,
  handOut: (target: ReferenceTarget) => void,
): unknown {
  if (!holdsReference(schema)) return schema;
  const target = new Environment({ schema, baseId: '' });
  handOut(target);
  return target;
}

function lazyValidate(schema: JSONSchema, ajv: AjvLike): InnerValidate {
  let compiled: InnerValidate | undefined;
  const validate: InnerValidate = (value, context) => {
    compiled ??= compile(schema, ajv);
    const fits = compiled(value, context);
    validate.errors = compiled.errors ?? null;
    validate.evaluated = compiled.evaluated;
    return fits;
  };
  return validate;
}

/** What cannot be compiled is a fault of the package, and must not be told as one of the input. */
function compile(schema: JSONSchema, ajv: AjvLike): InnerValidate {
  try {
    return ajv.compile(schema) as InnerValidate;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ToolCallError('INTERNAL', `The call failed: ${reason}`, { cause: error });
  }
}

const REFERENCES = ['$ref', '$dynamicRef', '$dynamicAnchor', '$recursiveRef', '$recursiveAnchor'];

function holdsReference(schema: unknown): boolean {
  if (Array.isArray(schema)) return schema.some(holdsReference);
  if (typeof schema !== 'object' || schema === null) return false;
  return REFERENCES.some((keyword) => keyword in schema) || Object.values(schema).some(holdsReference);
}
