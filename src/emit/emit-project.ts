import { schemasFor } from '../lower/definitions-for.js';
import type { ToolModel } from '../lower/tool-model.js';
import type { EmitInput } from './emit-input.js';
import { example } from './files/example.js';
import { indexModule, indexTypes } from './files/index-module.js';
import { manifestFile } from './files/manifest.js';
import { packageJson } from './files/package-json.js';
import { type PluginKey, pluginsOf } from './files/plugins.js';
import { readme } from './files/readme.js';
import { runtimeFiles } from './files/runtime-files.js';
import { runtimeNames } from './files/runtime-names.js';
import { descriptorModule, schemaModule, sharedSchemas } from './files/schema-modules.js';
import { dataModule, toolModule } from './files/tool-module.js';
import { mapNamesOf, toolTypes, typeNamesOf } from './files/tool-types.js';
import type { GeneratedFile } from './generated-file.js';
import { groupTools } from './group-tools.js';
import { type Declaration, printDeclarations } from './source/source-file.js';
import { declareComponents } from './types/component-types.js';
import { toolsWithWideIntegers } from './validators/wide-integers.js';

const CONTRACT_IMPORT: Declaration = { kind: 'namespaceImport', name: 'runtime', from: './runtime/contract.js' };

/** Prints the whole package, manifest last. Pure: the same input gives the same bytes. */
export async function emitProject(input: EmitInput): Promise<GeneratedFile[]> {
  const { api, lowered, bare, validators } = input;
  const groups = groupTools(api, lowered.tools);
  const request = schemasFor(api, 'request');
  const response = schemasFor(api, 'response');
  const components = declareComponents(
    {
      request: {
        definitions: request.definitions,
        roots: lowered.tools.flatMap(({ inputType }) => inputType.properties.map(({ schema }) => schema)),
      },
      response: {
        definitions: response.definitions,
        roots: lowered.tools.flatMap(({ outputTypes }) => outputTypes.map(response.prepare)),
      },
    },
    new Set([
      ...runtimeNames(input),
      ...groups.flatMap((group) => Object.values(mapNamesOf(group))),
      ...lowered.tools.flatMap((tool) => Object.values(typeNamesOf(tool))),
    ]),
  );
  const wired = new Set<PluginKey>(groups.flatMap(({ tools }) => [...pluginsOf(tools, api.package, validators)]));
  const withIntegers = validators === 'precompiled' ? toolsWithWideIntegers(lowered) : new Set<ToolModel>();
  const json = packageJson(input, groups);
  const { name } = JSON.parse(json.text) as { name: string };
  const files: GeneratedFile[] = [
    ...(bare ? [] : [json, readme(input, name)]),
    indexModule(groups, input),
    ...descriptorModule(api.package),
    ...groups.flatMap((group) => [
      dataModule(group, input, withIntegers),
      toolModule(group, input),
      ...schemaModule(group),
    ]),
    ...printDeclarations([
      { path: 'index.d.ts', declarations: indexTypes(groups, components.names) },
      { path: 'types.d.ts', declarations: [CONTRACT_IMPORT, ...components.declarations] },
      ...groups.map((group) => ({
        path: `tools/${group.tag.file}.d.ts`,
        declarations: toolTypes(group, components, response),
      })),
    ]),
    ...sharedSchemas(lowered),
    ...input.validatorFiles,
    ...runtimeFiles(input, wired),
    ...(bare ? [] : [example(input)]),
  ];
  return [...files, manifestFile(input, files)];
}
