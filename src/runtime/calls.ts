import type { CallOptions, HttpRequest, ToolOutcome, ToolResultBlock, ToolUse } from './contract.js';
import { headerSecrets, Secrets } from './credentials/secrets.js';
import { TokenCache } from './credentials/token-cache.js';
import type { DispatcherParts } from './dispatcher-parts.js';
import { isToolCallError, ToolCallError } from './errors.js';
import type { Settings } from './options.js';
import { platform } from './platform.js';
import { type DispatcherState, prepareCall, type ValidCall } from './prepare-call.js';
import { httpError } from './result/http-error.js';
import { howToAskForLess } from './result/limit.js';
import { outcomeOf } from './result/outcome.js';
import { isRecordType } from './result/records.js';
import { binaryText, type RenderContext, renderSuccess } from './result/success.js';
import { type CallOutcome, emitEvent, runCall } from './run-call.js';
import { mediaEssence } from './serialize/content.js';
import { trustedOrigins } from './server.js';
import { cleanText, nearest, shorten } from './text.js';
import { startDeadline } from './transport/deadline.js';
import { checkInput } from './validate/check-input.js';
import type { TakenInput } from './validate/copy-input.js';

/** The calls of one dispatcher. */
export interface Calls {
  dispatch(toolUse: ToolUse, input: TakenInput, options: CallOptions): Promise<ToolResultBlock>;
  call(name: string, input: TakenInput, options: CallOptions): Promise<ToolOutcome<unknown>>;
  buildRequest(name: string, input: TakenInput, options: CallOptions): Promise<HttpRequest>;
}

export function createCalls(parts: DispatcherParts, settings: Settings): Calls {
  const secrets = new Secrets();
  for (const [name, value] of settings.headers) {
    for (const secret of headerSecrets(name, value)) secrets.add(secret);
  }
  const state: DispatcherState = {
    settings,
    pack: parts.pack,
    plugins: parts.plugins,
    secrets,
    tokens: new TokenCache(),
    targets: new WeakMap(),
    trusted: trustedOrigins(parts.pack, settings.servers),
  };
  return {
    dispatch: (toolUse, input, options) => dispatch(toolUse, input, options, parts, state),
    call: (name, input, options) => callTool(name, input, options, parts, state),
    buildRequest: (name, input, options) => buildRequest(name, input, options, parts, state),
  };
}

async function dispatch(
  toolUse: ToolUse,
  input: TakenInput,
  options: CallOptions,
  parts: DispatcherParts,
  state: DispatcherState,
): Promise<ToolResultBlock> {
  const { id, name } = toolUse;
  try {
    const call = await validCall(id, name, input, 'written', options, parts);
    const outcome = await runCall(call, state);
    const textOnly = typeof toolUse.caller?.type === 'string' && toolUse.caller.type !== 'direct';
    const context = renderContext(call, state, textOnly);
    return { type: 'tool_result', tool_use_id: id, content: contentOf(outcome, context) };
  } catch (error) {
    const failure = asToolCallError(error, state);
    emitEvent({ type: 'error', id, name, code: failure.code, message: failure.message }, state);
    const text = shorten(failure.message, Math.max(1, state.settings.maxResultChars));
    return { type: 'tool_result', tool_use_id: id, content: text === '' ? failure.code : text, is_error: true };
  }
}

function contentOf(outcome: CallOutcome, context: RenderContext): ToolResultBlock['content'] {
  if (outcome.answer === undefined) return shorten(dryRunText(outcome.request), context.maxChars);
  const { answer } = outcome;
  checkAnswer(outcome, context);
  return renderSuccess(answer, context);
}

/** Throws for an answer that is no success. */
function checkAnswer({ answer }: CallOutcome, context: RenderContext): void {
  if (answer === undefined) return;
  if (answer.status < 200 || answer.status > 299) throw httpError(answer, context);
  if (answer.cut === 'size' && !isRecordType(mediaEssence(answer.headers.get('content-type') ?? ''))) {
    const done = context.operation.effect === 'read' ? '' : ' The call itself was carried out.';
    throw new ToolCallError(
      'RESPONSE_TOO_LARGE',
      `The answer (HTTP ${answer.status}) has more than ${answer.bytes.length} bytes and was not read.${done} ${howToAskForLess(context.operation)}.`,
      { status: answer.status },
    );
  }
}

function dryRunText(request: HttpRequest): string {
  const { body } = request;
  const shown =
    body instanceof Uint8Array ? binaryText('a request body', body.length).replace('The API sent ', '') : body;
  return `Dry run, nothing was sent. The request would be:\n${JSON.stringify({ ...request, ...(body === undefined ? {} : { body: shown }) })}`;
}

async function callTool(
  name: string,
  input: TakenInput,
  options: CallOptions,
  parts: DispatcherParts,
  state: DispatcherState,
): Promise<ToolOutcome<unknown>> {
  const id = platform.crypto.randomUUID();
  try {
    const call = await validCall(id, name, input, 'natural', options, parts);
    const outcome = await runCall(call, state);
    checkAnswer(outcome, renderContext(call, state, true));
    return outcomeOf(outcome, state.secrets);
  } catch (error) {
    const { code, message, status } = asToolCallError(error, state);
    emitEvent({ type: 'error', id, name, code, message }, state);
    return { ok: false, code, message, ...(status === undefined ? {} : { status }) };
  }
}

async function buildRequest(
  name: string,
  input: TakenInput,
  options: CallOptions,
  parts: DispatcherParts,
  state: DispatcherState,
): Promise<HttpRequest> {
  const deadline = startDeadline(state.settings.timeoutMs, options.signal);
  try {
    const call = await validCall(platform.crypto.randomUUID(), name, input, 'natural', options, parts);
    return (await prepareCall(call, state, deadline)).request;
  } catch (error) {
    throw asToolCallError(error, state);
  } finally {
    deadline.dispose();
  }
}

function renderContext(call: ValidCall, state: DispatcherState, textOnly: boolean): RenderContext {
  return { operation: call.tool.operation, secrets: state.secrets, maxChars: state.settings.maxResultChars, textOnly };
}

/** Look-up, one copy, decoding, validation. */
async function validCall(
  id: string,
  name: string,
  input: TakenInput,
  form: 'written' | 'natural',
  options: CallOptions,
  parts: DispatcherParts,
): Promise<ValidCall> {
  const tool = parts.tool(name);
  if (tool === undefined) throw unknownTool(name, parts);
  const copied = input();
  const natural = form === 'written' ? parts.decode(name, copied) : copied;
  const writePath = form === 'written' ? parts.writePath(name, copied) : parts.naturalPath;
  const closed = form === 'written' ? parts.closedFaults(name, copied) : [];
  const checked = checkInput(tool, natural, writePath, closed);
  const values = checked instanceof Promise ? await checked : checked;
  return { id, tool, values, options };
}

function unknownTool(name: unknown, parts: DispatcherParts): ToolCallError {
  const given = shorten(JSON.stringify(String(name)), 80);
  const near = nearest(String(name), Object.keys(parts.operations), 5).join(', ');
  return new ToolCallError('UNKNOWN_TOOL', `There is no tool ${given}. Names near it: ${near}`);
}

/** Any failure as a `ToolCallError` whose text is safe to show. */
function asToolCallError(error: unknown, { secrets }: DispatcherState): ToolCallError {
  if (isToolCallError(error)) {
    const message = secrets.redact(cleanText(error.message));
    if (message === error.message) return error;
    return new ToolCallError(error.code, message, error.status === undefined ? {} : { status: error.status });
  }
  const reason = error instanceof Error ? error.message : String(error);
  return new ToolCallError('INTERNAL', `The call failed: ${shorten(secrets.redact(cleanText(reason)), 500)}`, {
    cause: error,
  });
}
