import type { OperationDescriptor, PackageDescriptor, ServerDescriptor } from './contract.js';
import { ToolCallError } from './errors.js';
import { parseUrl } from './platform.js';
import { isUnsafeSegment } from './serialize/path.js';

/** What the user chose about servers. */
export interface ServerChoice {
  /** From the option, the environment or generation; replaces every server of the document. */
  baseUrl?: string;
  variables: Readonly<Record<string, string>>;
  allowedOrigins: ReadonlySet<string>;
}

/** Where a call goes. */
export interface Target {
  /** Server URL as text, without a slash at the end, query or fragment. */
  base: string;
  origin: string;
  /** True where credentials and configured headers may go. */
  trusted: boolean;
}

/** Finds the server of an operation: `baseUrl`, else the operation's own, else the document's. */
export function resolveTarget(
  pack: PackageDescriptor,
  operation: OperationDescriptor,
  choice: ServerChoice,
  trusted: ReadonlySet<string>,
): Target {
  if (choice.baseUrl !== undefined) return target(choice.baseUrl, trusted);
  const server = operation.servers?.[0] ?? pack.servers[0] ?? { url: '/' };
  const url = absoluteUrl(expandServer(server, choice.variables), pack.specUrl);
  if (url === undefined) {
    throw new ToolCallError(
      'MISSING_SERVER',
      `The API document names no absolute server. Set the dispatcher option baseUrl or the environment variable ${pack.envPrefix}_BASE_URL`,
    );
  }
  return target(url, trusted);
}

/** Origins that credentials are for: that of `baseUrl`, or without it those of the document's servers; and allowed ones. */
export function trustedOrigins(pack: PackageDescriptor, choice: ServerChoice): ReadonlySet<string> {
  const origins = new Set(choice.allowedOrigins);
  if (choice.baseUrl !== undefined) {
    const origin = parseUrl(choice.baseUrl)?.origin;
    if (origin !== undefined) origins.add(origin);
    return origins;
  }
  for (const server of pack.servers.length === 0 ? [{ url: '/' }] : pack.servers) {
    const origin = originOf(server, pack, choice);
    if (origin !== undefined) origins.add(origin);
  }
  return origins;
}

function originOf(server: ServerDescriptor, pack: PackageDescriptor, choice: ServerChoice): string | undefined {
  try {
    const url = absoluteUrl(expandServer(server, choice.variables), pack.specUrl);
    return url === undefined ? undefined : parseUrl(url)?.origin;
  } catch {
    return undefined;
  }
}

function target(url: string, trusted: ReadonlySet<string>): Target {
  const parsed = parseUrl(url);
  if (parsed === undefined || !isHttpUrl(url)) {
    throw new ToolCallError('MISSING_SERVER', `"${url.slice(0, 200)}" is no usable server URL; set baseUrl`);
  }
  const base = (url.split(/[?#]/, 1)[0] ?? '').replace(/\/+$/, '');
  const path = base.replace(/^[a-z]+:\/\/[^/]*/i, '');
  if (
    path
      .split('/')
      .slice(1)
      .some((segment) => segment !== '' && isUnsafeSegment(segment))
  ) {
    throw new ToolCallError('UNSAFE_PATH', 'The path of the server URL holds "." or ".." segments; set baseUrl');
  }
  return { base, origin: parsed.origin, trusted: trusted.has(parsed.origin) };
}

/** True for an http(s) URL in plain spelling, without user name and password. */
export function isHttpUrl(url: string): boolean {
  const parsed = parseUrl(url);
  return (
    parsed !== undefined &&
    /^https?:\/\/[^/\\?#@\s]+(?:[/?#][^\\\s]*)?$/i.test(url) &&
    parsed.username === '' &&
    parsed.password === ''
  );
}

/** Resolves a server URL against the place of the document; undefined where there is none. */
function absoluteUrl(url: string, specUrl: string | undefined): string | undefined {
  if (/^https?:\/\//i.test(url)) return url;
  if (/^[a-z][a-z0-9+.-]*:/i.test(url) || specUrl === undefined || !isHttpUrl(specUrl)) return undefined;
  return parseUrl(url === '' ? '/' : url, specUrl)?.href;
}

function expandServer(server: ServerDescriptor, chosen: Readonly<Record<string, string>>): string {
  const schemeEnd = server.url.indexOf('://');
  const pathStart = server.url.indexOf('/', schemeEnd < 0 ? 0 : schemeEnd + 3);
  return server.url.replace(/\{([^{}]*)\}/g, (whole, name: string, offset: number) => {
    const inAuthority = schemeEnd >= 0 && offset > schemeEnd && (pathStart < 0 || offset < pathStart);
    const closesAuthority = inAuthority && /^$|^\//.test(server.url.slice(offset + whole.length));
    const value = variableValue(name, server, chosen);
    // A whole relative or absolute address in front is only taken from the document or the user's own option.
    const fits = inAuthority ? hostPattern(closesAuthority) : schemeEnd > offset ? /^https?$/i : PATH_VALUE;
    if (offset > 0 || schemeEnd >= 0) checkVariable(name, value, fits);
    return value;
  });
}

const PATH_VALUE = /^[A-Za-z0-9\-._~!$&'()*+,;=:@%/]*$/;

function hostPattern(withPort: boolean): RegExp {
  return withPort ? /^[A-Za-z0-9._-]+(?::\d{1,5})?$|^\d{1,5}$/ : /^[A-Za-z0-9._-]+$/;
}

function variableValue(name: string, server: ServerDescriptor, chosen: Readonly<Record<string, string>>): string {
  const variables = server.variables ?? {};
  const variable = Object.hasOwn(variables, name) ? variables[name] : undefined;
  const own = Object.hasOwn(chosen, name) ? chosen[name] : undefined;
  if (own === undefined) {
    if (variable === undefined) {
      throw new ToolCallError(
        'MISSING_SERVER',
        `The server variable "${name}" has no value; set serverVariables or baseUrl`,
      );
    }
    return variable.default;
  }
  const allowed = variable?.enum;
  if (allowed !== undefined && !allowed.includes(own)) {
    throw new ToolCallError('MISSING_SERVER', `The server variable "${name}" must be one of: ${allowed.join(', ')}`);
  }
  return own;
}

function checkVariable(name: string, value: string, pattern: RegExp): void {
  if (!pattern.test(value)) {
    throw new ToolCallError(
      'MISSING_SERVER',
      `The value of the server variable "${name}" may not stand at its place in the URL`,
    );
  }
}
