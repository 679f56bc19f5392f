import type { NormalizedParameter, NormalizedSecurityScheme } from '../../normalize/normalized-spec.js';

/** Set by body, answer handling and credentials (OpenAPI, Parameter Object: such header parameters are ignored). */
const DESCRIBED_ELSEWHERE: ReadonlySet<string> = new Set(['accept', 'content-type', 'authorization']);

/** Headers that steer the connection, or that a model could use to smuggle: the HTTP client sets them. */
const CONNECTION: ReadonlySet<string> = new Set([
  ...['host', 'content-length', 'transfer-encoding', 'connection', 'keep-alive', 'te', 'trailer', 'upgrade', 'expect'],
  ...[
    'cookie',
    'cookie2',
    'set-cookie',
    'proxy-authorization',
    'proxy-authenticate',
    'proxy-connection',
    'via',
    'date',
  ],
  ...['origin', 'referer', 'accept-encoding', 'accept-charset', 'content-encoding', 'forwarded', 'http2-settings'],
  // Some servers and proxies route by these, or take them for who is calling.
  ...['x-http-method', 'x-http-method-override', 'x-method-override', 'x-original-url', 'x-rewrite-url'],
  ...['x-original-host', 'x-real-ip', 'x-remote-user'],
]);

export type ApiKeys = ReadonlySet<string>;

const keyOf = (place: string, name: string): string => `${place} ${place === 'header' ? name.toLowerCase() : name}`;

/** Where any scheme of the document puts an API key, whether or not an operation lists the scheme. */
export function apiKeysOf(schemes: ReadonlyMap<string, NormalizedSecurityScheme>): ApiKeys {
  const keys = [...schemes.values()].flatMap((each) => (each.type === 'apiKey' ? [keyOf(each.in, each.name)] : []));
  return new Set(keys);
}

export function isApiKey(keys: ApiKeys, place: string, name: string): boolean {
  return keys.has(keyOf(place, name));
}

/** Why a parameter is never shown to the model; undefined where it is. */
export function hiddenReason({ name, in: place }: NormalizedParameter, keys: ApiKeys): string | undefined {
  if (place === 'path') return undefined;
  if (isApiKey(keys, place, name)) return 'credentials set it';
  if (place !== 'header') return undefined;
  const folded = name.toLowerCase();
  if (DESCRIBED_ELSEWHERE.has(folded)) return 'the runtime sets it from body, answer and credentials';
  if (CONNECTION.has(folded) || /^(?:sec|proxy|x-forwarded)-/.test(folded)) return 'the HTTP client sets it';
  return undefined;
}

/** A header that makes a repeated request harmless: filled by the runtime, once per call. */
export function isIdempotencyKey({ name, in: place }: NormalizedParameter): boolean {
  return place === 'header' && /idempotency[-_]?key/i.test(name);
}
