import type { RetryOptions } from '../contract.js';

const RETRIED = new Set([408, 429, 502, 503, 504]);
/** RFC 9110, 9.2.2, and the QUERY method: repeating them changes nothing more. */
const IDEMPOTENT = new Set(['GET', 'HEAD', 'OPTIONS', 'QUERY', 'TRACE', 'PUT', 'DELETE']);
const FIRST_PAUSE_MS = 500;

export function isRetriedStatus(status: number): boolean {
  return RETRIED.has(status);
}

export function isIdempotent(method: string): boolean {
  return IDEMPOTENT.has(method);
}

/** Milliseconds that `Retry-After` asks for: seconds or a date (RFC 9110, 10.2.3). */
export function retryAfterMs(header: string | null | undefined): number | undefined {
  if (header === null || header === undefined) return undefined;
  const text = header.trim();
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}

/** The pause before the next attempt; undefined where there is none: attempts used up, or the API wants too long a pause. */
export function nextPause(
  attempt: number,
  options: Required<RetryOptions>,
  askedMs: number | undefined,
): number | undefined {
  if (attempt >= options.attempts) return undefined;
  if (askedMs !== undefined) return askedMs > options.maxDelayMs ? undefined : askedMs;
  // Full jitter: many clients must not come back at one moment.
  return Math.random() * Math.min(options.maxDelayMs, FIRST_PAUSE_MS * 2 ** (attempt - 1));
}
