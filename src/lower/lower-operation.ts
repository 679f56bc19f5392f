import type { OperationModel, ParameterModel } from '../model/api-model.js';
import type { Schema } from '../normalize/normalized-spec.js';
import type { JSONSchema, StrictCost, ToolDefinition, ToolInputSchema } from '../runtime/contract.js';
import { withBytes } from './descriptor/bytes.js';
import { type BodyPlan, describeOperation } from './descriptor/descriptor.js';
import { BYTES_SCHEMA } from './natural/natural-schema.js';
import type { ToValidation } from './natural/validation-schema.js';
import { describeOutputs } from './outputs.js';
import type { Report } from './prepare/report.js';
import type { SchemaView } from './prepare/schema-view.js';
import { fitBudget, total } from './print/fit-budget.js';
import type { JsonWords } from './print/json-words.js';
import type { Meter } from './print/measure.js';
import { printSchema } from './print/print-schema.js';
import { chooseShared } from './print/share.js';
import type { LoweringNotes } from './report-encodings.js';
import { describeTool, documentTool } from './text/operation-text.js';
import type { InputType, LowerOptions, ToolModel } from './tool-model.js';
import { tellsWords, type WrittenProperty } from './written/node.js';
import { TOP, textOf, type Writer } from './written/write-schema.js';

/** What all operations of an API share while they are lowered. */
export interface Lowering {
  readonly options: LowerOptions;
  readonly view: SchemaView;
  readonly writer: Writer;
  readonly natural: (schema: Schema) => Schema;
  readonly toValidation: ToValidation;
  readonly jsonWords: JsonWords;
  readonly meter: Meter;
  readonly report: Report;
  readonly measureCost: (schema: ToolInputSchema) => StrictCost;
  /** Places in `strictFirst` of the operations that have one. */
  readonly priorities: ReadonlyMap<OperationModel, number>;
}

/** One input of a tool: a parameter or the body. */
interface Input {
  readonly name: string;
  readonly schema: Schema;
  readonly required: boolean;
  readonly description?: string;
  readonly deprecated: boolean;
  readonly bytes: boolean;
}

export function lowerOperation(
  operation: OperationModel,
  lowering: Lowering,
): { tool: ToolModel; notes: LoweringNotes } {
  const { options, view, report } = lowering;
  const body = planBody(operation, view);
  const inputs = [...operation.parameters.filter(isVisible).map(parameterInput), ...bodyInput(operation, body)];
  const written = inputs.map((input) => writeInput(input, lowering));
  const description = describeTool(operation, options.maxDescription, report);
  const overhead = JSON.stringify({ name: operation.name, description }).length + 90;
  const limits = { overhead, maxTokens: options.maxTokens, keepsStrict: operation.strictMode !== 'never' };
  const fitted = fitBudget(written, lowering.meter, limits);
  const { schema, codecs } = printSchema(
    fitted.properties,
    chooseShared(fitted.properties, lowering.meter),
    lowering.jsonWords,
  );
  const definition: ToolDefinition = { name: operation.name, description, input_schema: schema };
  const encodings = [...new Set(Object.values(codecs).map(({ kind }) => kind))]
    .filter((kind) => kind !== 'int64')
    .sort();
  const priority = lowering.priorities.get(operation);
  const cost = { ...lowering.measureCost(schema), ...(priority !== undefined && { priority }) };
  const tool: ToolModel = {
    definition,
    descriptor: describeOperation(operation, body, codecs, cost, view),
    validationSchema: validationSchema(inputs, lowering),
    inputType: inputType(inputs, lowering),
    ...describeOutputs(operation),
    operation,
    encodings,
    tokens: Math.ceil(JSON.stringify(definition).length / 4),
    ...countFields(written, fitted.properties, lowering.meter),
    documentation: documentTool(operation),
  };
  return { tool, notes: { reduced: fitted.reduced, inWords: fitted.properties.some(({ node }) => tellsWords(node)) } };
}

/** Fields before and after the budget: what became JSON text is no longer guarded. Shared parts can make the counts huge. */
function countFields(
  written: readonly WrittenProperty[],
  fitted: readonly WrittenProperty[],
  meter: Meter,
): { fields: number; guardable: number } {
  const safe = (count: number) => Math.min(Number.MAX_SAFE_INTEGER, Math.max(0, count));
  const after = total(fitted, meter);
  return { fields: safe(total(written, meter).fields), guardable: safe(after.fields - after.texts) };
}

function isVisible({ fixed, idempotencyKey }: ParameterModel): boolean {
  return fixed === undefined && idempotencyKey !== true;
}

function planBody({ body }: OperationModel, view: SchemaView): BodyPlan | undefined {
  if (!body) return undefined;
  if (body.kind === 'binary') return { schema: BYTES_SCHEMA, bytes: new Set() };
  if (body.kind === 'multipart') return withBytes(body.media.schema, body.media.encoding, view);
  if (body.kind === 'ndjson') return { schema: sequence(body.media.schema, body.media.itemSchema), bytes: new Set() };
  if (body.kind === 'text' && isSilent(body.media.schema)) return { schema: { type: 'string' }, bytes: new Set() };
  return { schema: body.media.schema, bytes: new Set() };
}

/** A sequence of items is a list, whichever way the document describes it. */
function sequence(schema: Schema, item: Schema | undefined): Schema {
  if (item !== undefined) return { type: 'array', items: item };
  return schema;
}

function isSilent(schema: Schema): boolean {
  return (
    schema === true ||
    (typeof schema === 'object' &&
      schema.type === undefined &&
      schema.$ref === undefined &&
      Object.keys(schema).every((key) => key === 'description'))
  );
}

function parameterInput({ property, schema, required, description, deprecated }: ParameterModel): Input {
  return {
    name: property,
    schema,
    required,
    ...(description !== undefined && { description }),
    deprecated,
    bytes: false,
  };
}

function bodyInput({ body }: OperationModel, plan: BodyPlan | undefined): Input[] {
  if (!body || !plan) return [];
  const { property, required, description, kind } = body;
  return [
    {
      name: property,
      schema: plan.schema,
      required,
      ...(description !== undefined && { description }),
      deprecated: false,
      bytes: kind === 'binary',
    },
  ];
}

function writeInput(input: Input, { writer, report }: Lowering): WrittenProperty {
  const use = writer.write(input.schema, TOP);
  const said =
    textOf(input.description, report, typeof input.schema === 'object' ? input.schema : input) ||
    use.text ||
    use.node.text;
  const text = [input.deprecated && !said?.startsWith('Deprecated.') ? 'Deprecated.' : '', said ?? '']
    .filter((part) => part !== '')
    .join(' ');
  return { ...use, ...(text !== '' && { text }), key: input.name, name: input.name, required: input.required };
}

function validationSchema(inputs: readonly Input[], { natural, toValidation }: Lowering): JSONSchema {
  const required = inputs.filter((input) => input.required).map(({ name }) => name);
  const properties = inputs.map((input): [string, unknown] => [input.name, toValidation(natural(input.schema))]);
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  };
}

function inputType(inputs: readonly Input[], { natural }: Lowering): InputType {
  return {
    properties: inputs.map((input) => ({
      name: input.name,
      schema: natural(input.schema),
      required: input.required,
      ...(input.description !== undefined && { description: input.description }),
      ...(input.bytes && { bytes: true }),
    })),
  };
}
