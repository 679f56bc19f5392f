import type {
  AnyDispatcher,
  ResultContentBlock,
  RunnableTool,
  RunnableToolsOptions,
  SignalLike,
  ToolDefinition,
} from './contract.js';
import { clientCalls, type LoopCall } from './loop/calls.js';
import { isFields } from './loop/json.js';
import { resultBlock } from './loop/results.js';
import { platform } from './platform.js';

/** Undoes the written form of an input; see `decodeInput` of a package. */
export type DecodeInput = (name: string, written: unknown) => unknown;

type RunContext = Parameters<RunnableTool['run']>[1];

/**
 * The dispatcher's tools for the SDK's Tool Runner (`client.beta.messages.toolRunner`): each is its definition plus
 * `parse`, which decodes, and `run`, which validates and dispatches and throws when the call fails.
 */
export function toRunnableTools(
  dispatcher: AnyDispatcher,
  options: RunnableToolsOptions = {},
  decode: DecodeInput = (_name, written) => written,
): RunnableTool[] {
  // What `parse` made is dispatched in the form the model wrote: decoding twice could change it.
  const written = new WeakMap<object, unknown>();
  const failure = (text: string): Error =>
    options.ToolError === undefined ? new Error(text) : new options.ToolError(text);

  const parse = (name: string, input: unknown): unknown => {
    try {
      const natural = decode(name, input);
      if (typeof natural === 'object' && natural !== null) written.set(natural, input);
      return natural;
    } catch (error) {
      throw failure(error instanceof Error ? error.message : String(error));
    }
  };

  const run = async (name: string, input: unknown, context: RunContext): Promise<string | ResultContentBlock[]> => {
    const key = typeof input === 'object' && input !== null ? input : undefined;
    const call = callOf(name, key !== undefined && written.has(key) ? written.get(key) : input, context);
    const signal = asSignal(context?.signal);
    const raw = await dispatcher.dispatch(call, signal && { signal });
    const { content, is_error } = resultBlock(call, raw);
    if (is_error === true) throw failure(String(content));
    return content;
  };

  return dispatcher.tools.map((tool: ToolDefinition) => ({
    ...tool,
    parse: (input: unknown) => parse(tool.name, input),
    run: (input: unknown, context?: RunContext) => run(tool.name, input, context),
  }));
}

/** The call that is served; outside a runner it gets an id of its own. */
function callOf(name: string, input: unknown, context: RunContext): LoopCall {
  const block = context?.toolUse ?? context?.toolUseBlock;
  const [call] = clientCalls([{ ...block, type: 'tool_use' }]);
  return { ...call, id: call?.id ?? `toolu_${platform.crypto.randomUUID()}`, name, input };
}

function asSignal(signal: unknown): SignalLike | undefined {
  const fits = isFields(signal) && typeof signal['addEventListener'] === 'function';
  return fits ? (signal as unknown as SignalLike) : undefined;
}
