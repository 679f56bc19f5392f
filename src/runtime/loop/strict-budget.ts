import type { AnyDispatcher, MessagesClient, StrictPlanOptions, ToolDefinition } from '../contract.js';
import { measureCost } from '../strict/cost.js';
import { copyJson, type Fields, isFields } from './json.js';
import { callableFromCode } from './tool-choice.js';
import type { ToolTable } from './tools.js';

/** How much of the strict size is spent: all of it, half, or nothing. */
type Level = 0 | 1 | 2;
type Reserve = Required<NonNullable<StrictPlanOptions['reserve']>>;

/** The strict plan of one conversation: the tools as they are sent, and the steps down when the API refuses them. */
export interface StrictBudget {
  tools(): readonly Fields[];
  strictTools(): number;
  /** Goes one step down. False: there is nothing left to give up. */
  degrade(): boolean;
  /** What a failure of the API may have to do with strict tools, in words; empty where nothing. */
  explain(error: unknown): string;
  /** Notes what the API accepted, for the next conversation with this client, model and set. */
  remember(): void;
}

/** By client, then by model and set of tools. */
const accepted = new WeakMap<MessagesClient, Map<string, Level>>();

export function createStrictBudget(
  table: ToolTable,
  request: Readonly<Record<string, unknown>>,
  client: MessagesClient,
  wishes: Pick<StrictPlanOptions, 'strict' | 'strictFirst'> = {},
): StrictBudget {
  const { strict, strictFirst } = wishes;
  const foreign = foreignCost(table, request);
  const asked = { ...(strict !== undefined && { strict }), ...(strictFirst !== undefined && { strictFirst }) };
  const key = JSON.stringify([
    request['model'],
    foreign,
    asked,
    table.tools.map((tool) => tool['name'] ?? tool['type']),
  ]);
  const known = accepted.get(client) ?? new Map<string, Level>();
  let level: Level = 0;
  let tools = plan(table, foreign, asked);
  const full = ownSize(tools, table);
  const apply = (next: Level): void => {
    level = next;
    const options = next === 1 ? { size: foreign.size + Math.floor(full / 2) } : { strict: 'none' as const };
    tools = plan(table, foreign, { ...asked, ...options });
  };
  const remembered = known.get(key);
  if (remembered !== undefined && remembered > 0) apply(remembered);

  const ownStrict = (): number => tools.filter((tool) => isOwn(tool, table) && tool['strict'] === true).length;
  return {
    tools: () => tools,
    strictTools: ownStrict,
    degrade() {
      const before = ownStrict();
      if (before === 0) return false;
      apply(level === 0 ? 1 : 2);
      // Half of the size may leave the plan as it is: the same request would be refused again.
      if (level === 1 && ownStrict() === before) apply(2);
      return true;
    },
    explain(error) {
      const names = tools.filter((tool) => tool['strict'] === true).map((tool) => String(tool['name']));
      if (names.length === 0 || !isServerFault(error)) return '';
      const told = names.slice(0, TOLD).join(', ') + (names.length > TOLD ? ', …' : '');
      return ` (The request had ${names.length} strict tools: ${told}. Too complex a schema can make the API fail; \`strict: 'none'\` sends them without.)`;
    },
    remember() {
      if (level === 0) return;
      accepted.set(client, known.set(key, level));
    },
  };
}

const isOwn = (tool: Fields, table: ToolTable): boolean => table.dispatchers.has(String(tool['name']));

/**
 * Plans every dispatcher's tools in turn; each leaves less to the next. Tools of others stay as they are. The result is a
 * copy: what is sent stays the same for the whole run, whatever becomes of the tools that were given.
 */
function plan(table: ToolTable, foreign: Reserve, options: StrictPlanOptions): readonly Fields[] {
  const planned = new Map<unknown, ToolDefinition>();
  let reserve = foreign;
  for (const dispatcher of new Set<AnyDispatcher>(table.dispatchers.values())) {
    const own = table.tools.filter((tool) => table.dispatchers.get(String(tool['name'])) === dispatcher);
    const definitions = [
      ...dispatcher.planStrict(asDefinitions(own.filter((tool) => !callableFromCode(tool))), { ...options, reserve }),
      ...dispatcher.planStrict(asDefinitions(own.filter(callableFromCode)), { strict: 'none' }),
    ];
    for (const definition of definitions) planned.set(definition.name, definition);
    reserve = definitions.reduce((sum, { strict, input_schema }) => (strict ? add(sum, input_schema) : sum), reserve);
  }
  return copyJson(table.tools.map((tool) => withPlan(tool, planned.get(tool['name']))));
}

const asDefinitions = (tools: readonly Fields[]): readonly ToolDefinition[] => tools as unknown as ToolDefinition[];

/** A plan decides the flag and the schema that goes with it; marks and texts stay as they were given. */
function withPlan(tool: Fields, definition: ToolDefinition | undefined): Fields {
  if (definition === undefined) return tool;
  const { strict: _before, ...rest } = tool;
  const { strict, input_schema } = definition;
  return { ...rest, input_schema, ...(strict !== undefined && { strict }) };
}

/** What the request spends on strict schemas that are not the dispatchers'. */
function foreignCost(table: ToolTable, request: Readonly<Record<string, unknown>>): Reserve {
  let cost: Reserve = { tools: 0, optional: 0, unions: 0, pooled: 0, size: 0 };
  for (const tool of table.tools) {
    if (!isOwn(tool, table) && tool['strict'] === true) cost = add(cost, tool['input_schema']);
  }
  const output = isFields(request['output_config']) ? request['output_config']['format'] : request['output_format'];
  // A schema of the answer shares the limits but is no tool.
  return isFields(output) && isFields(output['schema']) ? { ...add(cost, output['schema']), tools: cost.tools } : cost;
}

function add(sum: Reserve, schema: unknown): Reserve {
  const { optional, unions, pooled, size } = measureCost(isFields(schema) ? schema : {});
  return {
    tools: sum.tools + 1,
    optional: sum.optional + optional,
    unions: sum.unions + unions,
    pooled: sum.pooled + pooled,
    size: sum.size + size,
  };
}

function ownSize(tools: readonly Fields[], table: ToolTable): number {
  const strict = tools.filter((tool) => isOwn(tool, table) && tool['strict'] === true);
  return strict.reduce(
    (sum, { input_schema }) => sum + measureCost(isFields(input_schema) ? input_schema : {}).size,
    0,
  );
}

/** Names told at most. */
const TOLD = 8;

/** A schema that the API cannot compile is answered with 500 at times (anthropics/anthropic-sdk-typescript#885). */
function isServerFault(error: unknown): boolean {
  const status = error instanceof Error ? (error as { status?: unknown }).status : undefined;
  return typeof status === 'number' && status >= 500 && status !== 529;
}

/** The API's texts for a set of strict schemas that is too large (`claude-tool-use.md` 5.4). */
const TOO_MUCH =
  /compiled grammar is too large|too complex for compilation|Too many strict tools|too many optional parameters|too many parameters with union types|grammar compilation/i;

/** True for a refusal that fewer strict tools can cure. */
export function isGrammarRefusal(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { status, message } = error as { status?: unknown; message?: unknown };
  return (status === undefined || status === 400) && typeof message === 'string' && TOO_MUCH.test(message);
}
