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
  let loaded: Promise<Calls> | undefined;
  const calls = (): Promise<Calls> => {
    loaded ??= import('./calls.js').then(({ createCalls }) => createCalls(parts, settings));
    return loaded;
  };
  return {
    tools: parts.tools,
    operations: parts.operations,
    planStrict: parts.planStrict,
    // Inputs are copied before anything is awaited: what the caller does to them later changes nothing.
    dispatch: async (toolUse, callOptions) => {
      const input = takeInput(toolUse.input);
      return (await calls()).dispatch(toolUse, input, callOptions ?? {});
    },
    call: async (name, input, callOptions) => {
      const taken = takeInput(input);
      return (await calls()).call(name, taken, callOptions ?? {}) as Promise<ToolOutcome<never>>;
    },
    buildRequest: async (name, input, callOptions) => {
      const taken = takeInput(input);
      return (await calls()).buildRequest(name, taken, callOptions ?? {});
    },
  } satisfies Dispatcher<ToolTypes, ToolTypes>;
}
