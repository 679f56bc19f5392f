import type { StrictTools } from '../../runtime/contract.js';
import type { EmitInput, ToolGroup } from '../emit-input.js';
import type { GeneratedFile } from '../generated-file.js';
import { BANNER } from '../source/banner.js';
import { openLiteral } from '../source/data-literal.js';
import { docText, type Identifier, identifier, typeText } from '../source/sink.js';
import type { Declaration } from '../source/source-file.js';
import { importsOf, pluginList, pluginsOf } from './plugins.js';
import { mapNamesOf, nameUnion, typeNamesOf } from './tool-types.js';

const RUNTIME = './runtime/index.js';

/** Members of the toolkit that the entry point exports. */
const MEMBERS = [
  'tools',
  'operations',
  'selectTools',
  'planStrict',
  'createDispatcher',
  'toRunnableTools',
  'encodeInput',
  'decodeInput',
  'inputSchema',
];

/** `petData`: by the tag, so that another tag changes no line but its own. */
const localName = ({ typeName }: ToolGroup): Identifier =>
  identifier(`${typeName.slice(0, 1).toLowerCase()}${typeName.slice(1)}Data`);

/** `index.js`: the tools of all tags bound together, with the strict plan for all of them. */
export function indexModule(groups: readonly ToolGroup[], input: EmitInput): GeneratedFile {
  const { api, lowered, validators } = input;
  const plugins = pluginsOf(lowered.tools, api.package, validators);
  const imports = groups.map((group) => `import * as ${localName(group)} from './data/${group.tag.file}.js';\n`);
  const sets = groups.map((group) => `  ${localName(group)},\n`);
  const strict = strictTools(input);
  const text = `${BANNER}
${imports.join('')}import { packageDescriptor } from './descriptor.js';
${importsOf(plugins, './runtime')}import { createPackage } from '${RUNTIME}';

const data = [
${sets.join('')}];
const plugins = ${pluginList(plugins)};
${strict === undefined ? '' : `/** Tools that are strict when all go into one request, and pointers of what became required with null in them. */\nconst strict = ${openLiteral(strict)};\n`}const toolkit = createPackage(packageDescriptor, data, plugins${strict === undefined ? '' : ', strict'});

export const {
${MEMBERS.map((name) => `  ${name},\n`).join('')}} = toolkit;
export { runToolLoop, ToolCallError, ToolLoopError } from '${RUNTIME}';
`;
  return { path: 'index.js', text };
}

/** The plan, where it is one: `all` and `none` need none. */
function strictTools({ api, lowered, plan }: EmitInput): StrictTools | undefined {
  const { strict = 'plan' } = api.package;
  if (plan === undefined || strict !== 'plan') return undefined;
  const chosen = lowered.tools.flatMap(({ definition: { name } }, index): [string, readonly string[]][] => {
    const verdict = plan[index];
    return verdict?.strict ? [[name, verdict.converted ?? []]] : [];
  });
  return Object.fromEntries(chosen);
}

const extension = (name: string, base: Identifier): Declaration => ({
  kind: 'interface',
  name: identifier(name),
  extends: [base],
  properties: [],
});

/** What an editor shows at each export. */
const DOCS = {
  ToolName: docText('Names of the tools.'),
  tools: docText('All tools, as `messages.create` takes them, with `strict` planned for one request.'),
  operations: docText('How each tool becomes a request, by tool name.'),
  selectTools: docText('Some of the tools, with `strict` planned for them alone: `selectTools({ effect: ["read"] })`.'),
  planStrict: docText('Plans `strict` for tools of several sources that go into one request.'),
  createDispatcher: docText(
    'Answers `tool_use` blocks of the model and calls of programs. Credentials: from the options, else the environment.',
  ),
  toRunnableTools: docText("The tools for the SDK's Tool Runner."),
  encodeInput: docText('From the natural form of an input to the form that the model writes.'),
  decodeInput: docText('From what the model wrote to the natural form. Does not validate.'),
  inputSchema: docText("The JSON Schema by which a tool's input is checked, in natural form, self-contained."),
};

/** Statements of `index.d.ts`. */
export function indexTypes(groups: readonly ToolGroup[], components: readonly Identifier[]): Declaration[] {
  const maps = groups.map(mapNamesOf);
  const toolName = identifier('ToolName');
  const kit = typeText`runtime.Toolkit<ToolInputs, ToolOutputs>`;
  const name = { name: identifier('name'), type: typeText`ToolName` };
  return [
    { kind: 'namespaceImport', name: 'runtime', from: './runtime/contract.js' },
    ...groups.map((group): Declaration => {
      const { inputs, outputs } = mapNamesOf(group);
      return { kind: 'typeImport', names: [inputs, outputs], from: `./tools/${group.tag.file}.js` };
    }),
    { kind: 'export', names: ['runToolLoop', 'ToolCallError', 'ToolLoopError'].map(identifier), from: RUNTIME },
    { kind: 'exportAllTypes', from: './runtime/contract.js' },
    ...groups.flatMap(({ tag, tools }) =>
      tools.map((tool): Declaration => {
        const { input, output } = typeNamesOf(tool);
        return { kind: 'typeExport', names: [input, output], from: `./tools/${tag.file}.js` };
      }),
    ),
    ...components.map((component): Declaration => ({ kind: 'typeExport', names: [component], from: './types.js' })),
    {
      kind: 'alias',
      name: toolName,
      doc: DOCS.ToolName,
      type: nameUnion(groups.flatMap(({ tools }) => tools.map(({ definition }) => definition.name))),
    },
    // Declarations that merge, one a tag: another tag changes no line but its own.
    ...maps.map(({ inputs }) => extension('ToolInputs', inputs)),
    ...maps.map(({ outputs }) => extension('ToolOutputs', outputs)),
    { kind: 'const', name: identifier('tools'), doc: DOCS.tools, type: typeText`runtime.ToolDefinition[]` },
    {
      kind: 'const',
      name: identifier('operations'),
      doc: DOCS.operations,
      type: typeText`Readonly<Record<ToolName, runtime.OperationDescriptor>>`,
    },
    {
      kind: 'function',
      name: identifier('selectTools'),
      doc: DOCS.selectTools,
      parameters: [{ name: identifier('selection'), type: typeText`runtime.ToolSelection` }],
      returns: typeText`runtime.ToolDefinition[]`,
    },
    {
      kind: 'function',
      name: identifier('planStrict'),
      doc: DOCS.planStrict,
      parameters: [
        { name: identifier('tools'), type: typeText`readonly runtime.ToolDefinition[]` },
        { name: identifier('options'), type: typeText`runtime.StrictPlanOptions`, optional: true },
      ],
      returns: typeText`runtime.ToolDefinition[]`,
    },
    {
      kind: 'function',
      name: identifier('createDispatcher'),
      doc: DOCS.createDispatcher,
      parameters: [{ name: identifier('options'), type: typeText`runtime.DispatcherOptions`, optional: true }],
      returns: typeText`runtime.Dispatcher<ToolInputs, ToolOutputs>`,
    },
    {
      kind: 'const',
      name: identifier('toRunnableTools'),
      doc: DOCS.toRunnableTools,
      type: typeText`${kit}["toRunnableTools"]`,
    },
    {
      kind: 'function',
      name: identifier('encodeInput'),
      doc: DOCS.encodeInput,
      parameters: [name, { name: identifier('natural'), type: typeText`unknown` }],
      returns: typeText`unknown`,
    },
    {
      kind: 'function',
      name: identifier('decodeInput'),
      doc: DOCS.decodeInput,
      parameters: [name, { name: identifier('written'), type: typeText`unknown` }],
      returns: typeText`unknown`,
    },
    {
      kind: 'function',
      name: identifier('inputSchema'),
      doc: DOCS.inputSchema,
      parameters: [name],
      returns: typeText`Promise<runtime.JSONSchema>`,
    },
  ];
}
