import type { AnyDispatcher, ToolDefinition, ToolHandler, ToolLoopOptions, ToolUnion } from '../contract.js';
import { limitMarks } from './cache-marks.js';
import { type Fields, isFields } from './json.js';

/** Tools beyond which a conversation needs a selection: the choice gets worse and every request pays for all of them. */
const MAX_UNSELECTED = 64;

/** The tools of a conversation and who answers each. */
export interface ToolTable {
  /** Schemas as they were given, not copied: the planner knows its own by identity. */
  tools: readonly Fields[];
  /** Generated tools by name. */
  dispatchers: ReadonlyMap<string, AnyDispatcher>;
  handlers: ReadonlyMap<string, ToolHandler>;
}

/** Collects the tools and checks that every client tool has exactly one to answer it. Throws `TypeError`. */
export function createToolTable(options: ToolLoopOptions): ToolTable {
  const dispatchers = readDispatchers(options);
  const given = [...(options.tools ?? defaultTools(dispatchers))] as Fields[];
  const bad = given.findIndex((tool) => !isFields(tool));
  if (bad >= 0) throw new TypeError(`\`tools[${bad}]\` must be an object.`);
  const tools = limitMarks(given, options.request);
  const handlers = readHandlers(options);
  const owners = new Map<string, AnyDispatcher>();
  const seen = new Set<string>();
  for (const tool of tools) {
    const name = tool['name'];
    if (typeof name !== 'string') continue;
    if (seen.has(name))
      throw new TypeError(`Two tools have the name "${name}". Names must be unique in a conversation.`);
    seen.add(name);
    const owner = isCustom(tool) ? ownerOf(name, dispatchers, handlers) : undefined;
    if (owner !== undefined) owners.set(name, owner);
  }
  const table = { tools, dispatchers: owners, handlers };
  for (const tool of tools) checkAnswered(tool, table);
  if (tools.length > 0 && tools.every((tool) => tool['defer_loading'] === true)) {
    throw new TypeError('Every tool is deferred: add the tool search tool, or keep at least one tool visible.');
  }
  return table;
}

function readDispatchers({ dispatcher }: ToolLoopOptions): AnyDispatcher[] {
  const dispatchers = [...new Set([dispatcher].flat() as AnyDispatcher[])];
  if (dispatchers.every((one) => isFields(one) && typeof one.dispatch === 'function')) return dispatchers;
  throw new TypeError('`dispatcher` must be what `createDispatcher` of a generated package gives, or a list of those.');
}

function readHandlers({ handlers = {} }: ToolLoopOptions): Map<string, ToolHandler> {
  for (const [name, handler] of Object.entries(handlers)) {
    if (typeof (isFields(handler) ? handler['run'] : handler) === 'function') continue;
    throw new TypeError(`The handler "${name}" must be a function or have the form { run, effect }.`);
  }
  return new Map(Object.entries(handlers));
}

function defaultTools(dispatchers: readonly AnyDispatcher[]): readonly ToolUnion[] {
  const tools = dispatchers.flatMap((dispatcher): readonly ToolDefinition[] => dispatcher.tools);
  if (tools.length <= MAX_UNSELECTED) return tools;
  throw new TypeError(
    `${tools.length} generated tools are too many for one conversation without a choice (at most ${MAX_UNSELECTED}). ` +
      'Pass `tools: selectTools({ include: […] })`, or `selectTools({ defer: true })` together with the tool search tool.',
  );
}

/** True for a tool whose schema is its own: `type` absent or `custom`. */
export function isCustom(tool: Fields): boolean {
  return tool['type'] === undefined || tool['type'] === null || tool['type'] === 'custom';
}

function ownerOf(
  name: string,
  dispatchers: readonly AnyDispatcher[],
  handlers: ReadonlyMap<string, ToolHandler>,
): AnyDispatcher | undefined {
  const owners = dispatchers.filter((dispatcher) => Object.hasOwn(dispatcher.operations, name));
  if (owners.length > 1) {
    throw new TypeError(
      `Two dispatchers have a tool named "${name}". Leave it out of \`tools\`, or rename one of the two.`,
    );
  }
  if (owners.length === 1 && handlers.has(name)) {
    throw new TypeError(`"${name}" is a generated tool and has a handler too. Rename the handler's tool.`);
  }
  return owners[0];
}

/** Types of tools that the API defines and the client runs (`claude-tool-use.md` section 2). */
const CLIENT_TYPE = /^(?:bash|text_editor|memory|computer)_\d/;
const TOOLSET_TYPE = /^(computer|browser)_toolset_/;

function checkAnswered(tool: Fields, table: ToolTable): void {
  const type = typeof tool['type'] === 'string' ? tool['type'] : '';
  const family = TOOLSET_TYPE.exec(type)?.[1];
  if (family !== undefined) {
    if (table.handlers.has(family) || table.handlers.has(type) || hasMemberHandler(table)) return;
    throw new TypeError(`The toolset "${type}" needs a handler named "${family}".`);
  }
  if (!isCustom(tool) && !CLIENT_TYPE.test(type)) return;
  const name = String(tool['name']);
  if (table.dispatchers.has(name) || table.handlers.has(name)) return;
  throw new TypeError(
    `The tool "${name}" is neither generated nor has it a handler. Add \`handlers: { ${name}: … }\`.`,
  );
}

/** A toolset may also be answered member by member: by handlers that belong to no tool of the list. */
function hasMemberHandler({ tools, handlers }: ToolTable): boolean {
  const names = new Set(tools.map((tool) => tool['name']));
  return [...handlers.keys()].some((name) => !names.has(name));
}

/** Type of the toolset in `tools` to which calls with this `toolset_name` belong. */
export function toolsetType(tools: readonly Fields[], toolsetName: string): string | undefined {
  const types = tools.map((tool) => String(tool['type']));
  return types.find((type) => type === toolsetName || TOOLSET_TYPE.exec(type)?.[1] === toolsetName);
}
