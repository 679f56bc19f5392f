import type { Validate, ValidationIssue } from '../contract.js';
import { isToolCallError, ToolCallError } from '../errors.js';
import { nearest, shorten } from '../text.js';
import { type CheckedTool, findValidator, inputNames, integerSchemas, readyValidator } from './checked-tool.js';
import { describeIssues, type WritePath } from './describe.js';
import { mayHoldIntegers, placeIntegers } from './place-integers.js';

/** Larger inputs get the first fault only: looking for every fault multiplies the work. */
const EXPLAINED_CHARACTERS = 200_000;

type Values = Record<string, unknown>;

/**
 * Validates a natural input against the full schema and gives the values to send. Throws `INVALID_INPUT` with the faults in
 * words. Waits for nothing where an earlier call has loaded what is needed and there are no faults.
 */
export function checkInput(
  tool: CheckedTool,
  input: unknown,
  writePath: WritePath,
  closed: readonly string[],
): Values | Promise<Values> {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    throw invalid(tool, ['the input must be an object']);
  }
  const unknown = [...unknownKeys(tool, input), ...closed];
  const validate = readyValidator(tool, 'first');
  if (validate !== undefined && unknown.length === 0 && !mayHoldIntegers(input)) {
    const issues = run(validate, input, tool);
    if (issues === undefined) return input as Values;
  }
  return checkWaiting(tool, input, writePath, unknown);
}

async function checkWaiting(
  tool: CheckedTool,
  input: object,
  writePath: WritePath,
  unknown: readonly string[],
): Promise<Values> {
  const placed = mayHoldIntegers(input)
    ? placeIntegers(input, await integerSchemas(tool))
    : { check: input, send: input };
  const issues = run(readyValidator(tool, 'first') ?? (await findValidator(tool, 'first')), placed.check, tool);
  const faults = issues === undefined ? [] : await explain(issues, tool, placed.check, writePath);
  const all =
    unknown.length === 0 ? faults : [...unknown, ...faults.filter((fault) => !/(^|: )unknown property/.test(fault))];
  if (all.length > 0) throw invalid(tool, all);
  return placed.send as Values;
}

function invalid({ name }: CheckedTool, faults: readonly string[]): ToolCallError {
  const list = faults.map((fault) => `- ${fault}`).join('\n');
  return new ToolCallError(
    'INVALID_INPUT',
    `The input of ${name} is not valid, nothing was sent. Correct it and call again:\n${list}`,
  );
}

function unknownKeys(tool: CheckedTool, input: object): string[] {
  const known = inputNames(tool);
  const unknown = Object.keys(input).filter((key) => !known.has(key));
  return unknown.slice(0, 5).map((key) => {
    const advice =
      known.size === 0 ? 'this tool takes no input' : `valid names near it: ${nearest(key, [...known], 3).join(', ')}`;
    return `unknown property ${shorten(JSON.stringify(key), 80)}; ${shorten(advice, 200)}`;
  });
}

/** Every fault in words, where looking for them does not take too long. */
async function explain(
  issues: readonly ValidationIssue[],
  tool: CheckedTool,
  input: unknown,
  writePath: WritePath,
): Promise<string[]> {
  if (JSON.stringify(input).length > EXPLAINED_CHARACTERS) return describeIssues(issues, input, writePath);
  const all = run(readyValidator(tool, 'all') ?? (await findValidator(tool, 'all')), input, tool);
  return describeIssues(all ?? issues, input, writePath);
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
