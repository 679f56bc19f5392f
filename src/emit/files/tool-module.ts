import type { ToolModel } from '../../lower/tool-model.js';
import type { OperationDescriptor, ToolDefinition } from '../../runtime/contract.js';
import type { EmitInput, ToolGroup } from '../emit-input.js';
import type { GeneratedFile } from '../generated-file.js';
import { BANNER } from '../source/banner.js';
import { openLiteral, quotedEntries } from '../source/data-literal.js';
import { literalKey } from '../source/sink.js';
import { validatorFile } from '../validators/validator-modules.js';
import { importsOf, pluginList, pluginsOf } from './plugins.js';

/**
 * `data/<tag>.js`: definitions and descriptors as text, and the doors to the schemas and to precompiled validators. It imports
 * nothing: what the modules of many tags import each costs an import of the package more than their data.
 */
export function dataModule(
  { tag, tools }: ToolGroup,
  { validators }: EmitInput,
  withIntegers: ReadonlySet<ToolModel>,
): GeneratedFile {
  const definitions: ToolDefinition[] = tools.map(({ definition }) => definition);
  const operations = Object.fromEntries(
    tools.map(({ definition, descriptor }): [string, OperationDescriptor] => [definition.name, descriptor]),
  );
  const text = `${BANNER}

/** Names of the tools. */
export const names = ${openLiteral(definitions.map(({ name }) => name))};

/** What the model sees: JSON, parsed when it is first needed. */
export const definitions = ${quotedEntries(definitions)};

/** How each call becomes a request: JSON, parsed when it is first needed. */
export const operations = ${quotedEntries(operations)};

export const schemas = async () => {
  const [module, shared] = await Promise.all([import('../schemas/${tag.file}.js'), import('../schemas/shared.js')]);
  return { module, shared };
};
${validators === 'precompiled' ? validatorDoors(tools, withIntegers) : ''}`;
  return { path: `data/${tag.file}.js`, text };
}

/** `tools/<tag>.js`: the tools of one tag, for who wants no others. */
export function toolModule({ tag, tools }: ToolGroup, { api, validators }: EmitInput): GeneratedFile {
  const plugins = pluginsOf(tools, api.package, validators);
  const text = `${BANNER}
import * as data from '../data/${tag.file}.js';
import { packageDescriptor } from '../descriptor.js';
${importsOf(plugins, '../runtime')}import { tagExports } from '../runtime/index.js';

const plugins = ${pluginList(plugins)};
export const { definitions, operations, toolSet } = tagExports(packageDescriptor, data, plugins);
export { definitions as tools };
`;
  return { path: `tools/${tag.file}.js`, text };
}

/** Loaders of the validators, by tool name. */
function validatorDoors(tools: ToolGroup['tools'], withIntegers: ReadonlySet<ToolModel>): string {
  const door = (name: string, kind: 'first' | 'all') =>
    `    ${kind}: () => import('../validators/${validatorFile(name, kind)}'),\n`;
  const entries = tools.map((tool) => {
    const { name } = tool.definition;
    const integers = withIntegers.has(tool) ? '    integers: true,\n' : '';
    return `  ${literalKey(name)}: {\n${door(name, 'first')}${door(name, 'all')}${integers}  },\n`;
  });
  return `\nexport const validators = {\n${entries.join('')}};\n`;
}
