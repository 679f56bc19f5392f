import { ToolCallError } from '../errors.js';

const MAX_DEPTH = 200;
const MAX_NODES = 200_000;
const MAX_CHARACTERS = 32_000_000;

interface Budget {
  nodes: number;
  characters: number;
}

/**
 * Copies an input once, own data properties only, so that what is validated is what is sent: accessors, functions and
 * cycles are refused, prototypes ignored, undefined members left out. Depth and size are bounded.
 */
function copyInput(input: unknown): unknown {
  try {
    return copy(input, 0, { nodes: 0, characters: 0 });
  } catch (error) {
    if (error instanceof ToolCallError) throw error;
    throw refused('could not be read');
  }
}

/** A copy that was made already, or the refusal of it. */
export type TakenInput = () => unknown;

/** Copies an input now, and tells later why it could not be copied. No input is an empty one. */
export function takeInput(input: unknown): TakenInput {
  try {
    const copied = copyInput(input ?? {});
    return () => copied;
  } catch (error) {
    return () => {
      throw error;
    };
  }
}

function refused(why: string): ToolCallError {
  return new ToolCallError('INVALID_INPUT', `The input ${why}; give one plain JSON object`);
}

function spend(budget: Budget, characters: number): void {
  budget.nodes += 1;
  budget.characters += characters;
  if (budget.nodes > MAX_NODES || budget.characters > MAX_CHARACTERS) throw refused('is too large');
}

function copy(value: unknown, depth: number, budget: Budget): unknown {
  spend(budget, typeof value === 'string' ? value.length : 0);
  if (value === null || typeof value === 'string' || typeof value === 'boolean' || typeof value === 'bigint')
    return value;
  if (typeof value === 'number') {
    if (Number.isFinite(value)) return value;
    throw refused('holds a number that is not finite');
  }
  if (typeof value !== 'object') throw refused(`holds a ${typeof value}`);
  if (depth >= MAX_DEPTH) throw refused(`is nested deeper than ${MAX_DEPTH} levels`);
  return Array.isArray(value) ? copyList(value, depth, budget) : copyObject(value, depth, budget);
}

function copyList(value: readonly unknown[], depth: number, budget: Budget): unknown[] {
  const { length } = value;
  const items: unknown[] = [];
  // Holes count as well, so that no length goes beyond the budget.
  for (let index = 0; index < length; index += 1) {
    items.push(copy(dataOf(value, String(index)) ?? null, depth + 1, budget));
  }
  return items;
}

function copyObject(value: object, depth: number, budget: Budget): object {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== null && Object.getPrototypeOf(prototype) !== null) throw refused('holds an object of a class');
  const members: [string, unknown][] = [];
  for (const key of Object.keys(value)) {
    const member = dataOf(value, key);
    if (member === undefined) continue;
    spend(budget, key.length);
    members.push([key, copy(member, depth + 1, budget)]);
  }
  return Object.fromEntries(members);
}

function dataOf(holder: object, key: string): unknown {
  const property = Object.getOwnPropertyDescriptor(holder, key);
  if (property === undefined) return undefined;
  if (!('value' in property)) throw refused('holds an accessor');
  return property.value;
}
