import type { AnyDispatcher, ToolHandler } from '../contract.js';
import type { LoopCall } from './calls.js';
import { isFields } from './json.js';
import type { RawResult } from './results.js';
import type { Route } from './run-calls.js';
import { invalidJson } from './stream.js';
import { type ToolTable, toolsetType } from './tools.js';

/** Finds who answers a call. Undefined: no tool of this conversation, whatever the packages could do. */
export function createRouter(table: ToolTable): (call: LoopCall) => Route | undefined {
  const names = new Set(table.tools.map((tool) => tool['name']));
  return (call) => {
    const route = find(call, table, names);
    const text = invalidJson(call.input);
    return text === undefined || route === undefined ? route : { effect: route.effect, run: async () => refused(text) };
  };
}

function find(call: LoopCall, table: ToolTable, names: ReadonlySet<unknown>): Route | undefined {
  if (call.toolset_name !== undefined) {
    const type = toolsetType(table.tools, call.toolset_name);
    if (type === undefined) return undefined;
    const keys = [call.toolset_name, type, ...(names.has(call.name) ? [] : [call.name])];
    const handler = keys.map((key) => table.handlers.get(key)).find((found) => found !== undefined);
    return handler && handlerRoute(handler, names);
  }
  if (!names.has(call.name)) return undefined;
  const dispatcher = table.dispatchers.get(call.name);
  if (dispatcher !== undefined) return dispatcherRoute(dispatcher, call.name);
  const handler = table.handlers.get(call.name);
  return handler && handlerRoute(handler, names);
}

function dispatcherRoute(dispatcher: AnyDispatcher, name: string): Route {
  return {
    effect: dispatcher.operations[name]?.effect ?? 'write',
    run: ({ id, input, caller }, signal) =>
      dispatcher.dispatch({ id, name, input, ...(caller !== undefined && { caller }) }, { signal }),
  };
}

function handlerRoute(handler: ToolHandler, names: ReadonlySet<unknown>): Route {
  const { run, effect = 'write' } = typeof handler === 'function' ? { run: handler } : handler;
  return {
    effect,
    run: async (toolUse, signal): Promise<RawResult> => {
      const content = await run(toolUse.input, { toolUse, signal });
      checkReferences(content, names);
      return { content };
    },
  };
}

/** A reference to a tool that is not in the request would end the conversation: it is refused as an error of the tool. */
function checkReferences(content: unknown, names: ReadonlySet<unknown>): void {
  const blocks = Array.isArray(content) ? content.filter(isFields) : [];
  const unknown = blocks.find((block) => block['type'] === 'tool_reference' && !names.has(block['tool_name']));
  if (unknown !== undefined) throw new Error(`There is no tool named "${String(unknown['tool_name'])}" to refer to.`);
}

/** The documented answer to input that is not JSON (`claude-tool-use.md` 8.5). */
function refused(text: string): RawResult {
  return { content: JSON.stringify({ INVALID_JSON: text }), is_error: true };
}
