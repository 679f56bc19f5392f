import type { Effect, SignalLike, ToolResultBlock } from '../contract.js';
import { ABORTED, type AbortScope } from './abort-scope.js';
import type { LoopCall } from './calls.js';
import type { Emit } from './events.js';
import { copyJson } from './json.js';
import { errorBlock, type RawResult, resultBlock } from './results.js';

/** Who answers the calls of a tool, and what the calls do to the outside world. */
export interface Route {
  effect: Effect;
  run(call: LoopCall, signal: SignalLike): PromiseLike<RawResult>;
}

export interface CallContext {
  turn: number;
  concurrency: number;
  scope: AbortScope;
  emit: Emit;
  route(call: LoopCall): Route | undefined;
}

/** `interrupted`: started, then given up because the run was aborted. Absent: never started. */
export type CallOutcome = ToolResultBlock | 'interrupted' | undefined;

/**
 * Runs the calls of one turn and gives their outcomes in the order of the calls. Reads run side by side up to
 * `concurrency`, everything else one after another in order, with no barrier between the two.
 */
export async function runCalls(calls: readonly LoopCall[], context: CallContext): Promise<CallOutcome[]> {
  const outcomes: CallOutcome[] = calls.map(() => undefined);
  const isRead = (call: LoopCall): boolean => (context.route(call)?.effect ?? 'read') === 'read';
  const reads = calls.flatMap((call, index) => (isRead(call) ? [index] : []));
  const writes = calls.flatMap((call, index) => (isRead(call) ? [] : [index]));
  const lane = async (queue: Iterable<number>): Promise<void> => {
    for (const index of queue) {
      const call = calls[index];
      if (call === undefined || context.scope.aborted()) return;
      outcomes[index] = await runCall(call, context);
    }
  };
  // The read lanes share one iterator: each takes the next call that none has taken.
  const shared = reads.values();
  const lanes = Array.from({ length: Math.min(context.concurrency, reads.length) }, () => lane(shared));
  await Promise.all([lane(writes), ...lanes]);
  return outcomes;
}

async function runCall(call: LoopCall, { turn, scope, emit, route }: CallContext): Promise<CallOutcome> {
  const { id, name } = call;
  const started = Date.now();
  // A copy: the history must stay as the model wrote it, whatever a handler does to its input.
  const own = { ...call, input: copyJson(call.input) };
  emit({ type: 'call', turn, id, name, input: call.input });
  const outcome = await scope.guard(async (signal) => answer(own, route(call), signal));
  if (outcome === ABORTED) return 'interrupted';
  emit({ type: 'result', turn, id, name, result: outcome, durationMs: Date.now() - started });
  return outcome;
}

async function answer(call: LoopCall, route: Route | undefined, signal: SignalLike): Promise<ToolResultBlock> {
  if (route === undefined) {
    return errorBlock(call, `There is no tool named "${call.name}" in this conversation. Use one of the tools given.`);
  }
  try {
    return resultBlock(call, await route.run(call, signal));
  } catch (error) {
    return errorBlock(call, reasonOf(error));
  }
}

/** What a tool threw, in words; empty where it has none. */
function reasonOf(error: unknown): string {
  try {
    return error instanceof Error && error.message !== '' ? error.message : String(error);
  } catch {
    return '';
  }
}
