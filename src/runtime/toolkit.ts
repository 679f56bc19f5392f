import { CodecError } from './codec/index.js';
import type {
  Compiler,
  DispatcherOptions,
  JSONSchema,
  OperationDescriptor,
  RunnableTool,
  RunnableToolsOptions,
  RuntimePlugins,
  StrictPlanOptions,
  ToolDefinition,
  Toolkit,
  ToolSelection,
  ToolSet,
} from './contract.js';
import { createDispatcher } from './dispatcher.js';
import { ToolCallError } from './errors.js';
import { lazyList, lazyRecord, once } from './lazy-data.js';
import { selfContained } from './self-contained.js';
import { nearest, shorten } from './text.js';
import type { CheckedTool } from './validate/checked-tool.js';
import { dottedPath, segmentsOf } from './validate/describe.js';

/** What a toolkit takes from its neighbours, so that each can be tested alone. */
export interface ToolkitParts {
  /** `copied`: the input is a copy already. */
  decode: (definition: ToolDefinition, operation: OperationDescriptor, written: unknown, copied: boolean) => unknown;
  encode: (definition: ToolDefinition, operation: OperationDescriptor, natural: unknown) => unknown;
  closedFaults: (definition: ToolDefinition, operation: OperationDescriptor, written: unknown) => string[];
  writtenPath: (
    definition: ToolDefinition,
    operation: OperationDescriptor,
    written: unknown,
    segments: readonly string[],
  ) => string;
  plan: (
    tools: readonly ToolDefinition[],
    operations: Readonly<Record<string, OperationDescriptor>>,
    /** `base`: the definitions as generated, which copies of planned tools are planned from. */
    options: StrictPlanOptions & { readonly base: ReadonlyMap<string, ToolDefinition> },
  ) => ToolDefinition[];
  select: (
    tools: readonly ToolDefinition[],
    operations: Readonly<Record<string, OperationDescriptor>>,
    selection: ToolSelection,
    plan: (tools: readonly ToolDefinition[], options?: StrictPlanOptions) => ToolDefinition[],
  ) => ToolDefinition[];
  toRunnableTools: (
    dispatcher: Parameters<Toolkit['toRunnableTools']>[0],
    options: RunnableToolsOptions | undefined,
    decode: (name: string, written: unknown) => unknown,
  ) => RunnableTool[];
}

/** Whose a tool is, and which of its definitions. */
interface Entry {
  set: ToolSet;
  index: number;
  /** Made at the first call. */
  checked?: CheckedTool;
}

/**
 * Binds the tool sets of one package together. Nothing is parsed, planned or compiled, and no schema loaded, until something
 * looks at it or a call needs it.
 *
 * @param planned applies a plan that was made for exactly these sets; without it one is made when the tools are first looked at
 */
export function buildToolkit(
  sets: readonly ToolSet[],
  parts: ToolkitParts,
  planned?: (generated: readonly ToolDefinition[]) => ToolDefinition[],
): Toolkit {
  const first = sets[0];
  if (first === undefined) throw new TypeError('createToolkit: at least one tool set is needed');
  const pack = first.package;
  if (sets.some((set) => set.package.contract !== 1))
    throw new TypeError('createToolkit: unknown version of the contract');
  const entries = entriesOf(sets);
  const operations = lazyRecord(
    sets.map((set) => {
      const names = set.names ?? Object.keys(set.operations);
      return { names: names.filter((name) => (entries.get(name)?.set ?? set) === set), load: () => set.operations };
    }),
  );
  const base = once(() => new Map([...entries].map(([name, entry]) => [name, definitionOf(entry)])));
  const planStrict = (tools: readonly ToolDefinition[], options: StrictPlanOptions = {}): ToolDefinition[] =>
    parts.plan(tools, operations, { ...defaultsOf(pack), ...options, base: base() });
  const tools = lazyList(entries.size, () =>
    freezeTools((planned ?? planStrict)([...base().values()])),
  ) as ToolDefinition[];
  const compilerOf = compilers(pluginsOf(sets));
  const find = (name: string): Entry => {
    const entry = entries.get(name);
    if (entry !== undefined) return entry;
    const near = nearest(String(name), [...entries.keys()], 3).join(', ');
    throw new ToolCallError('UNKNOWN_TOOL', `There is no tool ${JSON.stringify(String(name))}. Names near it: ${near}`);
  };
  const decode = (name: string, written: unknown, copied: boolean): unknown => {
    const entry = find(name);
    return readable(() => parts.decode(definitionOf(entry), operationOf(entry.set, name), written, copied));
  };
  const decodeInput = (name: string, written: unknown): unknown => decode(name, written, false);
  return {
    tools,
    operations,
    planStrict,
    selectTools: (selection) => freezeTools(parts.select(tools, operations, selection, planStrict)),
    toRunnableTools: (dispatcher, options) => parts.toRunnableTools(dispatcher, options, decodeInput),
    decodeInput,
    encodeInput: (name, natural) => {
      const entry = find(name);
      return readable(() => parts.encode(definitionOf(entry), operationOf(entry.set, name), natural));
    },
    inputSchema: async (name) => schemaOf(name, find(name).set),
    createDispatcher: (options: DispatcherOptions = {}) =>
      createDispatcher(
        {
          pack,
          plugins: pluginsOf(sets),
          tools,
          operations,
          planStrict,
          decode: (name, copied) => decode(name, copied, true),
          naturalPath: dottedPath,
          closedFaults: (name, written) => {
            const entry = find(name);
            return parts.closedFaults(definitionOf(entry), operationOf(entry.set, name), written);
          },
          writePath: (name, written) => (segments) => {
            const entry = find(name);
            return parts.writtenPath(definitionOf(entry), operationOf(entry.set, name), written, segments);
          },
          tool: (name) => {
            const entry = entries.get(name);
            if (entry !== undefined) entry.checked ??= checkedTool(name, entry.set, compilerOf);
            return entry?.checked;
          },
        },
        options,
      ),
  };
}

/** What a codec cannot read is wrong use. */
function readable<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof CodecError) {
      const place = shorten(dottedPath(segmentsOf(error.path)), 120);
      const fault = shorten(place === '' ? error.problem : `${place}: ${error.problem}`, 290);
      const text = `The input could not be read. Correct it and call again:\n- ${fault}`;
      throw new ToolCallError('INVALID_INPUT', text, { cause: error });
    }
    throw error;
  }
}

/** By name; of two tools of one name the later one counts. */
function entriesOf(sets: readonly ToolSet[]): ReadonlyMap<string, Entry> {
  const entries = new Map<string, Entry>();
  for (const set of sets) {
    const names = set.names ?? set.definitions.map(({ name }) => name);
    for (const [index, name] of names.entries()) entries.set(name, { set, index });
  }
  return entries;
}

function definitionOf({ set, index }: Entry): ToolDefinition {
  const definition = set.definitions[index];
  if (definition === undefined) throw new ToolCallError('INTERNAL', `The package has no definition number ${index}`);
  return definition;
}

function operationOf(set: ToolSet, name: string): OperationDescriptor {
  const operation = Object.hasOwn(set.operations, name) ? set.operations[name] : undefined;
  if (operation === undefined) throw new ToolCallError('INTERNAL', `The package has no operation for the tool ${name}`);
  return operation;
}

function pluginsOf(sets: readonly ToolSet[]): RuntimePlugins {
  return Object.assign({}, ...sets.map(({ plugins }) => plugins ?? {})) as RuntimePlugins;
}

function defaultsOf(pack: ToolSet['package']): StrictPlanOptions {
  return {
    ...(pack.strictSize === undefined ? {} : { size: pack.strictSize }),
    ...(pack.strict === undefined ? {} : { strict: pack.strict }),
  };
}

/** Freezes what callers reach for; deeper data is shared, and freezing all of a large package would slow its import. */
function freezeTools(tools: ToolDefinition[]): ToolDefinition[] {
  for (const tool of tools) {
    Object.freeze(tool);
    Object.freeze(tool.input_schema);
    Object.freeze(tool.input_schema.properties);
    Object.freeze(tool.input_schema.required);
  }
  return Object.freeze(tools) as ToolDefinition[];
}

/** The one compiler of a package; the shared schemas are the same for all of its sets. */
function compilers({ compiler: create }: RuntimePlugins): CheckedTool['compiler'] {
  let compiler: Compiler | undefined;
  return (shared) => {
    if (create === undefined) throw new ToolCallError('INTERNAL', 'The package lacks what checks inputs');
    compiler ??= create(shared);
    return compiler;
  };
}

function checkedTool(name: string, set: ToolSet, compiler: CheckedTool['compiler']): CheckedTool {
  return { name, set, operation: operationOf(set, name), compiler };
}

async function schemaOf(name: string, set: ToolSet): Promise<JSONSchema> {
  const { module, shared } = await set.schemas();
  const schema = Object.hasOwn(module.schemas, name) ? module.schemas[name] : undefined;
  if (schema === undefined)
    throw new ToolCallError('INTERNAL', `The package has no validation schema for the tool ${name}`);
  return selfContained(schema, shared);
}
