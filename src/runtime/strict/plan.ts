import type {
  OperationDescriptor,
  StrictPlanOptions,
  StrictTools,
  ToolDefinition,
  ToolInputSchema,
} from '../contract.js';
import { matchesSelector, parseSelector, type Selector, targetOf } from '../selectors.js';
import { NOTHING, plus, remainingBudget, type Spending, shareOf, wholeBudget } from './budget.js';
import { type Choice, chooseStrict, type Entry, isWanted } from './choose.js';
import { convertSchema } from './convert.js';
import { measureCost } from './cost.js';
import { chooseConversions } from './require-nulls.js';

export interface PlanOptions extends StrictPlanOptions {
  /** The definitions as they were generated, by name: plans start from them, whatever an earlier plan has changed. */
  readonly base?: ReadonlyMap<string, ToolDefinition>;
}

/** What was decided about one tool. */
export interface Verdict {
  readonly name: string;
  readonly strict: boolean;
  /** Why the tool is not strict. */
  readonly reason?: string;
  /** Pointers of the properties that became required with null. */
  readonly converted: readonly string[];
}

export interface Plan {
  readonly tools: ToolDefinition[];
  readonly plan: readonly Verdict[];
}

/** Schemas that a plan has rewritten, and what they were made from: planning again starts afresh. */
const origins = new WeakMap<ToolInputSchema, ToolInputSchema>();

/**
 * Decides which tools are `strict`, so that all of them together stay within one request's limits: 20 tools, 24 optional
 * parameters, 16 unions, and an estimate of the grammar's size. Changes nothing of a tool but `strict`, and `required` and
 * null in its schema. `strictFirst` throws a `RangeError` for a selector that cannot be read. Tools without an operation are handed back as they are; strict ones among them are counted.
 */
export function planTools(
  tools: readonly ToolDefinition[],
  operations: Readonly<Record<string, OperationDescriptor>>,
  options: PlanOptions = {},
): Plan {
  const fresh = tools.map((tool) => (Object.hasOwn(operations, tool.name) ? asGenerated(tool, options.base) : tool));
  const first = options.strictFirst && readSelectors(options.strictFirst);
  const entries = tools.flatMap((tool) => entryOf(tool, operations, options.base, first));
  const whole = wholeBudget(options.size);
  const foreign = fresh.filter((tool) => tool.strict === true && !Object.hasOwn(operations, tool.name));
  const budget = foreign.reduce(minus, remainingBudget(whole, options.reserve));
  const schemas = new Map(fresh.map(({ name, input_schema }) => [name, input_schema]));
  const { chosen, reasons, converted } = decide(entries, schemas, whole, budget, options.strict ?? 'plan');
  const strict = new Set(chosen.map(({ name }) => name));
  const planned = fresh.map((tool) => (strict.has(tool.name) ? asStrict(tool, converted.get(tool.name) ?? []) : tool));
  const plan = entries.map(({ name }): Verdict => {
    const reason = reasons.get(name);
    const isStrict = strict.has(name);
    return {
      name,
      strict: isStrict,
      ...(!isStrict && reason !== undefined && { reason }),
      converted: converted.get(name) ?? [],
    };
  });
  return { tools: planned, plan };
}

/** Tools as generated, with the flags and conversions of a plan that was made for exactly these. */
export function applyPlan(tools: readonly ToolDefinition[], strict: StrictTools): ToolDefinition[] {
  return tools.map((tool) => (Object.hasOwn(strict, tool.name) ? asStrict(tool, strict[tool.name] ?? []) : tool));
}

type Decision = Choice & { readonly converted: ReadonlyMap<string, readonly string[]> };

function decide(
  entries: readonly Entry[],
  schemas: ReadonlyMap<string, ToolInputSchema>,
  whole: Spending,
  budget: Spending,
  mode: 'plan' | 'all' | 'none',
): Decision {
  const converted = new Map<string, readonly string[]>();
  if (mode === 'none') {
    const reasons = new Map(entries.map(({ name }) => [name, 'strict is switched off']));
    return { chosen: [], reasons, converted };
  }
  if (mode === 'all') {
    const off = entries.filter(({ mode: own }) => own === 'never');
    const reasons = new Map(off.map(({ name }) => [name, 'switched off for this tool']));
    return { chosen: entries.filter(({ mode: own }) => own !== 'never'), reasons, converted };
  }
  const without = new Set<string>();
  for (;;) {
    const choice = chooseStrict(entries, whole, budget, without);
    const conversions = conversionsFor(choice.chosen, schemas, budget);
    if (conversions !== undefined) return { ...choice, converted: conversions };
    const costliest = [...choice.chosen].sort(
      (a, b) => Number(isWanted(a)) - Number(isWanted(b)) || shareOf(b.cost, whole) - shareOf(a.cost, whole),
    )[0];
    if (costliest === undefined) return { ...choice, converted };
    without.add(costliest.name);
  }
}

/** The conversions a choice needs, measured again after they are made; undefined where the limits cannot be kept. */
function conversionsFor(
  chosen: readonly Entry[],
  schemas: ReadonlyMap<string, ToolInputSchema>,
  budget: Spending,
): ReadonlyMap<string, readonly string[]> | undefined {
  const convertible = chosen.flatMap(({ name, cost: { optional, unions } }) => {
    const schema = schemas.get(name);
    return schema === undefined ? [] : [{ name, schema, optional, unions }];
  });
  const conversions = chooseConversions(convertible, budget);
  if (conversions === undefined) return undefined;
  const spent = chosen.reduce((sum, { name, cost }) => {
    const pointers = conversions.get(name);
    const schema = schemas.get(name);
    return plus(
      sum,
      pointers === undefined || schema === undefined ? cost : measureCost(convertSchema(schema, pointers)),
    );
  }, NOTHING);
  return spent.optional <= budget.optional && spent.unions <= budget.unions ? conversions : undefined;
}

function entryOf(
  tool: ToolDefinition,
  operations: Readonly<Record<string, OperationDescriptor>>,
  base: PlanOptions['base'],
  first: readonly Selector[] | undefined,
): Entry[] {
  const { name } = tool;
  const operation = Object.hasOwn(operations, name) ? operations[name] : undefined;
  if (operation === undefined) return [];
  const { effect, strict } = operation;
  // A copy of a planned tool may carry conversions that nobody remembers: then only its own schema tells the cost.
  const isUnknownCopy = tool.strict === true && !base?.has(name) && !origins.has(tool.input_schema);
  const cost = isUnknownCopy ? measureCost(tool.input_schema) : strict;
  const priority = first ? rankIn(first, name, operation) : strict.priority;
  const { mode } = strict;
  return [{ name, cost, effect, ...(mode !== undefined && { mode }), ...(priority !== undefined && { priority }) }];
}

function rankIn(first: readonly Selector[], name: string, operation: OperationDescriptor): number | undefined {
  const target = targetOf(name, operation);
  const rank = first.findIndex((selector) => matchesSelector(selector, target));
  return rank < 0 ? undefined : rank;
}

function readSelectors(texts: readonly string[]): Selector[] {
  return texts.map((text) => {
    const selector = parseSelector(text);
    if (selector === undefined) throw new RangeError(`The selector ${JSON.stringify(text)} cannot be read`);
    return selector;
  });
}

/** The tool with everything the caller has set, but with the schema it was generated with and no flag. */
function asGenerated({ strict: _, ...tool }: ToolDefinition, base: PlanOptions['base']): ToolDefinition {
  const schema = base?.get(tool.name)?.input_schema ?? origins.get(tool.input_schema) ?? tool.input_schema;
  return { ...tool, input_schema: schema };
}

function asStrict(tool: ToolDefinition, pointers: readonly string[]): ToolDefinition {
  const { name, description, input_schema, ...rest } = tool;
  const schema = pointers.length === 0 ? input_schema : convertSchema(input_schema, pointers);
  if (schema !== input_schema) origins.set(schema, input_schema);
  return { name, description, input_schema: schema, strict: true, ...rest };
}

function minus(budget: Spending, tool: ToolDefinition): Spending {
  const { optional, unions, pooled, size } = measureCost(tool.input_schema);
  return remainingBudget(budget, { tools: 1, optional, unions, pooled, size });
}
