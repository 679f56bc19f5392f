import type { ToolModel } from '../../lower/tool-model.js';
import { type CompiledFunction, type CompiledTools, calleesOf, type FindFunction } from './compile-tools.js';

/** Which functions go into which module. */
export interface ModulePlan {
  /** By tool: its own functions, the one for the whole input first; none where there is no validator. */
  readonly tools: ReadonlyMap<ToolModel, readonly CompiledFunction[]>;
  /** Functions that several tools call, in groups that are always called by the same tools. */
  readonly shared: readonly (readonly CompiledFunction[])[];
}

/**
 * Shares functions between the modules of tools: what one tool calls stands beside it, all else in one module for each
 * set of tools that call it. So every function is written once, and a tool loads none that it does not call.
 */
export function shareFunctions({ roots, find }: CompiledTools): ModulePlan {
  const users = new Map<CompiledFunction, ToolModel[]>();
  for (const [tool, root] of roots) if (root) for (const called of reach(root, find)) push(users, called, tool);
  const numbers = new Map([...roots.keys()].map((tool, index) => [tool, index]));
  const own = new Map<ToolModel, CompiledFunction[]>(
    [...roots].map(([tool, root]) => [tool, root === undefined ? [] : [root]]),
  );
  const shared = new Map<string, CompiledFunction[]>();
  for (const [called, tools] of users) {
    const [only] = tools;
    if (tools.length === 1 && only !== undefined) push(own, only, called);
    else push(shared, tools.map((tool) => numbers.get(tool)).join(' '), called);
  }
  return { tools: own, shared: [...shared.values()] };
}

/** Every function that a root calls, at any depth, in the order in which they are met. */
function reach(root: CompiledFunction, find: FindFunction): Set<CompiledFunction> {
  const met = new Set<CompiledFunction>();
  const open = [...calleesOf(root, find)];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next === root || met.has(next)) continue;
    met.add(next);
    open.push(...calleesOf(next, find));
  }
  return met;
}

function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}
