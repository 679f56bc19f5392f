import { platform } from '../platform.js';

/**
 * Decodes text by its byte order mark, else by the `charset` that was declared, else as UTF-8; JSON also by its first
 * character, which is ASCII (RFC 4627, 3). Never throws.
 */
export function textOfBytes(bytes: Uint8Array, contentType: string, isJson = false): string {
  const declared = contentType.includes(';') ? /;\s*charset="?([\w:.+-]+)"?/i.exec(contentType)?.[1] : undefined;
  const charset = bomCharset(bytes) ?? declared ?? (isJson ? wideCharset(bytes) : undefined) ?? 'utf-8';
  return decode(bytes, charset) ?? decode(bytes, 'utf-8') ?? '';
}

function bomCharset(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return undefined;
}

function wideCharset([first, second]: Uint8Array): string | undefined {
  if (first === undefined || second === undefined || (first === 0) === (second === 0)) return undefined;
  return second === 0 ? 'utf-16le' : 'utf-16be';
}

let utf8: { decode(bytes: Uint8Array): string } | undefined;

function decode(bytes: Uint8Array, charset: string): string | undefined {
  try {
    if (charset === 'utf-8') {
      // Nearly all answers: making a decoder costs more than decoding a short text.
      utf8 ??= new platform.TextDecoder();
      return utf8.decode(bytes);
    }
    return new platform.TextDecoder(charset).decode(bytes);
  } catch {
    return undefined;
  }
}
