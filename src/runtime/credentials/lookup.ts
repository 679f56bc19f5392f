import type { Credential, Credentials, SecurityScheme } from '../contract.js';
import { ToolCallError } from '../errors.js';
import { readEnv } from '../platform.js';

type Env = Readonly<Record<string, string | undefined>>;

/** `petstore_auth` and `bearerAuth` as parts of environment variable names: `PETSTORE_AUTH`, `BEARER_AUTH`. */
export function upperSnake(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1_$2')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .toUpperCase();
}

/** Finds credentials: those of the call, the dispatcher's, the environment's. */
export async function findCredential(
  name: string,
  scheme: SecurityScheme,
  sources: { call: Credentials | undefined; dispatcher: Credentials; env: Env; prefix: string },
): Promise<Credential | undefined> {
  for (const credentials of [sources.call, sources.dispatcher]) {
    if (credentials === undefined || !Object.hasOwn(credentials, name)) continue;
    const source = credentials[name];
    const found = typeof source === 'function' ? await ask(name, source) : source;
    if (found === undefined || found === null || found === '') continue;
    if (typeof found === 'string' || typeof found === 'object') return found;
    throw new ToolCallError('MISSING_CREDENTIALS', `The credential for "${name}" is neither text nor an object`);
  }
  return fromEnv(`${sources.prefix}_${upperSnake(name)}`, scheme, sources.env);
}

async function ask(name: string, source: () => Credential | Promise<Credential>): Promise<Credential> {
  try {
    return await source();
  } catch (error) {
    const reason = error instanceof Error && error.message !== '' ? `: ${error.message}` : '';
    throw new ToolCallError('MISSING_CREDENTIALS', `The credential for "${name}" could not be obtained${reason}`, {
      cause: error,
    });
  }
}

function fromEnv(variable: string, scheme: SecurityScheme, env: Env): Credential | undefined {
  const read = (suffix: string): string | undefined => readEnv(env, variable + suffix);
  const whole = read('');
  if (whole !== undefined) return whole;
  if (isBasic(scheme)) {
    const username = read('_USERNAME');
    const password = read('_PASSWORD');
    if (username !== undefined || password !== undefined) return { username: username ?? '', password: password ?? '' };
  }
  if (scheme.type === 'oauth2' || scheme.type === 'openIdConnect') {
    const clientId = read('_CLIENT_ID');
    const clientSecret = read('_CLIENT_SECRET');
    if (clientId !== undefined && clientSecret !== undefined) return { clientId, clientSecret };
  }
  return undefined;
}

export function isBasic(scheme: SecurityScheme): boolean {
  return scheme.type === 'http' && scheme.scheme.toLowerCase() === 'basic';
}

/** The environment variables that would satisfy a scheme, for error texts. */
export function variablesOf(name: string, scheme: SecurityScheme | undefined, prefix: string): string {
  const variable = `${prefix}_${upperSnake(name)}`;
  if (scheme !== undefined && isBasic(scheme)) return `${variable}_USERNAME and ${variable}_PASSWORD`;
  if (scheme?.type === 'oauth2') return `${variable} (or ${variable}_CLIENT_ID and ${variable}_CLIENT_SECRET)`;
  return variable;
}
