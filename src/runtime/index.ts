import { decodeValue, encodeValue } from './codec/index.js';
import type {
  PackageDescriptor,
  RuntimePlugins,
  StrictTools,
  ToolData,
  Toolkit,
  ToolLoopOptions,
  ToolLoopResult,
  ToolSet,
} from './contract.js';
import { toRunnableTools } from './runnable-tools.js';
import { selectTools } from './select-tools.js';
import { applyPlan, planTools } from './strict/plan.js';
import { createToolSet } from './tool-set.js';
import { buildToolkit, type ToolkitParts } from './toolkit.js';
import { closedObjectFaults } from './validate/closed-objects.js';
import { writtenPath } from './validate/written-path.js';

export type * from './contract.js';
export { isToolCallError, isToolLoopError, ToolCallError, ToolLoopError } from './errors.js';
export { tagExports } from './tool-set.js';

/**
 * Drives a conversation to its end: sends, answers the calls of the model, sends again. Rejects with `ToolLoopError` where the
 * Messages API fails for good, and with `TypeError` before any request where the options are wrong.
 */
export async function runToolLoop(options: ToolLoopOptions): Promise<ToolLoopResult> {
  // Loaded when it is used: many programs dispatch calls of a loop of their own.
  const loop = await import('./run-tool-loop.js');
  return loop.runToolLoop(options);
}

const PARTS: ToolkitParts = {
  decode: (definition, operation, written, copied) =>
    decodeValue(definition.input_schema, operation.codecs, written, copied),
  encode: (definition, operation, natural) => encodeValue(definition.input_schema, operation.codecs, natural),
  closedFaults: (definition, operation, written) =>
    closedObjectFaults(definition.input_schema, operation.codecs, written),
  writtenPath: (definition, operation, written, segments) =>
    writtenPath(definition.input_schema, operation.codecs, written, segments),
  plan: (tools, operations, options) => planTools(tools, operations, options).tools,
  select: selectTools,
  toRunnableTools,
};

/** Turns a union of types into their intersection. */
type Merge<U> = (U extends unknown ? (each: U) => void : never) extends (all: infer M) => void ? M : never;
type InputsOf<S> = Merge<S extends ToolSet<infer I, unknown> ? I : never>;
type OutputsOf<S> = Merge<S extends ToolSet<unknown, infer O> ? O : never>;

/**
 * Binds the tool sets of one package (one for each tag) together: tools planned for `strict`, dispatchers, codecs and
 * schemas. Importing stays cheap: data is parsed at the first look, no schema is loaded and nothing compiled before the
 * first call.
 */
export function createToolkit<S extends ToolSet<unknown, unknown>>(
  sets: S | readonly S[],
): Toolkit<InputsOf<S>, OutputsOf<S>> {
  const toolkit = buildToolkit((Array.isArray(sets) ? sets : [sets]) as readonly ToolSet[], PARTS);
  return toolkit as unknown as Toolkit<InputsOf<S>, OutputsOf<S>>;
}

/** The toolkit of all tags of a package: what its entry point exports. `strict` is the plan for exactly these tools. */
export function createPackage(
  pack: PackageDescriptor,
  data: readonly ToolData[],
  plugins: RuntimePlugins,
  strict?: StrictTools,
): Toolkit {
  const sets = data.map((each) => createToolSet(pack, each, plugins));
  return buildToolkit(sets, PARTS, strict && ((tools) => applyPlan(tools, strict)));
}
