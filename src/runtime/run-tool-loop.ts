import type { LoopOutcome, Message, MessageParam, ToolLoopOptions, ToolLoopResult } from './contract.js';
import { ToolLoopError } from './errors.js';
import { ABORTED, type Aborted, type AbortScope, createAbortScope } from './loop/abort-scope.js';
import { clientCalls, type LoopCall } from './loop/calls.js';
import { type Emit, isolate } from './loop/events.js';
import {
  answerMessage,
  closeAnswer,
  closedContent,
  closeFollowed,
  type Unanswered,
  unansweredCalls,
} from './loop/history.js';
import { copyJson, isFields } from './loop/json.js';
import { receive } from './loop/receive.js';
import { errorBlock } from './loop/results.js';
import { createRouter } from './loop/routes.js';
import { runCalls } from './loop/run-calls.js';
import { type LoopSettings, readSettings } from './loop/settings.js';
import { createStrictBudget, isGrammarRefusal, type StrictBudget } from './loop/strict-budget.js';
import { toolChoiceFor } from './loop/tool-choice.js';
import { addUsage, NO_USAGE, totalTokens } from './loop/usage.js';

/** What each stop reason means (`claude-tool-use.md` section 7). A reason that is not here stops the run. */
const NEXT: ReadonlyMap<string | null, 'run' | 'continue' | LoopOutcome> = new Map([
  ['tool_use', 'run'],
  ['pause_turn', 'continue'],
  ['compaction', 'continue'],
  ['end_turn', 'completed'],
  ['stop_sequence', 'completed'],
  ['max_tokens', 'truncated'],
  ['model_context_window_exceeded', 'truncated'],
  ['refusal', 'refused'],
]);

/** Why a call was not run, in words for the model. */
const NOT_RUN = {
  budget: 'This call was not run: the budget of this conversation is spent.',
  max_turns: 'This call was not run: the limit of turns of this conversation is reached.',
  aborted: 'This call was not run: the conversation was stopped before it.',
  ended:
    'This call was not run: the answer that holds it ended before it was complete. Call again if it is still needed.',
} as const;
const INTERRUPTED = 'The conversation was stopped while this call ran. It is not known whether it took effect.';

/** Everything that changes while a conversation runs. */
interface Run {
  readonly options: ToolLoopOptions;
  readonly settings: LoopSettings;
  readonly strict: StrictBudget;
  readonly scope: AbortScope;
  readonly emit: Emit;
  readonly route: ReturnType<typeof createRouter>;
  result: ToolLoopResult;
  container: string | undefined;
}

/**
 * Drives a conversation to its end: sends, runs the calls, sends their results, until the model is done or a limit is
 * reached. The history only grows, is valid at every exit, and every call is run at most once.
 *
 * Rejects with `TypeError` for wrong options (before any request), with {@link ToolLoopError} when the API fails.
 */
export async function runToolLoop(options: ToolLoopOptions): Promise<ToolLoopResult> {
  const settings = readSettings(options);
  const strict = createStrictBudget(settings.table, settings.fixed, options.client, options);
  const scope = createAbortScope(options.signal);
  const run: Run = {
    options,
    settings,
    strict,
    scope,
    emit: isolate(options.onEvent),
    route: createRouter(settings.table),
    result: {
      outcome: 'failed',
      stopReason: null,
      message: null,
      messages: settings.messages,
      turns: 0,
      calls: 0,
      usage: NO_USAGE,
    },
    container: undefined,
  };
  try {
    return finish(run, await drive(run));
  } catch (error) {
    const result = finish(run, 'failed');
    const message = error instanceof Error ? error.message : String(error);
    // Once the API has answered, it has compiled the schemas.
    const note = result.turns <= 1 ? strict.explain(error) : '';
    throw new ToolLoopError(message + note, result, error);
  } finally {
    scope.close();
  }
}

function finish({ result, emit }: Run, outcome: LoopOutcome): ToolLoopResult {
  result.outcome = outcome;
  emit({ type: 'stop', outcome, stopReason: result.stopReason });
  return result;
}

async function drive(run: Run): Promise<LoopOutcome> {
  const { result } = run;
  closeFollowed(result.messages);
  const pending = unansweredCalls(result.messages);
  let stopped = pending && (await answer(run, pending.calls, pending));
  while (stopped === undefined) {
    if (run.scope.aborted()) return 'aborted';
    result.turns += 1;
    const message = await send(run);
    if (message === ABORTED) return 'aborted';
    stopped = await take(run, message);
  }
  return stopped;
}

/** Takes an answer into the history and does what it asks for. Gives the outcome when the run is over. */
async function take(run: Run, message: Message): Promise<LoopOutcome | undefined> {
  const { result } = run;
  const stopReason = message.stop_reason ?? null;
  const whole = copyJson(message.content);
  Object.assign(result, { message, stopReason, usage: addUsage(result.usage, message.usage) });
  if (typeof message.container?.id === 'string') run.container = message.container.id;
  run.emit({ type: 'message', turn: result.turns, message });

  const next = NEXT.get(stopReason) ?? 'stopped';
  const calls = clientCalls(whole);
  if (next === 'run' && calls.length > 0) {
    const spent = limitReached(run);
    const content = spent === undefined ? whole : closedContent(whole);
    result.messages.push({ role: 'assistant', content });
    if (spent === undefined) return answer(run, calls);
    close(result.messages, calls, NOT_RUN[spent]);
    return spent;
  }
  if (next === 'continue') {
    if (whole.length > 0) result.messages.push({ role: 'assistant', content: whole });
    close(result.messages, calls, NOT_RUN.ended);
    return limitReached(run);
  }
  // A refused turn would be refused again: it is left out, so that the history can go on without it.
  const content = next === 'refused' ? [] : closedContent(whole);
  if (content.length > 0) {
    result.messages.push({ role: 'assistant', content });
    close(result.messages, calls, NOT_RUN.ended);
  } else {
    closeAnswer(
      result.messages,
      result.messages.findLastIndex(({ role }) => role === 'assistant'),
    );
  }
  return next === 'run' ? 'stopped' : next;
}

function limitReached({ result, settings }: Run): 'budget' | 'max_turns' | undefined {
  if (totalTokens(result.usage) >= settings.maxTokens) return 'budget';
  return result.turns >= settings.maxTurns ? 'max_turns' : undefined;
}

/** Gives every call an error result, so that the history stays valid. */
function close(messages: MessageParam[], calls: readonly LoopCall[], text: string): void {
  if (calls.length > 0) messages.push(answerMessage(calls.map((call) => errorBlock(call, text))));
}

/** Runs calls as far as the budget goes and appends the one message with all their results. */
async function answer(run: Run, calls: readonly LoopCall[], pending?: Unanswered): Promise<LoopOutcome | undefined> {
  const { result, settings, scope, emit, route } = run;
  const allowed = calls.slice(0, Math.max(0, settings.maxCalls - result.calls));
  const context = { turn: result.turns, concurrency: settings.concurrency, scope, emit, route };
  const outcomes = await runCalls(allowed, context);
  const overBudget = allowed.length < calls.length;
  const notRun = scope.aborted() || !overBudget ? NOT_RUN.aborted : NOT_RUN.budget;
  const results = calls.map((call, index) => {
    const outcome = outcomes[index];
    if (outcome === undefined) return errorBlock(call, notRun);
    if (outcome === 'interrupted') return errorBlock(call, INTERRUPTED);
    result.calls += 1;
    return outcome;
  });
  const stopped = scope.aborted() ? 'aborted' : overBudget ? 'budget' : undefined;
  const at = pending?.at ?? result.messages.length - 1;
  if (stopped !== undefined) closeAnswer(result.messages, at);
  // When a run is resumed, a message with some of the results may be there: it is replaced by the complete one.
  result.messages.length = at + 1;
  result.messages.push(answerMessage(results, pending), ...(pending?.others ?? []));
  return stopped;
}

/** Sends the history and gives the whole answer. A first request that is too much for strict is tried with less. */
async function send(run: Run): Promise<Message | Aborted> {
  const { result, strict, scope, emit, options } = run;
  const turn = result.turns;
  emit({ type: 'turn', turn });
  for (;;) {
    const body = requestBody(run);
    emit({ type: 'request', turn, messages: result.messages.length, tools: strict.tools().length });
    const exchange = { client: options.client, body, stream: options.stream === true, turn, emit };
    try {
      const message = await scope.guard((signal) => receive(exchange, signal));
      if (turn === 1 && message !== ABORTED) strict.remember();
      return message;
    } catch (error) {
      if (turn > 1 || !isGrammarRefusal(error) || !strict.degrade()) throw error;
      emit({ type: 'retry', turn, reason: (error as Error).message, strictTools: strict.strictTools() });
    }
  }
}

function requestBody({ settings, result, strict, container }: Run): Readonly<Record<string, unknown>> {
  const tools = strict.tools();
  const toolChoice = toolChoiceFor(result.turns, settings.toolChoice);
  const given = settings.fixed['container'];
  // A container given with skills keeps them; only its id is filled in.
  const reused = container === undefined ? undefined : isFields(given) ? { ...given, id: container } : container;
  return {
    ...settings.fixed,
    ...(reused !== undefined && { container: reused }),
    ...(tools.length > 0 && { tools }),
    ...(tools.length > 0 && toolChoice !== undefined && { tool_choice: toolChoice }),
    messages: [...result.messages],
  };
}
