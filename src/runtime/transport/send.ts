import type { CallEvent, FetchInit, FetchLike, HttpRequest, ResponseLike, RetryOptions } from '../contract.js';
import { isToolCallError, ToolCallError } from '../errors.js';
import { isRecordType } from '../result/records.js';
import { mediaEssence } from '../serialize/content.js';
import { cleanText, shorten } from '../text.js';
import type { Deadline } from './deadline.js';
import { BodyReading, discardBody, type ReadBody } from './read-body.js';
import { followRedirect, isRedirect } from './redirect.js';
import { isIdempotent, isRetriedStatus, nextPause, retryAfterMs } from './retry.js';

/** A whole answer. */
export interface Answer extends ReadBody {
  status: number;
  statusText: string;
  headers: AnswerHeaders;
}

/** Headers of an answer, looked up when they are needed: most answers need one or two of them. */
export interface AnswerHeaders {
  /** Without regard to case. */
  get(name: string): string | undefined;
  /** All, names in lower case. */
  all(): Record<string, string>;
}

/** An event without what the caller fills in. */
export type TransportEvent = CallEvent extends infer E ? (E extends CallEvent ? Omit<E, 'id' | 'name'> : never) : never;

export interface SendContext {
  fetch: FetchLike;
  deadline: Deadline;
  retry: Required<RetryOptions> | false;
  /** True where repeating the request is safe although its method is not idempotent: it carries an idempotency key. */
  repeatable: boolean;
  maxBytes: number;
  /** Absent where nobody listens. */
  emit: ((event: TransportEvent) => void) | undefined;
  /** Masks secrets in a text that is not cut yet. */
  redact: (text: string) => string;
}

/** Sends a request, follows redirects, repeats where that is safe, and reads the answer. */
export async function send(request: HttpRequest, context: SendContext): Promise<Answer> {
  const mayRepeat = context.retry !== false && (context.repeatable || isIdempotent(request.method));
  const retry = mayRepeat && context.retry !== false ? context.retry : { attempts: 1, maxDelayMs: 0 };
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await tryOnce(request, attempt, context);
    const pause = pauseAfter(outcome, attempt, retry);
    if (pause === undefined || pause.delayMs >= context.deadline.remaining()) {
      if (outcome.error !== undefined) throw outcome.error;
      return outcome.answer;
    }
    context.emit?.({ type: 'retry', attempt: attempt + 1, delayMs: Math.round(pause.delayMs), reason: pause.reason });
    await context.deadline.pause(pause.delayMs);
  }
}

type Outcome = { answer: Answer; error?: undefined } | { error: ToolCallError; answer?: undefined };

function pauseAfter(
  outcome: Outcome,
  attempt: number,
  retry: Required<RetryOptions>,
): { delayMs: number; reason: string } | undefined {
  if (outcome.error !== undefined) {
    const delayMs = outcome.error.code === 'NETWORK' ? nextPause(attempt, retry, undefined) : undefined;
    return delayMs === undefined ? undefined : { delayMs, reason: 'connection error' };
  }
  const { status, headers } = outcome.answer;
  if (!isRetriedStatus(status)) return undefined;
  const delayMs = nextPause(attempt, retry, retryAfterMs(headers.get('retry-after')));
  return delayMs === undefined ? undefined : { delayMs, reason: `HTTP ${status}` };
}

/** How far an attempt has come. */
interface Progress {
  response?: ResponseLike;
  reading?: BodyReading;
}

async function tryOnce(request: HttpRequest, attempt: number, context: SendContext): Promise<Outcome> {
  const started = Date.now();
  context.emit?.({ type: 'request', method: request.method, url: request.url, attempt });
  const progress: Progress = {};
  const told = (answer: Answer): Outcome => {
    const { status, bytes } = answer;
    context.emit?.({ type: 'response', status, durationMs: Date.now() - started, bytes: bytes.length });
    return { answer };
  };
  try {
    // One race for all of it: each one costs promises.
    return told(await context.deadline.race(exchange(request, context, progress)));
  } catch (error) {
    progress.reading?.cancel();
    const part = partOfStream(progress, context.deadline);
    return part === undefined ? { error: asCallError(error, request, progress.response?.status, context) } : told(part);
  }
}

/** What came of a stream of events that outlives the deadline. */
function partOfStream({ response, reading }: Progress, deadline: Deadline): Answer | undefined {
  if (response === undefined || reading === undefined || deadline.failure()?.code !== 'TIMEOUT') return undefined;
  const bytes = isStream(response) ? reading.soFar() : undefined;
  return bytes === undefined || bytes.length === 0 ? undefined : { ...answerOf(response), bytes, cut: 'time' };
}

function answerOf(response: ResponseLike): Pick<Answer, 'status' | 'statusText' | 'headers'> {
  return { status: response.status, statusText: response.statusText ?? '', headers: headersOf(response) };
}

/** Sends and reads. When time is over nobody waits for it any more: then it sends nothing more, and reads nothing more. */
async function exchange(request: HttpRequest, context: SendContext, progress: Progress): Promise<Answer> {
  let response = await fetchOnce(request, context);
  let next = request;
  for (let hops = 0; isRedirect(response); hops += 1) {
    discardBody(response);
    next = await followRedirect(request, next, response, hops);
    response = await fetchOnce(next, context);
  }
  progress.response = response;
  progress.reading = new BodyReading(response, context.maxBytes);
  const body = await progress.reading.read(context.deadline);
  return { ...answerOf(response), ...body };
}

async function fetchOnce(request: HttpRequest, { fetch, deadline }: SendContext): Promise<ResponseLike> {
  const failure = deadline.failure();
  if (failure !== undefined) throw failure;
  const init: FetchInit = {
    method: request.method,
    headers: request.headers,
    redirect: 'manual',
    signal: deadline.signal,
    ...(request.body === undefined ? {} : { body: request.body }),
  };
  const response = await fetch(request.url, init);
  const late = deadline.failure();
  if (late === undefined) return response;
  discardBody(response);
  throw late;
}

/** Bodies that may never end: what came until a limit is useful. */
function isStream(response: ResponseLike): boolean {
  return isRecordType(mediaEssence(response.headers.get('content-type') ?? ''));
}

function headersOf({ headers }: ResponseLike): AnswerHeaders {
  return {
    get: (name) => headers.get(name) ?? undefined,
    all: () => {
      const all: [string, string][] = [];
      headers.forEach((value, name) => {
        all.push([name.toLowerCase(), value]);
      });
      return Object.fromEntries(all);
    },
  };
}

/** A failure in words; `arrived` is the status of an answer that broke off. */
function asCallError(
  error: unknown,
  request: HttpRequest,
  arrived: number | undefined,
  context: SendContext,
): ToolCallError {
  const isRead = ['GET', 'HEAD', 'OPTIONS', 'QUERY'].includes(request.method);
  const outcome = isRead
    ? ''
    : '. The outcome is unknown: the API may have carried it out, so check before trying again';
  const cut = context.deadline.failure();
  if (cut !== undefined) return new ToolCallError(cut.code, `${cut.message}${outcome}`);
  if (isToolCallError(error)) return error;
  const reason = reasonOf(error, context.redact);
  const advice = isRead ? '. Trying again later may help' : outcome;
  const text =
    arrived === undefined
      ? `The API could not be reached (${reason})`
      : `The API answered HTTP ${arrived}, but its answer broke off and could not be read (${reason})`;
  const status = arrived === undefined ? {} : { status: arrived };
  return new ToolCallError('NETWORK', text + advice, { ...status, cause: error });
}

/** Why a request failed: the code of the system, else what the platform says. */
export function reasonOf(error: unknown, redact: (text: string) => string): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const code = typeof cause === 'object' && cause !== null && 'code' in cause ? cause.code : undefined;
  if (typeof code === 'string') return shorten(cleanText(code), 60);
  // Masked before it is cut: a part of a secret is still a secret.
  return cause instanceof Error && cause.message !== ''
    ? shorten(redact(cleanText(cause.message)), 200)
    : 'network error';
}
