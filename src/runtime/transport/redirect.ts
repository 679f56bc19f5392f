import type { HttpRequest, ResponseLike } from '../contract.js';
import { ToolCallError } from '../errors.js';
import { parseUrl } from '../platform.js';
import { isHttpUrl } from '../server.js';
import { isPrivatePlace } from './private-address.js';

const MAX_REDIRECTS = 5;

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** True for an answer that points elsewhere. */
export function isRedirect(response: ResponseLike): boolean {
  return (
    response.type === 'opaqueredirect' || (REDIRECTS.has(response.status) && response.headers.get('location') !== null)
  );
}

/**
 * The request that follows a redirect: GET and HEAD only; to another origin with nothing of the first request but
 * `Accept`; never from https to http, never to a private address (also by resolution) unless the first one was private.
 */
export async function followRedirect(
  first: HttpRequest,
  request: HttpRequest,
  response: ResponseLike,
  hops: number,
): Promise<HttpRequest> {
  const { status } = response;
  const refuse = (why: string): ToolCallError =>
    new ToolCallError('REDIRECT', `The API answered with a redirect${status > 0 ? ` (HTTP ${status})` : ''} ${why}`, {
      status,
    });
  if (response.type === 'opaqueredirect') throw refuse('that this platform does not show');
  const target = parseUrl(response.headers.get('location') ?? '', request.url);
  if (target === undefined || !isHttpUrl(target.href)) throw refuse('to an address that is no plain http(s) URL');
  const place = `to ${target.origin}`;
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    throw refuse(
      `${place}; ${request.method} requests are not sent on. The outcome is unknown: check before trying again`,
    );
  }
  if (hops >= MAX_REDIRECTS) throw refuse(`more than ${MAX_REDIRECTS} times`);
  const from = parseUrl(request.url);
  if (from?.protocol === 'https:' && target.protocol !== 'https:')
    throw refuse(`${place}, from https to http: not followed`);
  const start = parseUrl(first.url)?.hostname ?? '';
  const isElsewhere = target.hostname !== start;
  if (isElsewhere && (await isPrivatePlace(target.hostname)) && !(await isPrivatePlace(start))) {
    throw refuse('to a private address: not followed');
  }
  const url = target.href.split('#', 1)[0] ?? target.href;
  if (target.origin === from?.origin) return { ...request, url };
  const accept = Object.entries(request.headers).filter(([name]) => name.toLowerCase() === 'accept');
  return { method: request.method, url, headers: Object.fromEntries(accept) };
}
