import type { ParameterDescriptor } from '../contract.js';
import { ToolCallError } from '../errors.js';
import { contentText, isJsonType } from './content.js';
import { encodeNothing, encodeReservedCookie, encodeUnreserved } from './percent.js';
import { isAbsent, isEmptyPieces, piecesOf } from './pieces.js';
import { writePairs, writeUnnamed } from './styles.js';

/** Headers that belong to the transport or to the specification's own rules: a parameter of that name is never sent. */
const RESERVED = new Set([
  'accept',
  'accept-charset',
  'accept-encoding',
  'authorization',
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'cookie',
  'cookie2',
  'expect',
  'host',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'via',
]);

/** True for a header that an input may never set. */
export function isReservedHeader(name: string): boolean {
  const lower = name.toLowerCase();
  return RESERVED.has(lower) || lower.startsWith('proxy-') || lower.startsWith('sec-');
}

/** True for a header that a security scheme may name: none that steers the connection or the body. */
export function isCredentialHeader(name: string): boolean {
  return isHeaderName(name) && (/^(?:authorization|cookie)$/i.test(name) || !isReservedHeader(name));
}

/** RFC 9110, section 5.6.2. */
export function isHeaderName(name: string): boolean {
  return /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/.test(name);
}

/** Characters that a header value may hold: no control characters but tab, nothing beyond Latin-1. */
export function isHeaderValue(value: string): boolean {
  return /^[\t\u0020-\u007e\u0080-\u00ff]*$/.test(value);
}

/** Text of a header parameter; undefined where nothing is sent. */
export function headerText(parameter: ParameterDescriptor, value: unknown): string | undefined {
  if (isAbsent(value)) return undefined;
  const text = rawHeaderText(parameter, value);
  if (text === undefined) return undefined;
  if (!isHeaderValue(text)) {
    throw new ToolCallError(
      'UNSAFE_HEADER',
      `${parameter.property}: a header value may hold neither line breaks nor characters outside Latin-1`,
    );
  }
  return text;
}

function rawHeaderText(parameter: ParameterDescriptor, value: unknown): string | undefined {
  if (parameter.contentType !== undefined) {
    const text = contentText(value, parameter.contentType);
    // JSON can say every character in ASCII.
    return isJsonType(parameter.contentType) ? text.replace(/[^\u0000-\u007e]/g, escapeUnit) : text;
  }
  if (isEmptyPieces(piecesOf(value, encodeNothing))) return undefined;
  const style = parameter.style ?? 'simple';
  return writeUnnamed(value, {
    // `form` on a header is a common mistake of documents: it is read as `simple`.
    style: style === 'form' ? 'simple' : style,
    explode: parameter.explode ?? false,
    encode: encodeNothing,
    encodeName: encodeNothing,
  });
}

function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** `name=value` pairs of a cookie parameter, as they go into the one Cookie line. */
export function cookiePairs(parameter: ParameterDescriptor, value: unknown): string[] {
  if (isAbsent(value)) return [];
  if (!isHeaderName(parameter.name)) {
    throw new ToolCallError(
      'UNSAFE_HEADER',
      `${parameter.property}: "${parameter.name}" cannot be the name of a cookie`,
    );
  }
  const raw = parameter.style === 'cookie';
  if (parameter.contentType !== undefined) {
    return [`${parameter.name}=${encodeUnreserved(contentText(value, parameter.contentType))}`];
  }
  const style = parameter.style ?? 'form';
  const pairs = writePairs(parameter.name, value, {
    style: style === 'cookie' ? 'form' : style,
    explode: parameter.explode ?? true,
    encode: raw ? checkedCookie(parameter) : parameter.allowReserved === true ? encodeReservedCookie : encodeUnreserved,
    encodeName: raw ? checkedCookieName(parameter) : encodeUnreserved,
  });
  return pairs.map(([name, text]) => `${name}=${text}`);
}

/** `style: cookie` never escapes, so a value that would end the cookie is refused. */
function checkedCookie(parameter: ParameterDescriptor): (text: string) => string {
  return (text) => {
    if (/[;\u0000-\u001f\u007f]|[^\u0000-\u00ff]/.test(text)) {
      throw new ToolCallError(
        'UNSAFE_HEADER',
        `${parameter.property}: a cookie value may not hold ";", line breaks or characters outside Latin-1`,
      );
    }
    return text;
  };
}

/** Keys of an exploded object are names of cookies. */
function checkedCookieName(parameter: ParameterDescriptor): (text: string) => string {
  return (text) => {
    if (isHeaderName(text)) return text;
    throw new ToolCallError('UNSAFE_HEADER', `${parameter.property}: "${text}" cannot be the name of a cookie`);
  };
}
