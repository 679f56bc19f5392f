import type { DispatcherOptions, FetchLike, PackageDescriptor, RetryOptions } from './contract.js';
import { parseUrl, platform, platformEnv, readEnv } from './platform.js';
import { isHeaderName, isHeaderValue } from './serialize/header.js';
import { isHttpUrl, type ServerChoice } from './server.js';

/** Options with their defaults, checked. */
export interface Settings {
  servers: ServerChoice;
  credentials: NonNullable<DispatcherOptions['credentials']>;
  headers: readonly (readonly [string, string])[];
  fetch: FetchLike;
  env: Readonly<Record<string, string | undefined>>;
  timeoutMs: number;
  maxResponseBytes: number;
  maxResultChars: number;
  retry: Required<RetryOptions> | false;
  dryRun: boolean | 'writes';
  files: DispatcherOptions['files'];
  approve: DispatcherOptions['approve'];
  onCall: DispatcherOptions['onCall'];
}

type Check = (value: unknown) => string | undefined;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const aFunction: Check = (value) => (typeof value === 'function' ? undefined : 'must be a function');
const positive: Check = (value) => (typeof value === 'number' && value > 0 ? undefined : 'must be a number above 0');
const record: Check = (value) => (isRecord(value) ? undefined : 'must be an object');
const strings: Check = (value) =>
  isRecord(value) && Object.values(value).every((each) => typeof each === 'string')
    ? undefined
    : 'must be an object of strings';

/** Every option and what it must be. */
const CHECKS: Readonly<Record<keyof DispatcherOptions, Check>> = {
  baseUrl: (value) =>
    typeof value === 'string' && isHttpUrl(value) && !/[?#]/.test(value)
      ? undefined
      : 'must be an absolute http(s) URL without user name, query or fragment',
  serverVariables: strings,
  allowedOrigins: checkOrigins,
  credentials: record,
  headers: checkHeaders,
  fetch: aFunction,
  env: (value) => (value === false ? undefined : record(value)),
  timeoutMs: positive,
  maxResponseBytes: positive,
  maxResultChars: positive,
  retry: (value) => (value === false ? undefined : checkRetry(value)),
  files: aFunction,
  approve: aFunction,
  dryRun: (value) => (typeof value === 'boolean' || value === 'writes' ? undefined : "must be true, false or 'writes'"),
  onCall: aFunction,
};

function checkOrigins(value: unknown): string | undefined {
  const fits = (origin: unknown): boolean =>
    typeof origin === 'string' && isHttpUrl(origin) && /^[a-z]+:\/\/[^/]+\/?$/i.test(origin);
  return Array.isArray(value) && value.every(fits)
    ? undefined
    : 'must be a list of origins such as "https://upload.example.com"';
}

function checkHeaders(value: unknown): string | undefined {
  if (strings(value) !== undefined) return 'must be an object of strings';
  const fits = Object.entries(value as Record<string, string>).every(
    ([name, text]) => isHeaderName(name) && isHeaderValue(text),
  );
  return fits ? undefined : 'holds a name or a value that no header may have';
}

function checkRetry(value: unknown): string | undefined {
  if (!isRecord(value)) return 'must be false or { attempts, maxDelayMs }';
  const unknown = Object.keys(value).find((key) => key !== 'attempts' && key !== 'maxDelayMs');
  if (unknown !== undefined) return `has no setting "${unknown}"`;
  const { attempts, maxDelayMs } = value as RetryOptions;
  if (attempts !== undefined && !(Number.isInteger(attempts) && attempts >= 1))
    return 'needs whole attempts, 1 or more';
  return maxDelayMs !== undefined && !(typeof maxDelayMs === 'number' && maxDelayMs >= 0)
    ? 'needs maxDelayMs of 0 or more'
    : undefined;
}

/** Checks the options of a dispatcher and fills in defaults. Throws `TypeError` where they are wrong. */
export function readOptions(options: DispatcherOptions, pack: PackageDescriptor): Settings {
  const given: unknown = options;
  if (!isRecord(given)) throw new TypeError('createDispatcher: the options must be an object');
  for (const [name, value] of Object.entries(given)) {
    if (!Object.hasOwn(CHECKS, name)) {
      throw new TypeError(
        `createDispatcher: there is no option "${name}"; options are ${Object.keys(CHECKS).join(', ')}`,
      );
    }
    const fault = value === undefined ? undefined : CHECKS[name as keyof DispatcherOptions](value);
    if (fault !== undefined) throw new TypeError(`createDispatcher: the option ${name} ${fault}`);
  }
  const env = options.env === false ? {} : (options.env ?? platformEnv());
  return {
    servers: serverChoice(options, env, pack),
    credentials: options.credentials ?? {},
    headers: Object.entries(options.headers ?? {}),
    fetch: options.fetch ?? platformFetch(),
    env,
    timeoutMs: options.timeoutMs ?? 60_000,
    maxResponseBytes: options.maxResponseBytes ?? 10 * 1024 * 1024,
    maxResultChars: options.maxResultChars ?? 40_000,
    retry: options.retry === false ? false : { attempts: 3, maxDelayMs: 10_000, ...options.retry },
    dryRun: options.dryRun ?? false,
    files: options.files,
    approve: options.approve,
    onCall: options.onCall,
  };
}

function serverChoice(options: DispatcherOptions, env: Settings['env'], pack: PackageDescriptor): ServerChoice {
  const variable = `${pack.envPrefix}_BASE_URL`;
  const fromEnv = readEnv(env, variable);
  if (options.baseUrl === undefined && fromEnv !== undefined && CHECKS.baseUrl(fromEnv) !== undefined) {
    throw new TypeError(`createDispatcher: the environment variable ${variable} ${CHECKS.baseUrl(fromEnv)}`);
  }
  const baseUrl = options.baseUrl ?? fromEnv ?? pack.baseUrl;
  const origins = (options.allowedOrigins ?? []).map((origin) => parseUrl(origin)?.origin ?? origin);
  return {
    variables: options.serverVariables ?? {},
    allowedOrigins: new Set(origins),
    ...(baseUrl === undefined ? {} : { baseUrl }),
  };
}

function platformFetch(): FetchLike {
  if (typeof platform.fetch !== 'function') {
    throw new TypeError('createDispatcher: this platform has no fetch; give one as the option fetch');
  }
  // Looked up at each call, so that what replaces the global later is used.
  return (url, init) => (platform.fetch as FetchLike)(url, init);
}
