import type { Effect, StrictCost } from '../contract.js';
import { brokenLimit, isSmall, NOTHING, plus, type Spending, shareOf } from './budget.js';

/** A tool as the choice sees it. */
export interface Entry {
  readonly name: string;
  readonly cost: StrictCost;
  readonly effect: Effect;
  readonly mode?: 'never' | 'always';
  /** Served before the others; the smallest number first. */
  readonly priority?: number;
}

/** Chosen tools in the order they were taken, and for every other one why not. */
export interface Choice {
  readonly chosen: readonly Entry[];
  readonly reasons: ReadonlyMap<string, string>;
}

type Stage = (entry: Entry, whole: Spending) => boolean;

/** Tools that were asked for come first, then those with a priority; then small writes, small reads, and the rest. */
const STAGES: readonly Stage[] = [
  ({ mode }) => mode === 'always',
  ({ priority }) => priority !== undefined,
  (entry, whole) => entry.effect !== 'read' && isSmall(entry.cost, whole),
  (entry, whole) => entry.effect === 'read' && isSmall(entry.cost, whole),
  () => true,
];

/**
 * Chooses the strict tools of a request: greedily, stage after stage, by priority, the smallest share of the budgets first,
 * then document order. A tool that does not fit is skipped and is no stop.
 *
 * @param without names that turned out not to fit once converted
 */
export function chooseStrict(
  entries: readonly Entry[],
  whole: Spending,
  budget: Spending,
  without: ReadonlySet<string> = new Set(),
): Choice {
  const reasons = new Map<string, string>();
  const chosen: Entry[] = [];
  let spent = NOTHING;
  const waiting = new Set(entries);
  for (const entry of entries) {
    const reason = refusal(entry, whole, without);
    if (reason === undefined) continue;
    reasons.set(entry.name, reason);
    waiting.delete(entry);
  }
  for (const belongs of STAGES) {
    const stage = [...waiting].filter((entry) => belongs(entry, whole));
    // The sort is stable: equal shares keep the document's order.
    for (const entry of stage.sort(
      (a, b) => rankOf(a) - rankOf(b) || shareOf(a.cost, whole) - shareOf(b.cost, whole),
    )) {
      waiting.delete(entry);
      const next = plus(spent, entry.cost);
      const broken = brokenLimit(next, budget);
      if (broken !== undefined) {
        reasons.set(entry.name, `no room left in the request (${broken})`);
        continue;
      }
      spent = next;
      chosen.push(entry);
    }
  }
  return { chosen, reasons };
}

const rankOf = ({ priority }: Entry): number => priority ?? Number.MAX_SAFE_INTEGER;

/** True where the user named the tool, so that others give way to it. */
export function isWanted({ mode, priority }: Entry): boolean {
  return mode === 'always' || priority !== undefined;
}

function refusal({ name, mode, cost }: Entry, whole: Spending, without: ReadonlySet<string>): string | undefined {
  if (mode === 'never') return 'switched off for this tool';
  if (without.has(name)) return 'its optional parameters cannot be brought within the limits';
  const broken = brokenLimit(plus(NOTHING, cost), whole);
  return broken === undefined ? undefined : `too complex by itself (${broken})`;
}
