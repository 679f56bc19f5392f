import type { DirectedSchemas } from '../../lower/definitions-for.js';
import type { ToolModel } from '../../lower/tool-model.js';
import type { ToolGroup } from '../emit-input.js';
import { block, identifier, type Property, stringLiteral, type TypeText, typeKey, typeText } from '../source/sink.js';
import type { Declaration } from '../source/source-file.js';
import type { ComponentTypes } from '../types/component-types.js';
import { comment, documentation } from '../types/documentation.js';
import { type PrintContext, printType, union } from '../types/type-printer.js';

/** Names of the two types of a tool. */
export function typeNamesOf({ operation }: ToolModel) {
  return { input: identifier(`${operation.typeName}Input`), output: identifier(`${operation.typeName}Output`) };
}

/** Names of the maps from tool name to input and to output, of one tag. */
export function mapNamesOf({ typeName }: ToolGroup) {
  return { inputs: identifier(`${typeName}ToolInputs`), outputs: identifier(`${typeName}ToolOutputs`) };
}

/** Statements of `tools/<tag>.d.ts`. */
export function toolTypes(group: ToolGroup, components: ComponentTypes, response: DirectedSchemas): Declaration[] {
  const { inputs, outputs } = mapNamesOf(group);
  const request = components.contextOf('request');
  const answer = components.contextOf('response');
  const entries = (kind: 'input' | 'output') =>
    group.tools.map((tool): Property => {
      const name = typeNamesOf(tool)[kind];
      return { name: typeKey(tool.definition.name), optional: false, type: typeText`${name}` };
    });
  const setType = typeText`runtime.ToolSet<${inputs}, ${outputs}>`;
  return [
    { kind: 'namespaceImport', name: 'runtime', from: '../runtime/contract.js' },
    { kind: 'namespaceImport', name: 'types', from: '../types.js' },
    ...group.tools.flatMap((tool) => [inputType(tool, request), outputType(tool, answer, response)]),
    { kind: 'interface', name: inputs, properties: entries('input') },
    { kind: 'interface', name: outputs, properties: entries('output') },
    { kind: 'const', name: identifier('definitions'), type: typeText`readonly runtime.ToolDefinition[]` },
    { kind: 'const', name: identifier('tools'), type: typeText`readonly runtime.ToolDefinition[]` },
    {
      kind: 'const',
      name: identifier('operations'),
      type: typeText`{ readonly [Name in keyof ${inputs}]: runtime.OperationDescriptor }`,
    },
    { kind: 'const', name: identifier('toolSet'), type: setType },
  ];
}

function inputType(tool: ToolModel, context: PrintContext): Declaration {
  const { descriptor, documentation: lines, inputType: shape } = tool;
  const paragraphs = lines.length > 0 ? lines : [`${descriptor.method} ${descriptor.path}`];
  const doc = comment(paragraphs, descriptor.deprecated === true);
  const properties = shape.properties.map(({ name, schema, required, description, bytes }): Property => {
    const own = typeof schema === 'object' ? schema : {};
    const text = documentation({ ...own, ...(description !== undefined && { description }) });
    const type =
      bytes === true ? typeText`runtime.BytesInput` : printType(schema, context, { depth: 0, deferred: true });
    return { name: typeKey(name), optional: !required, type, ...(text !== undefined && { doc: text }) };
  });
  return { kind: 'interface', name: typeNamesOf(tool).input, properties, ...(doc !== undefined && { doc }) };
}

function outputType(tool: ToolModel, context: PrintContext, response: DirectedSchemas): Declaration {
  const members: TypeText[] = tool.outputTypes.map((schema) => printType(response.prepare(schema), context));
  const kinds = kindsOf(tool);
  if (kinds.has('text')) members.push(typeText`string`);
  if (kinds.has('binary')) members.push(typeText`Uint8Array`);
  if (kinds.has('json') && tool.outputTypes.length === 0) members.push(typeText`unknown`);
  if (kinds.has('empty') || members.length === 0) members.push(typeText`undefined`);
  const doc = comment([`Answer of ${tool.definition.name}.`], false);
  return { kind: 'alias', name: typeNamesOf(tool).output, type: union(members), ...(doc !== undefined && { doc }) };
}

const JSON_TYPE = /^[^;]*[/+]json\s*(?:;|$)/i;

/** How answers can look. Where JSON is on offer the runtime asks for it: its alternatives play no part then. */
function kindsOf({ operation, outputKinds }: ToolModel): ReadonlySet<ToolModel['outputKinds'][number]> {
  const success = operation.responses.filter(({ status }) => status.startsWith('2'));
  const answers = (success.length > 0 ? success : operation.responses).filter(({ content }) => content.length > 0);
  const always = answers.every(({ content }) => content.some(({ contentType }) => JSON_TYPE.test(contentType)));
  return new Set(
    answers.length > 0 && always ? outputKinds.filter((kind) => kind === 'json' || kind === 'empty') : outputKinds,
  );
}

/** The names of the tools as a union, one on each line, what ends it too: the last one is a line like the others. */
export function nameUnion(names: readonly string[]): TypeText {
  const members = names.map((name) => typeText`| ${stringLiteral(name)}`);
  return names.length === 0 ? typeText`never` : typeText`${block('', members, '')}\n`;
}
