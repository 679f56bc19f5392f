import { createDiagnostic } from '../diagnostics/create.js';
import type { SpecLocation } from '../diagnostics/diagnostic.js';
import { ToolsGenError } from '../diagnostics/tools-gen-error.js';
import type { NormalizedServer, NormalizedSpec } from '../normalize/normalized-spec.js';
import type { ServerDescriptor } from '../runtime/contract.js';
import type { Report } from './report.js';

const LOOPBACK = /^(?:localhost|[^/]*\.localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d*)?$/i;

/** Servers that can be used; each fault is reported once. */
export function buildServers(
  servers: readonly NormalizedServer[],
  { locate }: Pick<NormalizedSpec, 'locate'>,
  place: SpecLocation,
  report: Report,
): ServerDescriptor[] {
  return servers.flatMap((server) => {
    const location = locate(server) ?? place;
    const shown = withoutCredentials(server.url);
    const fault = serverFault(filled(server));
    if (fault !== undefined) {
      report.add('SERVER_INVALID', `The server "${shown}" cannot be used: ${fault}.`, { location, key: server.url });
      return [];
    }
    if (isInsecure(filled(server))) {
      report.add('SERVER_INSECURE', `The server "${shown}" is reached by http.`, { location, key: server.url });
    }
    return [descriptorOf(server)];
  });
}

/** A base URL given by the user: absolute http(s) without credentials. Throws otherwise. */
export function checkBaseUrl(url: string): string {
  const fault = /^https?:\/\//i.test(url) ? serverFault(url) : 'it must start with http:// or https://';
  if (fault === undefined) return url;
  const message = `"${withoutCredentials(url)}" cannot be the server: ${fault}.`;
  throw new ToolsGenError([createDiagnostic('OPTION_INVALID', message)]);
}

function descriptorOf({ url, variables }: NormalizedServer): ServerDescriptor {
  if (variables.size === 0) return { url };
  // In the order of the URL, whichever the document declares first.
  const place = (name: string) => (url.includes(`{${name}}`) ? url.indexOf(`{${name}}`) : url.length);
  const entries = [...variables]
    .sort(([left], [right]) => place(left) - place(right))
    .map(
      ([name, variable]) =>
        [name, { default: variable.default, ...(variable.enum !== undefined && { enum: variable.enum }) }] as const,
    );
  return { url, variables: Object.fromEntries(entries) };
}

/** The URL with the defaults of its variables. */
function filled({ url, variables }: NormalizedServer): string {
  return url.replace(/\{([^{}]*)\}/g, (whole, name: string) => variables.get(name)?.default ?? whole);
}

const CHECKS: readonly (readonly [(url: string) => boolean, string])[] = [
  [(url) => /[\p{Cc}\s\\]/u.test(url), 'it holds spaces, control characters or backslashes'],
  [(url) => /^[a-zA-Z][a-zA-Z0-9+.-]*:(?!\d)/.test(url) && !/^https?:/i.test(url), 'only http and https can be used'],
  [(url) => /^https?:/i.test(url) && !/^https?:\/\/[^/?#]+/i.test(url), 'it has no host'],
  [(url) => /^(?:[a-z]+:)?\/\/[^/?#]*@/i.test(url), 'it holds credentials'],
];

/** Why no request may go to a URL of the document, absolute or relative; undefined where one may. */
export function urlFault(url: string): string | undefined {
  return CHECKS.find(([isFaulty]) => isFaulty(url))?.[1];
}

function serverFault(url: string): string | undefined {
  return urlFault(url) ?? (/[?#]/.test(url) ? 'a server URL has no query and no fragment' : undefined);
}

function isInsecure(url: string): boolean {
  const host = /^http:\/\/([^/?#]*)/i.exec(url)?.[1];
  return host !== undefined && !LOOPBACK.test(host);
}

/** A URL as it may be shown. */
export function withoutCredentials(url: string): string {
  return url.replace(/[/\\]{2}[^/?#\\]*@/, '//…@');
}
