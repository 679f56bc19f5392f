import { Buffer } from 'node:buffer';
import type { Credential, HttpRequest, PackageDescriptor } from '../runtime/contract.js';
import { isBasic, upperSnake } from '../runtime/credentials/lookup.js';
import { showable } from './terminal.js';

/** Credentials that stand for the real ones while a request is built. */
export interface Placeholders {
  readonly credentials: Readonly<Record<string, Credential>>;
  /** Stand-ins as they are found in a request, and the shell text that is shown for each. */
  readonly shown: ReadonlyMap<string, string>;
}

/**
 * A dry run never sees a secret: every scheme gets a stand-in, which is shown as the environment variable that the package
 * reads. Stand-ins carry a nonce, so that no text of a document can be taken for one and be expanded by a shell.
 */
export function placeholderCredentials({ securitySchemes, envPrefix }: PackageDescriptor, nonce: string): Placeholders {
  const shown = new Map<string, string>();
  const entries = Object.entries(securitySchemes).map(([name, scheme], index): [string, Credential] => {
    const token = `secret${nonce}x${index}x`;
    const variable = `$${envPrefix}_${upperSnake(name)}`;
    if (!isBasic(scheme)) {
      shown.set(token, variable);
      return [name, token];
    }
    const basic = Buffer.from(`${token}:${token}`).toString('base64');
    shown.set(basic, `$(printf %s "${variable}_USERNAME:${variable}_PASSWORD" | base64)`);
    return [name, { username: token, password: token }];
  });
  return { credentials: Object.fromEntries(entries), shown };
}

/** A request as it goes on the wire, then as a curl line for a POSIX shell. */
export function renderRequest(request: HttpRequest, shown: Placeholders['shown']): string {
  const reveal = (text: string) =>
    splitAtStandIns(showable(text), shown)
      .map((part, index) => (index % 2 === 1 ? (shown.get(part) ?? '') : part))
      .join('');
  const headers = Object.entries(request.headers).map(([name, value]) => `${name}: ${reveal(value)}`);
  const body = bodyText(request.body);
  const head = [`${request.method} ${reveal(request.url)}`, ...headers].map((line) => `${line}\n`).join('');
  return `${head}${body.shown === undefined ? '' : `\n${showable(body.shown)}\n`}\n${curlLine(request, shown, body.sent)}\n`;
}

/** Text around stand-ins at even places, the stand-ins at odd ones. */
function splitAtStandIns(text: string, shown: Placeholders['shown']): string[] {
  if (shown.size === 0) return [text];
  const pattern = [...shown.keys()].map((token) => token.replace(/[+/=]/g, '\\$&')).join('|');
  return text.split(new RegExp(`(${pattern})`));
}

function curlLine(request: HttpRequest, shown: Placeholders['shown'], body: string | undefined): string {
  const word = (text: string) =>
    splitAtStandIns(showable(text), shown)
      .map((part, index) => (index % 2 === 1 ? `"${shown.get(part) ?? ''}"` : part && shellLiteral(part)))
      .join('');
  // The runtime sends dot segments as they are; so must curl.
  const parts = [`curl --path-as-is -X ${request.method} ${word(request.url)}`];
  for (const [name, value] of Object.entries(request.headers)) parts.push(`-H ${word(`${name}: ${value}`)}`);
  if (body !== undefined) parts.push(body);
  return parts.join(' \\\n  ');
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
