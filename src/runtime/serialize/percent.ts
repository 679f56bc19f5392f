import { wellFormed } from '../text.js';

const UNRESERVED = /^[\w.~-]*$/;

/** RFC 3986: unreserved characters stay, everything else is percent-encoded. Lone surrogates become U+FFFD. */
export function encodeUnreserved(text: string): string {
  if (UNRESERVED.test(text)) return text;
  return encodeURIComponent(wellFormed(text)).replace(/[!'()*]/g, encodeAscii);
}

function encodeAscii(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
}

/**
 * `allowReserved` in a query (RFC 6570 `{+x}`): reserved characters and finished percent triplets stay, but for those that
 * would end the value or the query: `&`, `#`, `+` (a space to form decoders) and brackets (RFC 3986, section 3.4).
 */
export function encodeReservedQuery(text: string): string {
  return encodeBut(text, /[:/?@!$'()*,;=]/);
}

/** `allowReserved` in a path (OpenAPI 3.2): what a segment may hold, without `/`, `?` and `#`. */
export function encodeReservedPath(text: string): string {
  return encodeBut(text, /[:@!$&'()*+,;=]/);
}

/** `allowReserved` in a cookie of style `form` (OpenAPI 3.2): all reserved characters but `;`, which would end the cookie. */
export function encodeReservedCookie(text: string): string {
  return encodeBut(text, /[:/?#[\]@!$&'()*+,=]/);
}

/** `application/x-www-form-urlencoded` of the URL standard: a space is `+`, `*-._` stay. */
export function encodeForm(text: string): string {
  return encodeUnreserved(text).replaceAll('%20', '+').replaceAll('%2A', '*').replaceAll('~', '%7E');
}

/** The value as it is: headers and `style: cookie` never escape. */
export function encodeNothing(text: string): string {
  return text;
}

function encodeBut(text: string, kept: RegExp): string {
  return text.replace(/%[0-9A-Fa-f]{2}|[\uD800-\uDBFF][\uDC00-\uDFFF]|[\s\S]/g, (part) =>
    part.length === 3 || kept.test(part) ? part : encodeUnreserved(part),
  );
}
