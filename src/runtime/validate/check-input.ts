import type {
  JSONSchema,
  OperationDescriptor,
  SharedSchemaModule,
  ToolSet,
  Validate,
  ValidationIssue,
} from '../contract.js';
import { ToolCallError } from '../errors.js';
import { nearest, shorten } from '../text.js';
import type { Compiler } from './ajv.js';
import { describeIssues, type WritePath } from './describe.js';
import { placeIntegers } from './place-integers.js';

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
  const { module, shared } = await tool.set.schemas();
  const schema = Object.hasOwn(module.schemas, tool.name) ? module.schemas[tool.name] : undefined;
  const placed = schema === undefined ? { check: input, send: input } : placeIntegers(input, schema, shared);
  const faults = await faultsOf(tool, schema, shared, placed.check, writePath);
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

async function faultsOf(
  tool: CheckedTool,
  schema: JSONSchema | undefined,
  shared: SharedSchemaModule,
  input: unknown,
  writePath: WritePath,
): Promise<string[]> {
  const validate = await validatorOf(tool, schema, shared);
  const issues = run(validate, input, tool);
  if (issues === undefined) return [];
  const isSmall = JSON.stringify(input).length <= EXPLAINED_CHARACTERS;
  if (tool.set.validators !== undefined || schema === undefined || !isSmall)
    return describeIssues(issues, input, writePath);
  const all = run(await tool.compiler(shared).all(tool.name, schema), input, tool);
  return describeIssues(all ?? issues, input, writePath);
}

async function validatorOf(
  tool: CheckedTool,
  schema: JSONSchema | undefined,
  shared: SharedSchemaModule,
): Promise<Validate> {
  const { validators } = tool.set;
  const load = validators !== undefined && Object.hasOwn(validators, tool.name) ? validators[tool.name] : undefined;
  if (load !== undefined) return load();
  if (schema === undefined)
    throw new ToolCallError('INTERNAL', `The package has no validation schema for ${tool.name}`);
  return tool.compiler(shared).first(tool.name, schema);
}

/** Faults, or undefined where the input fits. A validator that overflows the stack must not end the process. */
function run(validate: Validate, input: unknown, tool: CheckedTool): readonly ValidationIssue[] | undefined {
  try {
    if (validate(input)) return undefined;
  } catch {
    throw invalid(tool, ['it could not be checked against the schema of the API; make it smaller or simpler']);
  }
  return validate.errors ?? [];
}
