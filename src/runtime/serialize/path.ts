import type { ParameterDescriptor } from '../contract.js';
import { ToolCallError } from '../errors.js';
import { contentText } from './content.js';
import { encodeReservedPath, encodeUnreserved } from './percent.js';
import { isAbsent, isEmptyPieces, piecesOf } from './pieces.js';
import { writeMatrix, writeUnnamed } from './styles.js';

/** A path template without its own query, and that query. Names in braces may hold any character (OpenAPI 3.2, ABNF). */
export function cutQuery(path: string): { template: string; query: string } {
  const template = /^(?:\{[^{}]*\}|[^?#])*/.exec(path)?.[0] ?? '';
  return { template, query: /^\?((?:\{[^{}]*\}|[^#])*)/.exec(path.slice(template.length))?.[1] ?? '' };
}

/** Fills a path template by position, so that a value that looks like a template is never read as one. */
export function expandPath(
  template: string,
  parameters: readonly ParameterDescriptor[],
  valueFor: (parameter: ParameterDescriptor) => unknown,
): string {
  const segments = [{ text: '', names: [] as string[] }];
  for (const token of tokensOf(template, parameters)) {
    const last = segments[segments.length - 1];
    if (typeof token !== 'string') {
      last?.names.push(token.property);
      if (last !== undefined) last.text += writePathValue(token, valueFor(token));
      continue;
    }
    const [head = '', ...others] = escapeStatic(token).split('/');
    if (last !== undefined) last.text += head;
    segments.push(...others.map((text) => ({ text, names: [] })));
  }
  for (const { text, names } of segments) if (names.length > 0) checkSegment(text, names.join(', '));
  return segments.map(({ text }) => text).join('/');
}

/** The query that a path itself has (common in the wild): names in braces are filled in there as well. */
export function expandOwnQuery(
  query: string,
  parameters: readonly ParameterDescriptor[],
  valueFor: (parameter: ParameterDescriptor) => unknown,
): string {
  const pieces = tokensOf(query, parameters).map((token) =>
    typeof token === 'string'
      ? token.replace(/[^\w\-.~!$'()*,;:@/?&=+%]/gu, encodeUnreserved)
      : writePathValue(token, valueFor(token)),
  );
  return pieces.join('');
}

/** Text and parameters of a template, in turn. Braces around no known name are text. */
function tokensOf(template: string, parameters: readonly ParameterDescriptor[]): (string | ParameterDescriptor)[] {
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
