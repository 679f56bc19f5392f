import { schemasFor } from '../lower/definitions-for.js';
import type { EmitInput } from './emit-input.js';
import { example } from './files/example.js';
import { INDEX_TYPES, indexModule, indexTypes } from './files/index-module.js';
import { manifestFile } from './files/manifest.js';
import { packageJson } from './files/package-json.js';
import { type PluginKey, pluginsOf } from './files/plugins.js';
import { readme } from './files/readme.js';
import { runtimeFiles } from './files/runtime-files.js';
import { descriptorModule, schemaModule, sharedSchemas } from './files/schema-modules.js';
import { toolModule } from './files/tool-module.js';
import { mapNamesOf, toolTypes, typeNamesOf } from './files/tool-types.js';
import type { GeneratedFile } from './generated-file.js';
import { groupTools } from './group-tools.js';
import { createDeclarationPrinter } from './source/source-file.js';
import { declareComponents } from './types/component-types.js';
import { validatorModules } from './validators/validator-modules.js';

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
      ...INDEX_TYPES,
      ...groups.flatMap((group) => Object.values(mapNamesOf(group))),
      ...lowered.tools.flatMap((tool) => Object.values(typeNamesOf(tool))),
    ]),
  );
  const printer = createDeclarationPrinter();
  const wired = new Set<PluginKey>(groups.flatMap(({ tools }) => [...pluginsOf(tools, api.package, validators)]));
  const json = packageJson(input, groups);
  const { name } = JSON.parse(json.text) as { name: string };
  const files: GeneratedFile[] = [
    ...(bare ? [] : [json, readme(input, name)]),
    indexModule(groups),
    { path: 'index.d.ts', text: printer.print('index.d.ts', indexTypes(groups, components.names)) },
    ...descriptorModule(api.package),
    {
      path: 'types.d.ts',
      text: printer.print('types.d.ts', [
        { kind: 'namespaceImport', name: 'runtime', from: './runtime/contract.js' },
        ...components.declarations,
      ]),
    },
    ...groups.flatMap((group) => {
      const path = `tools/${group.tag.file}.d.ts`;
      return [
        toolModule(group, input),
        { path, text: printer.print(path, toolTypes(group, components, response)) },
        ...schemaModule(group),
      ];
    }),
    ...sharedSchemas(lowered),
    ...(validators === 'precompiled' ? await validatorModules(lowered) : []),
    ...runtimeFiles(input, wired),
    ...(bare ? [] : [example(input)]),
  ];
  return [...files, manifestFile(input, files)];
}
