import type { Validate } from '../contract.js';

/**
 * Entries into shared definitions at most, by the size of the input: an honest one needs a few for each value, a tree of
 * unions could need 2^200, and every failed branch costs memory as well.
 */
const BASE_STEPS = 10_000;
const STEPS_PER_VALUE = 20;
const MAX_STEPS = 200_000;

/**
 * Squares of the lengths of the texts that patterns are tried on, added up: the generator lets patterns through that need
 * time by the square. Texts beyond are left to the API, 20,000 characters and more.
 */
const MAX_MATCHING = 400_000_000;

/** What the validation that runs may still spend. Validation never waits, so that one is enough for all validators. */
const budget = { steps: 0, matching: 0 };

/** A validator that gives up, by a throw, where it would work for ever. */
export function bounded(validate: Validate): Validate {
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

/** Counts the entry into a shared definition. Throws where there were too many. */
export function step(): void {
  budget.steps -= 1;
  if (budget.steps < 0) throw new RangeError('too much work');
}

/** A pattern that takes every text too long for it. `toString` is what Ajv tells patterns apart by. */
export interface BoundedPattern {
  readonly source: string;
  readonly flags: string;
  test(text: string): boolean;
  toString(): string;
}

/** Makes a pattern, as `new RegExp` does. */
export function boundedPattern(source: string, flags: string): BoundedPattern {
  const pattern = new RegExp(source, flags);
  const test = (text: string) => {
    budget.matching -= text.length ** 2;
    return budget.matching < 0 || pattern.test(text);
  };
  return { source, flags, test, toString: () => String(pattern) };
}
