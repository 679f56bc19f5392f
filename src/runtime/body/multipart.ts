import type { BodyDescriptor, BytesInput, EncodingDescriptor, ResolvedBytes, SerializedBody } from '../contract.js';
import { plainText, writeJson } from '../json/write.js';
import { platform, utf8 } from '../platform.js';
import { isJsonType, mediaEssence } from '../serialize/content.js';
import { isStyled } from '../serialize/form-fields.js';
import { isHeaderName, isHeaderValue } from '../serialize/header.js';
import { encodeNothing } from '../serialize/percent.js';
import { writePairs } from '../serialize/styles.js';
import { isBytesInput } from './bytes.js';

interface Part {
  name: string;
  filename?: string;
  contentType?: string;
  headers: Readonly<Record<string, string>>;
  bytes: Uint8Array;
}

type Resolve = (bytes: BytesInput) => Promise<ResolvedBytes>;

/**
 * Writes a multipart body (RFC 7578, RFC 2046; OpenAPI, Encoding Object). An object gives named parts, a list gives parts in
 * order without names. Lists give one part an item, objects are JSON, bytes take the type that is declared or that came with
 * them. The boundary is random, so that no value can forge a part.
 */
export async function writeMultipart(value: unknown, body: BodyDescriptor, resolve: Resolve): Promise<SerializedBody> {
  const declared = body.contentTypes[0] ?? 'multipart/form-data';
  const essence = declared.includes('*') ? 'multipart/form-data' : mediaEssence(declared);
  const isNamed = !Array.isArray(value);
  const parts: Part[] = [];
  for (const [name, member] of membersOf(value)) {
    const rule = ruleOf(body, name) ?? (isNamed ? undefined : ruleOf(body, '*'));
    // A list inside a list of parts is one part (OpenAPI 3.2, Encoding Usage and Restrictions).
    if (!isNamed) parts.push(await partOf(name, member, rule, resolve));
    else for (const part of await partsOf(name, member, rule, resolve)) parts.push(part);
  }
  const boundary = `----tools-gen-${platform.crypto.randomUUID().replaceAll('-', '')}`;
  return { body: joinParts(parts, boundary, isNamed), contentType: `${essence}; boundary=${boundary}` };
}

function ruleOf({ encoding }: BodyDescriptor, name: string): EncodingDescriptor | undefined {
  return encoding !== undefined && Object.hasOwn(encoding, name) ? encoding[name] : undefined;
}

function membersOf(value: unknown): [string, unknown][] {
  if (Array.isArray(value)) return value.map((item, index): [string, unknown] => [String(index), item]);
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}

async function partsOf(
  name: string,
  value: unknown,
  rule: EncodingDescriptor | undefined,
  resolve: Resolve,
): Promise<Part[]> {
  if (value === undefined || (value === null && !isJsonRule(rule))) return [];
  // OpenAPI 3.1, Encoding Object: where `style`, `explode` or `allowReserved` is given, `contentType` is ignored.
  if (rule !== undefined && isStyled(rule) && rule.bytes === undefined) {
    return styledParts(name, value, rule);
  }
  const items: readonly unknown[] = Array.isArray(value) ? value : [value];
  const parts: Part[] = [];
  for (const item of items) parts.push(await partOf(name, item, rule, resolve));
  return parts;
}

function isJsonRule(rule: EncodingDescriptor | undefined): boolean {
  return rule?.contentType !== undefined && isJsonType(rule.contentType);
}

function styledParts(name: string, value: unknown, rule: EncodingDescriptor): Part[] {
  const style = rule.style ?? 'form';
  const explode = rule.explode ?? (style === 'form' || style === 'deepObject');
  const pairs = writePairs(name, value, { style, explode, encode: encodeNothing, encodeName: encodeNothing });
  return pairs.map(([key, text]) => ({ name: key, headers: rule.headers ?? {}, bytes: utf8(text) }));
}

async function partOf(
  name: string,
  value: unknown,
  rule: EncodingDescriptor | undefined,
  resolve: Resolve,
): Promise<Part> {
  const headers = rule?.headers ?? {};
  if (rule?.bytes === true && isBytesInput(value)) {
    const { bytes, filename, contentType } = await resolve(value);
    return { name, headers, bytes, filename: filename ?? name, contentType: bytesType(rule, contentType) };
  }
  const declared = firstConcrete(rule);
  if (declared !== undefined && isJsonType(declared)) {
    return { name, headers, contentType: declared, bytes: utf8(writeJson(value)) };
  }
  if (typeof value === 'object' && value !== null) {
    return { name, headers, contentType: declared ?? 'application/json', bytes: utf8(writeJson(value)) };
  }
  const bytes = utf8(plainText(value));
  return declared === undefined ? { name, headers, bytes } : { name, headers, bytes, contentType: declared };
}

function firstConcrete(rule: EncodingDescriptor | undefined): string | undefined {
  return declaredTypes(rule).find((type) => !type.includes('*'));
}

function declaredTypes(rule: EncodingDescriptor | undefined): string[] {
  return (rule?.contentType ?? '')
    .split(',')
    .map((type) => type.trim())
    .filter((type) => type !== '');
}

/** Several types declared: the caller's counts where it is one of them. */
function bytesType(rule: EncodingDescriptor, given: string | undefined): string {
  const declared = declaredTypes(rule);
  if (declared.length === 1 && declared[0] !== undefined && !declared[0].includes('*')) return declared[0];
  if (given !== undefined && /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+/.test(given) && isHeaderValue(given)) return given;
  return firstConcrete(rule) ?? 'application/octet-stream';
}

/** Names as the HTML standard writes them: quotes and line breaks percent-encoded. */
function quoted(text: string): string {
  return text
    .replace(/\r\n|[\r\n]/g, (ends) => (ends === '\r' ? '%0D' : ends === '\n' ? '%0A' : '%0D%0A'))
    .replaceAll('"', '%22');
}

function partHead(part: Part, isNamed: boolean): string {
  const lines: string[] = [];
  if (isNamed) {
    const filename = part.filename === undefined ? '' : `; filename="${quoted(part.filename)}"`;
    lines.push(`Content-Disposition: form-data; name="${quoted(part.name)}"${filename}`);
  }
  if (part.contentType !== undefined) lines.push(`Content-Type: ${part.contentType.replace(/[\r\n]/g, ' ')}`);
  for (const [name, text] of Object.entries(part.headers)) {
    // OpenAPI, Encoding Object: Content-Type is described separately and ignored here; the disposition is that of the name.
    const described = isNamed ? /^content-(type|disposition)$/i.test(name) : /^content-type$/i.test(name);
    if (!described && isHeaderName(name) && isHeaderValue(text)) lines.push(`${name}: ${text}`);
  }
  return `${lines.join('\r\n')}\r\n\r\n`;
}

function joinParts(parts: readonly Part[], boundary: string, isNamed: boolean): Uint8Array {
  const pieces: Uint8Array[] = [];
  for (const part of parts) pieces.push(utf8(`--${boundary}\r\n${partHead(part, isNamed)}`), part.bytes, utf8('\r\n'));
  pieces.push(utf8(`--${boundary}--\r\n`));
  const joined = new Uint8Array(pieces.reduce((size, piece) => size + piece.length, 0));
  let offset = 0;
  for (const piece of pieces) {
    joined.set(piece, offset);
    offset += piece.length;
  }
  return joined;
}
