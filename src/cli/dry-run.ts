import { Buffer } from 'node:buffer';
import type { Credential, HttpRequest, PackageDescriptor, SecurityScheme } from '../runtime/contract.js';
import { upperSnake } from '../runtime/credentials/lookup.js';
import { showable } from './terminal.js';

/** Credentials that stand for the real ones: shell variables by the names that the package reads. */
export interface Placeholders {
  readonly credentials: Readonly<Record<string, Credential>>;
  /** How a stand-in may look inside a request, and what is shown for it. */
  readonly secrets: readonly (readonly [spelled: string, shown: string])[];
}

/** A dry run never sees a secret: every scheme gets the name of its environment variable as its value. */
export function placeholderCredentials({ securitySchemes, envPrefix }: PackageDescriptor): Placeholders {
  const secrets: [string, string][] = [];
  const entries = Object.entries(securitySchemes).map(([name, scheme]): [string, Credential] => {
    const variable = `$${envPrefix}_${upperSnake(name)}`;
    if (isBasic(scheme)) {
      const pair = `${variable}_USERNAME:${variable}_PASSWORD`;
      secrets.push([Buffer.from(pair).toString('base64'), `$(printf %s "${pair}" | base64)`]);
      return [name, { username: `${variable}_USERNAME`, password: `${variable}_PASSWORD` }];
    }
    secrets.push([encodeURIComponent(variable), variable]);
    return [name, variable];
  });
  return { credentials: Object.fromEntries(entries), secrets };
}

const isBasic = (scheme: SecurityScheme) => scheme.type === 'http' && scheme.scheme.toLowerCase() === 'basic';

/** A request as it goes on the wire, then as a curl line for a POSIX shell. */
export function renderRequest(request: HttpRequest, secrets: Placeholders['secrets']): string {
  const reveal = (text: string) =>
    secrets.reduce((result, [spelled, shown]) => result.replaceAll(spelled, shown), showable(text));
  const headers = Object.entries(request.headers).map(([name, value]) => `${name}: ${reveal(value)}`);
  const body = bodyText(request.body);
  const head = [`${request.method} ${reveal(request.url)}`, ...headers].map((line) => `${line}\n`).join('');
  return `${head}${body.shown === undefined ? '' : `\n${showable(body.shown)}\n`}\n${curlLine(request, reveal, body.sent)}\n`;
}

function curlLine(request: HttpRequest, reveal: (text: string) => string, body: string | undefined): string {
  const parts = [`curl -X ${request.method} ${shellWord(reveal(request.url))}`];
  for (const [name, value] of Object.entries(request.headers))
    parts.push(`-H ${shellWord(`${name}: ${reveal(value)}`)}`);
  if (body !== undefined) parts.push(body);
  // Paths with dot segments are sent as they are, as the runtime does.
  return parts.join(' \\\n  ').replace(/^curl /, 'curl --path-as-is ');
}

/** A word of a POSIX shell: single quotes, but double where a stand-in must be expanded. */
function shellWord(text: string): string {
  const single = (part: string) => (part === '' ? '' : `'${part.replaceAll("'", `'\\''`)}'`);
  const parts = text.split(/(\$\(printf %s "[^"]*" \| base64\)|\$[A-Z][A-Z0-9_]*)/);
  return parts.map((part, index) => (index % 2 === 1 ? `"${part}"` : single(part))).join('');
}

function bodyText(body: HttpRequest['body']): { shown?: string; sent?: string } {
  if (body === undefined) return {};
  if (typeof body === 'string') return { shown: body, sent: `--data-binary ${shellLiteral(body)}` };
  if (body instanceof Uint8Array) return { shown: `[${body.byteLength} bytes]`, sent: '--data-binary @-' };
  return multipartText(body);
}

const shellLiteral = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

function multipartText(form: object): { shown?: string; sent?: string } {
  const fields = [...(form as Iterable<[string, unknown]>)].map(([name, value]) => {
    if (typeof value === 'string') return { name, shown: value, sent: `-F ${shellLiteral(`${name}=${value}`)}` };
    const { size, type, name: file } = value as { size: number; type: string; name?: string };
    const about = `[${size} bytes, ${type}]`;
    return { name, shown: about, sent: `-F ${shellLiteral(`${name}=@${file ?? 'file'};type=${type}`)}` };
  });
  return {
    shown: fields.map(({ name, shown }) => `${name}: ${shown}`).join('\n'),
    sent: fields.map(({ sent }) => sent).join(' \\\n  '),
  };
}
