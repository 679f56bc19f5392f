import type { ParameterDescriptor } from '../contract.js';
import { ToolCallError } from '../errors.js';
import { contentText } from './content.js';
import { encodeReservedPath, encodeUnreserved } from './percent.js';
import { isAbsent, isEmptyPieces, piecesOf } from './pieces.js';
import { writeMatrix, writeUnnamed } from './styles.js';

/** Fills a path template by position, so that a value that looks like a template is never read as one. */
export function expandPath(
  template: string,
  parameters: readonly ParameterDescriptor[],
  valueFor: (parameter: ParameterDescriptor) => unknown,
): string {
  const byName = new Map(parameters.filter(({ in: place }) => place === 'path').map((each) => [each.name, each]));
  const segments = template.split('/').map((segment) => expandSegment(segment, byName, valueFor));
  return segments.join('/');
}

function expandSegment(
  segment: string,
  parameters: ReadonlyMap<string, ParameterDescriptor>,
  valueFor: (parameter: ParameterDescriptor) => unknown,
): string {
  let names = '';
  const text = segment.replace(/\{([^{}]*)\}/g, (whole, name: string) => {
    const parameter = parameters.get(name);
    if (parameter === undefined) return encodeUnreserved(whole);
    names += `${names === '' ? '' : ', '}${parameter.property}`;
    return writePathValue(parameter, valueFor(parameter));
  });
  if (names === '') return escapeStatic(text);
  checkSegment(escapeStatic(text), names);
  return escapeStatic(text);
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
export function checkSegment(segment: string, names: string): void {
  if (isUnsafeSegment(segment)) {
    throw new ToolCallError(
      'UNSAFE_PATH',
      `${names}: this value would leave its place in the path (empty, "." or ".."); give the plain identifier`,
    );
  }
}

export function isUnsafeSegment(segment: string): boolean {
  if (segment === '') return true;
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
