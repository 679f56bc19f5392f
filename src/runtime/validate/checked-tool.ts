import type {
  Compiler,
  JSONSchema,
  OperationDescriptor,
  SharedSchemaModule,
  ToolSet,
  ToolValidators,
  Validate,
} from '../contract.js';
import { ToolCallError } from '../errors.js';

export interface CheckedTool {
  readonly name: string;
  readonly operation: OperationDescriptor;
  readonly set: ToolSet;
  /** The compiler of the package, made when the shared schemas are there. */
  readonly compiler: (shared: SharedSchemaModule) => Compiler;
}

/** What a tool's inputs are checked with; each is found at the first call that needs it. */
interface Known {
  readonly names: ReadonlySet<string>;
  schema?: FullSchema;
  first?: Validate;
  all?: Validate;
}

/** The validation schema of a tool, and the definitions that it refers to. */
export interface FullSchema {
  readonly schema: JSONSchema;
  readonly shared: SharedSchemaModule;
}

const KNOWN = new WeakMap<CheckedTool, Known>();

function knownOf(tool: CheckedTool): Known {
  const before = KNOWN.get(tool);
  if (before !== undefined) return before;
  const known = { names: new Set(namesOf(tool.operation)) };
  KNOWN.set(tool, known);
  return known;
}

function namesOf({ parameters, body }: OperationDescriptor): string[] {
  const given = parameters.filter(({ fixed, idempotencyKey }) => fixed === undefined && idempotencyKey === undefined);
  const names = given.map(({ property }) => property);
  return body === undefined ? names : [...names, body.property];
}

/** The keys that the input of a tool may have. */
export function inputNames(tool: CheckedTool): ReadonlySet<string> {
  return knownOf(tool).names;
}

/** Throws `INTERNAL` where the package has no schema for the tool. */
export async function schemaOf(tool: CheckedTool): Promise<FullSchema> {
  const known = knownOf(tool);
  if (known.schema !== undefined) return known.schema;
  const { module, shared } = await tool.set.schemas();
  const schema = Object.hasOwn(module.schemas, tool.name) ? module.schemas[tool.name] : undefined;
  if (schema === undefined)
    throw new ToolCallError('INTERNAL', `The package has no validation schema for ${tool.name}`);
  known.schema = { schema, shared };
  return known.schema;
}

const NO_SCHEMA: FullSchema = { schema: {}, shared: { $defs: {} } };

/** What tells where 64-bit integers are; nothing is loaded where the package knows that there are none. */
export async function integerSchemas(tool: CheckedTool): Promise<FullSchema> {
  const own = doorsOf(tool);
  return own === undefined || own.integers === true ? schemaOf(tool) : NO_SCHEMA;
}

/** Doors to the precompiled validators of the tool, where the package has some. */
function doorsOf({ set: { validators }, name }: CheckedTool): ToolValidators | undefined {
  return validators !== undefined && Object.hasOwn(validators, name) ? validators[name] : undefined;
}

/** The validator where an earlier call has found it. */
export function readyValidator(tool: CheckedTool, kind: 'first' | 'all'): Validate | undefined {
  return knownOf(tool)[kind];
}

/** The precompiled validator where the package has one; else it is compiled now. */
export async function findValidator(tool: CheckedTool, kind: 'first' | 'all'): Promise<Validate> {
  const own = doorsOf(tool);
  const validate = own === undefined ? await compiled(tool, kind) : (await own[kind]()).validate;
  knownOf(tool)[kind] = validate;
  return validate;
}

async function compiled(tool: CheckedTool, kind: 'first' | 'all'): Promise<Validate> {
  const { schema, shared } = await schemaOf(tool);
  return tool.compiler(shared)[kind](tool.name, schema);
}
