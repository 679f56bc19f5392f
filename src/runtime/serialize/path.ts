import type { ParameterDescriptor } from '../contract.js';
import { ToolCallError } from '../errors.js';
import { contentText } from './content.js';
import { encodeReservedPath, encodeUnreserved } from './percent.js';
import { isAbsent, isEmptyPieces, piecesOf } from './pieces.js';
import { writeMatrix, writeUnnamed } from './styles.js';

/** A path template without its own query, and that query. Names in braces may hold any character (OpenAPI 3.2, ABNF). */
function cutQuery(path: string): { template: string; query: string } {
  const template = /^(?:\{[^{}]*\}|[^?#])*/.exec(path)?.[0] ?? '';
  return { template, query: /^\?((?:\{[^{}]*\}|[^#])*)/.exec(path.slice(template.length))?.[1] ?? '' };
}

type Token = string | ParameterDescriptor;

/** A path template taken apart: what of it depends on the operation alone. */
export interface PathPlan {
  readonly segments: readonly { readonly tokens: readonly Token[]; readonly names: string }[];
  /** Of the query that a path itself has (common in the wild): names in braces are filled in there as well. */
  readonly query: readonly Token[];
}

/** Takes a path template apart, by position: so a value that looks like a template is never read as one. */
export function planPath(path: string, parameters: readonly ParameterDescriptor[]): PathPlan {
  const { template, query } = cutQuery(path);
  const segments: Token[][] = [[]];
  for (const token of tokensOf(template, parameters)) {
    if (typeof token !== 'string') {
      segments.at(-1)?.push(token);
      continue;
    }
    const [head = '', ...others] = escapeStatic(token).split('/');
    segments.at(-1)?.push(head);
    segments.push(...others.map((text) => [text]));
  }
  const namesIn = (tokens: readonly Token[]) =>
    tokens.flatMap((token) => (typeof token === 'string' ? [] : [token.property])).join(', ');
  const escaped = (token: Token) =>
    typeof token === 'string' ? token.replace(/[^\w\-.~!$'()*,;:@/?&=+%]/gu, encodeUnreserved) : token;
  return {
    segments: segments.map((tokens) => ({ tokens, names: namesIn(tokens) })),
    query: tokensOf(query, parameters).map(escaped),
  };
}

type ValueFor = (parameter: ParameterDescriptor) => unknown;

/** Fills a path. Throws `UNSAFE_PATH` where a value would leave its segment. */
export function expandPath({ segments }: PathPlan, valueFor: ValueFor): string {
  const texts = segments.map(({ tokens }) => fill(tokens, valueFor));
  for (const [index, { names }] of segments.entries()) if (names !== '') checkSegment(texts[index] ?? '', names);
  return texts.join('/');
}

/** The query that the path itself has. */
export function expandOwnQuery({ query }: PathPlan, valueFor: ValueFor): string {
  return fill(query, valueFor);
}

function fill(tokens: readonly Token[], valueFor: ValueFor): string {
  let text = '';
  for (const token of tokens) text += typeof token === 'string' ? token : writePathValue(token, valueFor(token));
  return text;
}

/** Text and parameters of a template, in turn. Braces around no known name are text. */
function tokensOf(template: string, parameters: readonly ParameterDescriptor[]): Token[] {
  const byName = new Map(parameters.filter(({ in: place }) => place === 'path').map((each) => [each.name, each]));
  const tokens = template.match(/\{[^{}]*\}|[^{]+|\{/g) ?? [];
  return tokens.map((token) => (token.endsWith('}') ? (byName.get(token.slice(1, -1)) ?? token) : token));
}

function writePathValue(parameter: ParameterDescriptor, value: unknown): string {
  if (isAbsent(value)) {
    throw new ToolCallError(
      'INVALID_INPUT',
      `${parameter.property}: is required in the path and cannot be left out or null`,
    );
  }
  if (parameter.contentType !== undefined) return encodeUnreserved(contentText(value, parameter.contentType));
  if (isEmptyPieces(piecesOf(value, encodeUnreserved))) {
    throw new ToolCallError('UNSAFE_PATH', `${parameter.property}: an empty value cannot be sent in the path`);
  }
  const encode = parameter.allowReserved === true ? encodeReservedPath : encodeUnreserved;
  const rule = {
    style: parameter.style ?? 'simple',
    explode: parameter.explode ?? false,
    encode,
    encodeName: encodeUnreserved,
  } as const;
  return rule.style === 'matrix' ? writeMatrix(parameter.name, value, rule) : writeUnnamed(value, rule);
}

/** Escapes what a URL may not hold from the document's own part of a path; everything legal stays as it is written. */
function escapeStatic(text: string): string {
  return text.replace(/%(?![0-9A-Fa-f]{2})|[^A-Za-z0-9\-._~!$&'()*+,;=:@%/]/gu, (part) => encodeUnreserved(part));
}

/** Holds nothing that could be decoded, cut off or parted, and is neither `.` nor `..`. */
const PLAIN_SEGMENT = /^[\w~-][\w~.-]*$/;

/**
 * True for a path in which a URL parser finds the segments that its text has: none is empty but the last, and none begins as a
 * dot segment does (`.`, `..`, `%2e` and so on; URL standard, 4.1).
 */
export function keepsSegments(path: string): boolean {
  return /^(?:\/[\w~!$&'()*+,;=:@-][\w~!$&'()*+,;=:@.%-]*)*\/?$/.test(path);
}

/**
 * Refuses a finished segment that a URL parser, a proxy or a server could fold into another place: empty, `.` or `..`,
 * also after repeated decoding, with `;…` cut off, or as a part of a segment with encoded slashes.
 */
function checkSegment(segment: string, names: string): void {
  if (isUnsafeSegment(segment)) {
    throw new ToolCallError(
      'UNSAFE_PATH',
      `${names}: this value would leave its place in the path (empty, "." or ".."); give the plain identifier`,
    );
  }
}

export function isUnsafeSegment(segment: string): boolean {
  if (PLAIN_SEGMENT.test(segment)) return false;
  let text = segment;
  for (let round = 0; round < 8; round += 1) {
    const parts = text
      .split(/[/\\]/)
      .map((part) => (part.split(';', 1)[0] ?? '').replace(/[\u0000-\u0020\u007f]/g, ''));
    if (parts.some((part) => part === '.' || part === '..')) return true;
    const decoded = decodeOnce(text);
    if (decoded.trim() === '') return true;
    if (decoded === text) return false;
    text = decoded;
  }
  // Still changing after eight rounds of decoding: nobody means that.
  return true;
}

function decodeOnce(text: string): string {
  return text.replace(/%([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}
