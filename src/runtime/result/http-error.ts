import { ToolCallError } from '../errors.js';
import { cleanText, shorten } from '../text.js';
import { retryAfterMs } from '../transport/retry.js';
import type { Answer } from '../transport/send.js';
import { decodeAnswer } from './decode.js';
import { limitText } from './limit.js';
import { forModel } from './redact.js';
import { binaryText, type RenderContext, reasonPhrase } from './success.js';

/** An error body says what is wrong in its first part. */
const MAX_BODY = 8_000;

/** The error of an answer whose status is no success: status, what the API says, and what may be done. */
export function httpError(answer: Answer, context: RenderContext): ToolCallError {
  const { status } = answer;
  const head = `HTTP ${status}${reasonPhrase(answer, context.secrets)}. ${adviceFor(answer, context.operation.effect === 'read')}`;
  const room = Math.max(0, Math.min(context.maxChars - head.length - 1, MAX_BODY));
  const body = bodyText(answer, { ...context, maxChars: room });
  const text = body === '' ? head : `${head}\n${body}`;
  return new ToolCallError('HTTP_STATUS', context.secrets.redact(text), { status });
}

function bodyText(answer: Answer, context: RenderContext): string {
  const decoded = forModel(decodeAnswer(answer), context.secrets);
  if (decoded.kind === 'empty' || context.maxChars === 0) return '';
  if ('text' in decoded) return limitText(decoded, context.maxChars, () => '');
  return binaryText(decoded.kind === 'media' ? decoded.mediaType : decoded.contentType, decoded.bytes.length);
}

const ADVICE: Readonly<Record<number, string>> = {
  400: 'The API does not accept this input; correct it and call again.',
  401: 'The credentials were not accepted. No input can mend that; tell the user.',
  403: 'These credentials may not do this. No input can mend that; tell the user.',
  404: 'There is nothing at this place; check the identifiers.',
  409: 'This conflicts with the present state; look at it first.',
  410: 'This is gone for good.',
  413: 'The input is too large.',
  415: 'The API does not take this media type.',
  422: 'The API does not accept this input; correct it and call again.',
};

function adviceFor(answer: Answer, isRead: boolean): string {
  const { status } = answer;
  if (status === 429 || status === 503) return waitText(answer);
  if (Object.hasOwn(ADVICE, status)) return ADVICE[status] ?? '';
  if (status >= 500 || status === 408) {
    return isRead
      ? 'The API failed; trying again later may help.'
      : 'The API failed. The outcome is unknown: check before trying again.';
  }
  return 'The call did not succeed.';
}

function waitText(answer: Answer): string {
  const what = answer.status === 429 ? 'Too many requests.' : 'The API is not available now.';
  const header = answer.headers.get('retry-after');
  const ms = retryAfterMs(header);
  if (header === undefined || ms === undefined) return `${what} Try again later.`;
  return `${what} Retry-After: ${shorten(cleanText(header), 60)} (try again in ${Math.ceil(ms / 1000)} s, not before).`;
}
