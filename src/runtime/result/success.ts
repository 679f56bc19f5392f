import type { OperationDescriptor, ResultContentBlock, ToolResultBlock } from '../contract.js';
import type { Secrets } from '../credentials/secrets.js';
import { toBase64 } from '../platform.js';
import { cleanText, shorten } from '../text.js';
import type { Answer } from '../transport/send.js';
import { type Decoded, decodeAnswer } from './decode.js';
import { howToGetMore, limitText } from './limit.js';
import { MAX_DOCUMENT_BYTES, MAX_IMAGE_BYTES } from './media.js';

export interface RenderContext {
  operation: OperationDescriptor;
  secrets: Secrets;
  maxChars: number;
  /** True where a result may hold nothing but text. */
  textOnly: boolean;
}

/** Response headers that are worth showing where there is no body. */
const SHOWN_HEADERS = [
  'location',
  'content-type',
  'content-length',
  'last-modified',
  'etag',
  'allow',
  'retry-after',
  'link',
];

/** The content of a result for a successful answer. */
export function renderSuccess(answer: Answer, context: RenderContext): ToolResultBlock['content'] {
  const decoded = redacted(decodeAnswer(answer), context.secrets);
  switch (decoded.kind) {
    case 'empty':
      return finish(emptyText(answer, context), context);
    case 'media':
      return renderMedia(decoded, context);
    case 'binary':
      return finish(binaryText(decoded.contentType, decoded.bytes.length), context);
    default:
      return renderText(decoded, answer, context);
  }
}

/** Masks secrets before anything is cut, so that no part of one is left. */
export function redacted(decoded: Decoded, secrets: Secrets): Decoded {
  if (!('text' in decoded)) return decoded;
  const text = secrets.redact(decoded.text);
  return decoded.kind === 'text' && decoded.raw !== undefined
    ? { ...decoded, text, raw: secrets.redact(decoded.raw) }
    : { ...decoded, text };
}

function finish(text: string, { secrets, maxChars }: RenderContext): string {
  return shorten(cleanText(secrets.redact(text)), Math.max(1, maxChars));
}

function renderText(
  decoded: Extract<Decoded, { text: string }>,
  answer: Answer,
  context: RenderContext,
): ToolResultBlock['content'] {
  const more = context.secrets.redact(howToGetMore(answer, context.operation));
  const stopped = answer.cut === undefined ? '' : `\n[The stream was stopped at the ${answer.cut} limit]`;
  const text = limitText(decoded, Math.max(1, context.maxChars - stopped.length), more);
  return text === '' ? finish(emptyText(answer, context), context) : text + stopped;
}

function emptyText(answer: Answer, context: RenderContext): string {
  const shown = SHOWN_HEADERS.flatMap((name) => {
    const value = Object.hasOwn(answer.headers, name) ? answer.headers[name] : undefined;
    const wanted = value !== undefined && (context.operation.method === 'HEAD' || name === 'location');
    return wanted ? [`${name}: ${shorten(value, 500)}`] : [];
  });
  const reason = answer.statusText === '' ? '' : ` ${answer.statusText}`;
  const headers = shown.length === 0 ? '' : `\n${shown.join('\n')}`;
  return `Done: HTTP ${answer.status}${reason}, no content.${headers}`;
}

export function binaryText(contentType: string, size: number): string {
  return `The API sent ${size} bytes of ${shorten(contentType, 100)}, which cannot be shown as text.`;
}

function renderMedia(
  { mediaType, bytes }: Extract<Decoded, { kind: 'media' }>,
  context: RenderContext,
): ToolResultBlock['content'] {
  const limit = mediaType === 'application/pdf' ? MAX_DOCUMENT_BYTES : MAX_IMAGE_BYTES;
  if (context.textOnly || bytes.length > limit) return finish(binaryText(mediaType, bytes.length), context);
  const data = toBase64(bytes);
  const block: ResultContentBlock =
    mediaType === 'application/pdf'
      ? { type: 'document', source: { type: 'base64', media_type: mediaType, data } }
      : { type: 'image', source: { type: 'base64', media_type: mediaType, data } };
  return [block];
}
