import type { ToolModel } from '../../lower/tool-model.js';
import type { OperationDescriptor, ToolDefinition } from '../../runtime/contract.js';
import type { EmitInput, ToolGroup } from '../emit-input.js';
import type { GeneratedFile } from '../generated-file.js';
import { BANNER } from '../source/banner.js';
import { openLiteral } from '../source/data-literal.js';
import { literalKey } from '../source/sink.js';
import { validatorFile } from '../validators/validator-modules.js';
import { PLUGINS, pluginsOf } from './plugins.js';

/** `tools/<tag>.js`: definitions and descriptors as data, and the doors to the schemas and to precompiled validators. */
export function toolModule(
  { tag, tools }: ToolGroup,
  { api, validators }: EmitInput,
  withIntegers: ReadonlySet<ToolModel>,
): GeneratedFile {
  const definitions: ToolDefinition[] = tools.map(({ definition }) => definition);
  const operations = Object.fromEntries(
    tools.map(({ definition, descriptor }): [string, OperationDescriptor] => [definition.name, descriptor]),
  );
  const plugins = pluginsOf(tools, api.package, validators);
  const imports = PLUGINS.filter(({ key }) => plugins.has(key)).map(
    ({ name, file }) => `import { ${name} } from '../runtime/${file}.js';\n`,
  );
  const wired = PLUGINS.filter(({ key }) => plugins.has(key)).map(({ key, name }) => `    ${key}: ${name},\n`);
  const text = `${BANNER}
import { packageDescriptor } from '../descriptor.js';
${imports.join('')}
/** What the model sees. */
export const definitions = ${openLiteral(definitions)};

/** How each call becomes a request. */
export const operations = ${openLiteral(operations)};

const schemas = async () => {
  const [module, shared] = await Promise.all([import('../schemas/${tag.file}.js'), import('../schemas/shared.js')]);
  return { module, shared };
};
${validators === 'precompiled' ? validatorDoors(tools, withIntegers) : ''}
export const toolSet = {
  package: packageDescriptor,
  definitions,
  operations,
  schemas,
${validators === 'precompiled' ? '  validators,\n' : ''}${wired.length === 0 ? '' : `  plugins: {\n${wired.join('')}  },\n`}};

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
  return `\nconst validators = {\n${entries.join('')}};\n`;
}
