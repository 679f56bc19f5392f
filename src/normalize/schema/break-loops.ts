import type { Context } from '../context.js';
import type { Schema } from '../normalized-spec.js';
import { own, quoted } from '../part.js';
import type { Draft } from './draft.js';

/** Keywords whose schemas judge the same value as the schema they stand in. */
const LISTS = ['allOf', 'anyOf', 'oneOf'] as const;
const SINGLES = ['not', 'if', 'then', 'else'] as const;

interface Frame {
  readonly schema: Draft;
  readonly steps: readonly Step[];
  next: number;
  /** The keyword that led here. */
  readonly by: string;
}

interface Step {
  readonly to: Draft;
  readonly by: string;
}

/**
 * Cuts references that lead back to the schema they stand in without descending into the value: such a schema says
 * nothing, and a validator never comes to an end. References through properties or items are recursion and stay.
 * Changes the schemas in place; to be called while they are still being made.
 */
export function breakLoops(
  definitions: ReadonlyMap<string, Schema>,
  targetOf: (draft: Draft) => Schema | undefined,
  context: Context,
): void {
  const done = new Set<Draft>();
  for (const start of definitions.values()) {
    if (typeof start === 'object') walk(start, done, targetOf, context);
  }
}

function walk(start: Draft, done: Set<Draft>, targetOf: (draft: Draft) => Schema | undefined, context: Context): void {
  if (done.has(start)) return;
  const stack: Frame[] = [{ schema: start, steps: stepsOf(start, targetOf), next: 0, by: '' }];
  const open = new Set<Draft>([start]);
  for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
    const step = top.steps[top.next];
    top.next += 1;
    if (!step) {
      stack.pop();
      open.delete(top.schema);
      done.add(top.schema);
    } else if (open.has(step.to)) cut(top, stack.at(-2), context);
    else if (!done.has(step.to)) {
      open.add(step.to);
      stack.push({ schema: step.to, steps: stepsOf(step.to, targetOf), next: 0, by: step.by });
    }
  }
}

function stepsOf(schema: Draft, targetOf: (draft: Draft) => Schema | undefined): readonly Step[] {
  const steps: Step[] = [];
  const add = (to: Schema | undefined, by: string): void => {
    if (typeof to === 'object') steps.push({ to, by });
  };
  if (schema.$ref !== undefined) add(targetOf(schema), '$ref');
  for (const key of LISTS) for (const branch of schema[key] ?? []) add(branch, key);
  for (const key of SINGLES) add(schema[key], key);
  for (const branch of Object.values(schema.dependentSchemas ?? {})) add(branch, 'dependentSchemas');
  return steps;
}

/** Only a reference can lead back: the schemas of a document stand in each other like a tree. */
function cut(frame: Frame, parent: Frame | undefined, context: Context): void {
  const origin = context.origin(frame.schema);
  if (origin) {
    const reference = quoted(own(origin.value, '$ref') ?? '');
    context.report(
      'REF_LOOP',
      `The reference ${reference} leads back to the schema it stands in, and was left out.`,
      origin,
    );
  }
  delete frame.schema.$ref;
  // What is left of a branch of alternatives would accept anything.
  const { by } = frame;
  if (!parent || (by !== 'anyOf' && by !== 'oneOf') || Object.keys(frame.schema).length > 0) return;
  const others = (parent.schema[by] ?? []).filter((branch) => branch !== frame.schema);
  if (others.length > 0) parent.schema[by] = others;
  else delete parent.schema[by];
}
