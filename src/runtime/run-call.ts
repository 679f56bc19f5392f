import type { CallEvent, HttpRequest, PendingCall } from './contract.js';
import { headerSecrets, MASK } from './credentials/secrets.js';
import { isToolCallError, ToolCallError } from './errors.js';
import { type DispatcherState, type PreparedCall, prepareCall, type ValidCall } from './prepare-call.js';
import { cleanText, shorten } from './text.js';
import { type Deadline, startDeadline } from './transport/deadline.js';
import { type Answer, send } from './transport/send.js';

/** What became of a call that nothing stopped: an answer, or with `dryRun` the request that would have been sent. */
export type CallOutcome = { answer: Answer; request?: undefined } | { request: HttpRequest; answer?: undefined };

/** Asks for consent where the effect needs it, then sends the request. One clock runs over all but the consent. */
export async function runCall(call: ValidCall, state: DispatcherState): Promise<CallOutcome> {
  const { settings } = state;
  const isWrite = call.tool.operation.effect !== 'read';
  const asks = isWrite && settings.approve !== undefined;
  let deadline = startDeadline(settings.timeoutMs, call.options.signal);
  try {
    const prepared = await prepareCall(call, state, deadline);
    if (settings.dryRun === true || (settings.dryRun === 'writes' && isWrite)) {
      return { request: maskRequest(prepared, state) };
    }
    if (asks) {
      // People take their time: the clock starts again once they have agreed.
      deadline.dispose();
      await askForConsent(call, prepared, state);
      deadline = startDeadline(settings.timeoutMs, call.options.signal);
    }
    return { answer: await sendRenewing(call, prepared, state, deadline) };
  } finally {
    deadline.dispose();
  }
}

/** Sends; a fetched token that the API refuses is renewed once. */
async function sendRenewing(
  call: ValidCall,
  prepared: PreparedCall,
  state: DispatcherState,
  deadline: Deadline,
): Promise<Answer> {
  const answer = await sendOnce(call, prepared.request, state, deadline);
  if (answer.status !== 401 || prepared.renew === undefined) return answer;
  prepared.renew();
  const again = await prepareCall(call, state, deadline);
  return sendOnce(call, again.request, state, deadline);
}

function sendOnce(call: ValidCall, request: HttpRequest, state: DispatcherState, deadline: Deadline): Promise<Answer> {
  const { settings } = state;
  const { operation, name } = call.tool;
  return send(request, {
    fetch: settings.fetch,
    deadline,
    retry: settings.retry,
    repeatable: operation.parameters.some(({ idempotencyKey }) => idempotencyKey === true),
    maxBytes: settings.maxResponseBytes,
    emit:
      settings.onCall === undefined
        ? undefined
        : (event) => emitEvent({ ...event, id: call.id, name } as CallEvent, state),
    redact: (text) => state.secrets.redact(text),
  });
}

/** Tells the listener; nothing that it does can harm the call. */
export function emitEvent(event: CallEvent, { settings, secrets }: DispatcherState): void {
  const { onCall } = settings;
  if (onCall === undefined) return;
  try {
    const result: unknown = onCall(secrets.redactValue(event) as CallEvent);
    if (result instanceof Promise) result.catch(() => undefined);
  } catch {
    // Listeners are guests.
  }
}

/** A request as it may be shown: secrets masked by value, and credentials too short for that by their place. */
function maskRequest({ request, authorization }: PreparedCall, { secrets, settings }: DispatcherState): HttpRequest {
  const { body } = request;
  const placed = new Set(authorization.headers.map(([name]) => name.toLowerCase()));
  if (authorization.cookies.length > 0) placed.add('cookie');
  for (const [name, value] of settings.headers)
    if (headerSecrets(name, value).length > 0) placed.add(name.toLowerCase());
  const headers = Object.entries(request.headers).map(([name, value]) => {
    const shown = secrets.redact(value);
    return [name, shown === value && placed.has(name.toLowerCase()) ? MASK : shown] as const;
  });
  const pairs = authorization.query.map(([name, value]) => [`${name}=${value}`, `${name}=${MASK}`] as const);
  const url = pairs.reduce((text, [pair, shown]) => text.replace(pair, () => shown), request.url);
  const masked: HttpRequest = {
    method: request.method,
    url: secrets.redact(url),
    headers: Object.fromEntries(headers),
  };
  if (body === undefined) return masked;
  return { ...masked, body: typeof body === 'string' ? secrets.redact(body) : body };
}

async function askForConsent(call: ValidCall, prepared: PreparedCall, state: DispatcherState): Promise<void> {
  const { approve } = state.settings;
  if (approve === undefined) return;
  const { operation, name } = call.tool;
  const pending: PendingCall = {
    id: call.id,
    name,
    input: withoutBigInts(call.values) as PendingCall['input'],
    effect: operation.effect,
    operation,
    request: maskRequest(prepared, state),
  };
  const patience = startDeadline(Number.MAX_SAFE_INTEGER, call.options.signal);
  let verdict: unknown;
  try {
    verdict = await patience.race(verdictOf(() => approve(pending)));
  } finally {
    patience.dispose();
  }
  if (verdict === true) return;
  const reason = typeof verdict === 'string' && verdict.trim() !== '' ? `: ${shorten(cleanText(verdict), 500)}` : '';
  throw new ToolCallError(
    'REFUSED',
    `The user did not allow this call${reason}. Nothing was sent; do not try it again unless asked to`,
  );
}

/** Large integers as digits, so that whoever asks can print the input as JSON. */
function withoutBigInts(value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString();
  if (Array.isArray(value)) return value.map(withoutBigInts);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, withoutBigInts(member)]));
}

async function verdictOf(ask: () => unknown): Promise<unknown> {
  try {
    return await ask();
  } catch (error) {
    return isToolCallError(error) || error instanceof Error ? error.message : false;
  }
}
