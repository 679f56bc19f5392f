import type { StrictCost, StrictPlanOptions } from '../contract.js';

/** Documented limits of one request, over all of its strict tools together (Messages API, strict tool use). */
export const STRICT_LIMITS = { tools: 20, optional: 24, unions: 16 } as const;

/** Estimate of what the compiled grammar of a request may weigh, in bytes of schema without descriptions. */
export const DEFAULT_STRICT_SIZE = 3_500;

/** What strict tools spend together, or may spend. `pooled` is K: what stays after every useful conversion. */
export interface Spending {
  readonly tools: number;
  readonly optional: number;
  readonly unions: number;
  readonly pooled: number;
  readonly size: number;
}

export const NOTHING: Spending = { tools: 0, optional: 0, unions: 0, pooled: 0, size: 0 };

/** The whole budget of a request, whatever others spend: shares of it decide which tools are small. */
export function wholeBudget(size = DEFAULT_STRICT_SIZE): Spending {
  const { tools, optional, unions } = STRICT_LIMITS;
  return { tools, optional, unions, pooled: optional + unions, size };
}

/** What others leave of the budget. */
export function remainingBudget(whole: Spending, reserve: StrictPlanOptions['reserve'] = {}): Spending {
  const { tools = 0, optional = 0, unions = 0, size = 0 } = reserve;
  const left = {
    tools: Math.max(0, whole.tools - tools),
    optional: Math.max(0, whole.optional - optional),
    unions: Math.max(0, whole.unions - unions),
    size: Math.max(0, whole.size - size),
  };
  const pooled = Math.max(0, whole.pooled - (reserve.pooled ?? optional + unions));
  return { ...left, pooled: Math.min(pooled, left.optional + left.unions) };
}

export function plus(spending: Spending, cost: StrictCost): Spending {
  return {
    tools: spending.tools + 1,
    optional: spending.optional + cost.optional,
    unions: spending.unions + cost.unions,
    pooled: spending.pooled + cost.pooled,
    size: spending.size + cost.size,
  };
}

const CHECKS: readonly (readonly [keyof Spending, string])[] = [
  ['tools', 'strict tools'],
  ['unions', 'unions'],
  ['pooled', 'optional parameters and unions'],
  ['size', 'bytes of schema'],
];

/** Which limit a spending breaks, in words; undefined where it fits. Optional parameters alone can be converted away. */
export function brokenLimit(spending: Spending, budget: Spending): string | undefined {
  const broken = CHECKS.find(([field]) => spending[field] > budget[field]);
  if (broken === undefined) return undefined;
  const [field, words] = broken;
  return `${spending[field]} ${words}, ${budget[field]} allowed`;
}

/** True where a tool alone takes at most a quarter of every budget. */
export function isSmall(cost: StrictCost, whole: Spending): boolean {
  return cost.pooled <= whole.pooled / 4 && cost.unions <= whole.unions / 4 && cost.size <= whole.size / 4;
}

/** The share of the budgets a tool takes: what the planner orders by. */
export function shareOf(cost: StrictCost, whole: Spending): number {
  return cost.pooled / whole.pooled + cost.unions / whole.unions + cost.size / Math.max(1, whole.size);
}
