import type {
  OperationDescriptor,
  PackageDescriptor,
  RuntimePlugins,
  ToolData,
  ToolDefinition,
  ToolSet,
} from './contract.js';
import { lazyList, lazyRecord, once } from './lazy-data.js';

/** What a module of one tag exports. */
export interface TagExports {
  readonly definitions: readonly ToolDefinition[];
  readonly operations: Readonly<Record<string, OperationDescriptor>>;
  readonly toolSet: ToolSet;
}

/** The tool set of one tag: definitions and descriptors are parsed when they are first looked at, each by itself. */
export function createToolSet(pack: PackageDescriptor, data: ToolData, plugins: RuntimePlugins = {}): ToolSet {
  const { names, schemas, validators } = data;
  const definitions = once(() => JSON.parse(`[${entriesOf(data.definitions)}]`) as ToolDefinition[]);
  const operations = once(() => frozenMembers(JSON.parse(`{${entriesOf(data.operations)}}`) as ToolSet['operations']));
  return {
    package: pack,
    names,
    get definitions() {
      return definitions();
    },
    get operations() {
      return operations();
    },
    schemas,
    ...(validators !== undefined && { validators }),
    plugins,
  };
}

/** The exports of `tools/<tag>.js`, which can be imported without the rest of the package. */
export function tagExports(pack: PackageDescriptor, data: ToolData, plugins?: RuntimePlugins): TagExports {
  const toolSet = createToolSet(pack, data, plugins);
  const { names } = data;
  return {
    definitions: lazyList(names.length, () => toolSet.definitions),
    operations: lazyRecord([{ names, load: () => toolSet.operations }]),
    toolSet,
  };
}

/** Every entry ends in a comma, so that one more changes no line but its own. */
const entriesOf = (text: string): string => text.slice(0, -1);

function frozenMembers<T extends object>(record: T): T {
  for (const member of Object.values(record)) Object.freeze(member);
  return Object.freeze(record);
}
