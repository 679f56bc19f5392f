import type { Calls } from './calls.js';
import type { Dispatcher, DispatcherOptions, ToolOutcome, ToolTypes } from './contract.js';
import type { DispatcherParts } from './dispatcher-parts.js';
import { readOptions } from './options.js';
import { type TakenInput, takeInput } from './validate/copy-input.js';

/**
 * Makes a dispatcher. Throws `TypeError` where the options are wrong; after that, calls answer and never throw. What only a
 * call needs is loaded at the first one.
 */
export function createDispatcher(parts: DispatcherParts, options: DispatcherOptions): Dispatcher {
  const settings = readOptions(options, parts.pack);
  let loading: Promise<Calls> | undefined;
  let loaded: Calls | undefined;
  const load = (): Promise<Calls> => {
    loading ??= import('./calls.js').then(({ createCalls }) => {
      loaded = createCalls(parts, settings);
      return loaded;
    });
    return loading;
  };
  // Inputs are copied before anything is awaited: what the caller does to them later changes nothing.
  const withCalls = <T>(input: unknown, use: (calls: Calls, taken: TakenInput) => Promise<T>): Promise<T> => {
    const taken = takeInput(input);
    return loaded === undefined ? load().then((calls) => use(calls, taken)) : use(loaded, taken);
  };
  return {
    tools: parts.tools,
    operations: parts.operations,
    planStrict: parts.planStrict,
    dispatch: (toolUse, callOptions) =>
      withCalls(toolUse?.input, (calls, taken) => calls.dispatch(toolUse, taken, callOptions ?? {})),
    call: (name, input, callOptions) =>
      withCalls(input, (calls, taken) => calls.call(name, taken, callOptions ?? {}) as Promise<ToolOutcome<never>>),
    buildRequest: (name, input, callOptions) =>
      withCalls(input, (calls, taken) => calls.buildRequest(name, taken, callOptions ?? {})),
  } satisfies Dispatcher<ToolTypes, ToolTypes>;
}
