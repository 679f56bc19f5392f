import type {
  Compiler,
  JSONSchema,
  OperationDescriptor,
  SharedSchemaModule,
  ToolSet,
  Validate,
  ValidationIssue,
} from '../contract.js';
import { isToolCallError, ToolCallError } from '../errors.js';
import { nearest, shorten } from '../text.js';
import { describeIssues, type WritePath } from './describe.js';
import { mayHoldIntegers, placeIntegers } from './place-integers.js';

/** Larger inputs get the first fault only: looking for every fault multiplies the work. */
const EXPLAINED_CHARACTERS = 200_000;

export interface CheckedTool {
  name: string;
  operation: OperationDescriptor;
  set: ToolSet;
  /** The compiler of the package, made when the shared schemas are there. */
  compiler: (shared: SharedSchemaModule) => Compiler;
}

/**
 * Validates a natural input against the full schema and gives the values to send. Throws `INVALID_INPUT` with the faults in
 * words.
 */
export async function checkInput(
  tool: CheckedTool,
  input: unknown,
  writePath: WritePath,
  closed: readonly string[],
): Promise<Record<string, unknown>> {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    throw invalid(tool, ['the input must be an object']);
  }
  const unknown = [...unknownKeys(tool.operation, input), ...closed];
  const placed = mayHoldIntegers(input) ? placeIntegers(input, await schemaOf(tool)) : { check: input, send: input };
  const faults = await faultsOf(tool, placed.check, writePath);
  const all =
    unknown.length === 0 ? faults : [...unknown, ...faults.filter((fault) => !/(^|: )unknown property/.test(fault))];
  if (all.length > 0) throw invalid(tool, all);
  return placed.send as Record<string, unknown>;
}

function invalid({ name }: CheckedTool, faults: readonly string[]): ToolCallError {
  const list = faults.map((fault) => `- ${fault}`).join('\n');
  return new ToolCallError(
    'INVALID_INPUT',
    `The input of ${name} is not valid, nothing was sent. Correct it and call again:\n${list}`,
  );
}

function unknownKeys(operation: OperationDescriptor, input: object): string[] {
  const known = operation.parameters
    .filter(({ fixed, idempotencyKey }) => fixed === undefined && idempotencyKey === undefined)
    .map(({ property }) => property);
  if (operation.body !== undefined) known.push(operation.body.property);
  const names = new Set(known);
  return Object.keys(input)
    .filter((key) => !names.has(key))
    .slice(0, 5)
    .map((key) => {
      const advice =
        known.length === 0 ? 'this tool takes no input' : `valid names near it: ${nearest(key, known, 3).join(', ')}`;
      return `unknown property ${shorten(JSON.stringify(key), 80)}; ${shorten(advice, 200)}`;
    });
}

/** The validation schema of a tool, and the definitions that it refers to. Throws `INTERNAL` where there is none. */
async function schemaOf({ name, set }: CheckedTool): Promise<{ schema: JSONSchema; shared: SharedSchemaModule }> {
  const { module, shared } = await set.schemas();
  const schema = Object.hasOwn(module.schemas, name) ? module.schemas[name] : undefined;
  if (schema === undefined) throw new ToolCallError('INTERNAL', `The package has no validation schema for ${name}`);
  return { schema, shared };
}

async function faultsOf(tool: CheckedTool, input: unknown, writePath: WritePath): Promise<string[]> {
  const issues = run(await validatorOf(tool, 'first'), input, tool);
  if (issues === undefined) return [];
  if (JSON.stringify(input).length > EXPLAINED_CHARACTERS) return describeIssues(issues, input, writePath);
  const all = run(await validatorOf(tool, 'all'), input, tool);
  return describeIssues(all ?? issues, input, writePath);
}

/** The precompiled validator where the package has one; else it is compiled now. */
async function validatorOf(tool: CheckedTool, kind: 'first' | 'all'): Promise<Validate> {
  const { validators } = tool.set;
  const own = validators !== undefined && Object.hasOwn(validators, tool.name) ? validators[tool.name] : undefined;
  if (own !== undefined) return (await own[kind]()).validate;
  const { schema, shared } = await schemaOf(tool);
  return tool.compiler(shared)[kind](tool.name, schema);
}

/** Faults, or undefined where the input fits. A validator that overflows the stack must not end the process. */
function run(validate: Validate, input: unknown, tool: CheckedTool): readonly ValidationIssue[] | undefined {
  try {
    if (validate(input)) return undefined;
  } catch (error) {
    if (isToolCallError(error)) throw error;
    throw invalid(tool, ['it could not be checked against the schema of the API; make it smaller or simpler']);
  }
  return validate.errors ?? [];
}
