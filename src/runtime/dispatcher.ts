import type { Calls } from './calls.js';
import type { Dispatcher, DispatcherOptions, ToolOutcome, ToolTypes } from './contract.js';
import type { DispatcherParts } from './dispatcher-parts.js';
import { readOptions } from './options.js';
import { takeInput } from './validate/copy-input.js';

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
  return {
    tools: parts.tools,
    operations: parts.operations,
    planStrict: parts.planStrict,
    // Inputs are copied before anything is awaited: what the caller does to them later changes nothing.
    dispatch: async (toolUse, callOptions) => {
      const input = takeInput(toolUse.input);
      return (loaded ?? (await load())).dispatch(toolUse, input, callOptions ?? {});
    },
    call: async (name, input, callOptions) => {
      const taken = takeInput(input);
      return (loaded ?? (await load())).call(name, taken, callOptions ?? {}) as Promise<ToolOutcome<never>>;
    },
    buildRequest: async (name, input, callOptions) => {
      const taken = takeInput(input);
      return (loaded ?? (await load())).buildRequest(name, taken, callOptions ?? {});
    },
  } satisfies Dispatcher<ToolTypes, ToolTypes>;
}
