import { compactJson, isJson } from '../json/scan.js';
import { isJsonType, mediaEssence } from '../serialize/content.js';
import type { Answer } from '../transport/send.js';
import { htmlToText } from './html.js';
import { looksBinary, sniffMedia } from './media.js';
import { isRecordType, recordsAsJson } from './records.js';
import { textOfBytes } from './text-of-bytes.js';

/** What an answer holds, by its type and its bytes. JSON is compact text in which numbers keep their digits. */
export type Decoded =
  | { kind: 'empty' }
  | { kind: 'json'; text: string }
  /** `raw` is the text as it came, where `text` is an extract of it. */
  | { kind: 'text'; text: string; raw?: string; isBrokenJson?: true }
  | { kind: 'media'; mediaType: Exclude<ReturnType<typeof sniffMedia>, undefined>; bytes: Uint8Array }
  | { kind: 'binary'; contentType: string; bytes: Uint8Array };

const UNTYPED = new Set(['', 'application/octet-stream', 'binary/octet-stream', 'text/plain']);
const TEXT_TYPE =
  /^(text\/|.+\+(xml|yaml)$|(message|multipart)\/|application\/(xml|xml-.+|yaml|x-yaml|javascript|ecmascript|x-javascript|x-www-form-urlencoded|graphql|sql|x-sh|csv|toml|rtf|http|.*yaml.*)$)/;

export function decodeAnswer(answer: Answer): Decoded {
  const { bytes, headers } = answer;
  if (bytes.length === 0) return { kind: 'empty' };
  const contentType = lastType(headers.get('content-type') ?? '');
  const essence = mediaEssence(contentType);
  const mediaType = sniffMedia(bytes);
  if (mediaType !== undefined && !isJsonType(contentType)) return { kind: 'media', mediaType, bytes };
  if (isRecordType(essence)) return decodeRecords(textOfBytes(bytes, contentType), essence, answer.cut !== undefined);
  if (isJsonType(contentType) || essence === 'text/javascript') {
    const decoded = decodeJson(textOfBytes(bytes, contentType, true));
    // Bytes that are neither JSON nor text are no use as text.
    const isGarbage = decoded.kind === 'text' && looksBinary(bytes, true);
    return isGarbage ? { kind: 'binary', contentType: essence, bytes } : decoded;
  }
  return decodeOther(bytes, contentType, essence);
}

/** Of a header that was sent twice, the last type counts (Fetch standard, "extract a MIME type"). */
function lastType(header: string): string {
  if (!header.includes(',')) return header;
  return /,\s*([^\s,;/"]+\/[^,"]+)$/.exec(header)?.[1] ?? header;
}

function decodeJson(text: string): Decoded {
  const trimmed = stripBom(text);
  if (trimmed.trim() === '') return { kind: 'empty' };
  if (isJson(trimmed)) return { kind: 'json', text: compactJson(trimmed) };
  // A login or error page that is called JSON is still a page.
  if (isHtml(trimmed)) return { kind: 'text', text: htmlToText(trimmed), raw: trimmed, isBrokenJson: true };
  return { kind: 'text', text: trimmed, isBrokenJson: true };
}

function isHtml(text: string): boolean {
  return /^\s*<(!doctype html|html)\b/i.test(text);
}

function decodeRecords(text: string, essence: string, isCut: boolean): Decoded {
  const list = recordsAsJson(stripBom(text), essence, isCut);
  return list === undefined ? { kind: 'empty' } : { kind: 'json', text: list };
}

function decodeOther(bytes: Uint8Array, contentType: string, essence: string): Decoded {
  const untyped = UNTYPED.has(essence);
  const isWideText = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  const isText = TEXT_TYPE.test(essence) || untyped;
  if (!isText || (looksBinary(bytes, TEXT_TYPE.test(essence)) && !isWideText && !/charset=/i.test(contentType))) {
    return { kind: 'binary', contentType: essence === '' ? 'application/octet-stream' : essence, bytes };
  }
  const text = stripBom(textOfBytes(bytes, contentType));
  // An API that forgets the type of its JSON, or leaves it at HTML, is common; anything else is left as it is.
  if ((untyped || essence === 'text/html') && /^\s*[{[]/.test(text) && isJson(text))
    return { kind: 'json', text: compactJson(text) };
  if (essence === 'text/html' || essence === 'application/xhtml+xml' || (untyped && isHtml(text))) {
    return { kind: 'text', text: htmlToText(text), raw: text };
  }
  return text.trim() === '' ? { kind: 'empty' } : { kind: 'text', text };
}

function stripBom(text: string): string {
  return text.startsWith('\ufeff') ? text.slice(1) : text;
}
