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

function curlLine(request: HttpRequest, shown: Placeholders['shown'], body: Sent | undefined): string {
  const word = (text: string) =>
    splitAtStandIns(showable(text), shown)
      .map((part, index) => (index % 2 === 1 ? `"${shown.get(part) ?? ''}"` : part && shellLiteral(part)))
      .join('');
  // With `-X HEAD` curl would wait for a body.
  const method = request.method === 'HEAD' ? '--head' : `-X ${request.method}`;
  // The runtime sends dot segments as they are; so must curl, which would also read brackets and braces as patterns.
  const parts = [`curl --path-as-is --globoff ${method} ${word(request.url)}`];
  for (const [name, value] of Object.entries(request.headers)) parts.push(`-H ${headerWord(name, value, word)}`);
  if (body !== undefined) parts.push(...body.options);
  return `${body?.input === undefined ? '' : `${body.input} | `}${parts.join(' \\\n  ')}`;
}

/** curl leaves a header out whose text ends at the colon; a semicolon sends it empty. */
function headerWord(name: string, value: string, word: (text: string) => string): string {
  return word(value === '' ? `${name};` : `${name}: ${value}`);
}

interface Sent {
  /** Options of curl that carry the body. */
  readonly options: readonly string[];
  /** A command whose output is the body, where no argument can hold it. */
  readonly input?: string;
}

interface BodyText {
  /** The body as it is shown to a person. */
  readonly shown?: string;
  readonly sent?: Sent;
}

function bodyText(body: HttpRequest['body']): BodyText {
  if (body === undefined) return {};
  if (typeof body === 'string') return { shown: body, sent: stringSent(body) };
  if (body instanceof Uint8Array) return bytesText(body);
  return multipartText(body);
}

/** Bytes that are plain text are shown as such (a multipart body without files); others go through base64. */
function bytesText(bytes: Uint8Array): BodyText {
  const all = Buffer.from(bytes);
  const shown = plainTextOf(all)?.replaceAll('\r\n', '\n') ?? partsText(all) ?? `[${bytes.byteLength} bytes]`;
  return { shown, sent: throughBase64(all) };
}

/** A multipart body with its bytes counted in place of shown; undefined where it is none. */
function partsText(bytes: Buffer): string | undefined {
  const boundary = /^--\S+\r\n/.exec(bytes.toString('latin1', 0, 200))?.[0].trimEnd();
  if (boundary === undefined) return undefined;
  const pieces = bytes.toString('latin1').split(boundary).slice(1);
  return pieces
    .map((piece) => {
      const head = piece.indexOf('\r\n\r\n');
      const body = Buffer.from(piece.slice(head + 4, -2), 'latin1');
      const lines = Buffer.from(head < 0 ? piece : piece.slice(0, head + 4), 'latin1').toString('utf8');
      const shown = head < 0 ? '' : `${plainTextOf(body) ?? `[${body.byteLength} bytes]`}\n`;
      return boundary + lines + shown;
    })
    .join('')
    .replaceAll('\r\n', '\n');
}

/** UTF-8 without control characters as text; undefined for other bytes. */
function plainTextOf(bytes: Buffer): string | undefined {
  const text = bytes.toString('utf8');
  return Buffer.from(text, 'utf8').equals(bytes) && !/[^\P{Cc}\t\r\n]/u.test(text) ? text : undefined;
}

/** `--data-raw` never reads a file and keeps line breaks. Text that cannot be shown as it is goes through base64. */
function stringSent(text: string): Sent {
  return showable(text) === text ? { options: [`--data-raw ${shellLiteral(text)}`] } : throughBase64(Buffer.from(text));
}

function throughBase64(bytes: Buffer): Sent {
  const input = `printf %s ${shellLiteral(bytes.toString('base64'))} | base64 -d`;
  return { options: ['--data-binary @-'], input };
}

const shellLiteral = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

function multipartText(form: object): BodyText {
  const fields = [...(form as Iterable<[string, unknown]>)].map(([name, value]) => {
    if (typeof value === 'string')
      return { name, shown: value, sent: `--form-string ${shellLiteral(`${name}=${value}`)}` };
    const { size, type, name: file } = value as { size: number; type: string; name?: string };
    const about = `[${size} bytes, ${type}]`;
    return { name, shown: about, sent: `-F ${shellLiteral(`${name}=@${file ?? 'file'};type=${type}`)}` };
  });
  return {
    shown: fields.map(({ name, shown }) => `${name}: ${shown}`).join('\n'),
    sent: { options: fields.map(({ sent }) => sent) },
  };
}
