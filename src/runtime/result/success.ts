import type { OperationDescriptor, ResultContentBlock, ToolResultBlock } from '../contract.js';
import type { Secrets } from '../credentials/secrets.js';
import { toBase64 } from '../platform.js';
import { cleanText, shorten } from '../text.js';
import type { Answer } from '../transport/send.js';
import { type Decoded, decodeAnswer } from './decode.js';
import { howToGetMore, limitText, nextPage } from './limit.js';
import { hasTooManyPixels, MAX_DOCUMENT_BYTES, MAX_IMAGE_BYTES } from './media.js';
import { forModel } from './redact.js';

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
  const decoded = forModel(decodeAnswer(answer), context.secrets);
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

function finish(text: string, { secrets, maxChars }: RenderContext): string {
  return shorten(secrets.redact(cleanText(text)), Math.max(1, maxChars));
}

function renderText(
  decoded: Extract<Decoded, { text: string }>,
  answer: Answer,
  context: RenderContext,
): ToolResultBlock['content'] {
  const notes = notesOn(decoded, answer, context);
  const text = limitText(decoded, Math.max(1, context.maxChars - notes.length), () =>
    howToGetMore(answer, context.operation, context.secrets),
  );
  if (text === '') return finish(emptyText(answer, context), context);
  return text.length + notes.length <= context.maxChars ? text + notes : text;
}

/** What the text alone does not tell. */
function notesOn(decoded: Extract<Decoded, { text: string }>, answer: Answer, context: RenderContext): string {
  const stopped = answer.cut === undefined ? '' : `\n[The stream was stopped at the ${answer.cut} limit]`;
  const broken =
    decoded.kind === 'text' && decoded.isBrokenJson === true ? '\n[The API calls this JSON, but it is not valid]' : '';
  const next = decoded.text.length > context.maxChars ? undefined : nextPage(answer, context.secrets);
  return stopped + broken + (next === undefined ? '' : `\n[There is more: the next page is ${next}]`);
}

function emptyText(answer: Answer, context: RenderContext): string {
  const shown = SHOWN_HEADERS.flatMap((name) => {
    const value = answer.headers.get(name);
    const wanted = value !== undefined && (context.operation.method === 'HEAD' || name === 'location');
    return wanted ? [`${name}: ${shorten(context.secrets.redact(cleanText(value)), 500)}`] : [];
  });
  const reason = reasonPhrase(answer, context.secrets);
  const headers = shown.length === 0 ? '' : `\n${shown.join('\n')}`;
  return `Done: HTTP ${answer.status}${reason}, no content.${headers}`;
}

/** The reason phrase after a blank, bounded; empty where there is none. */
export function reasonPhrase({ statusText }: Answer, secrets: Secrets): string {
  const phrase = shorten(secrets.redact(cleanText(statusText)), 60);
  return phrase === '' ? '' : ` ${phrase}`;
}

export function binaryText(contentType: string, size: number): string {
  return `The API sent ${size} bytes of ${shorten(contentType, 100)}, which cannot be shown as text.`;
}

function renderMedia(
  { mediaType, bytes }: Extract<Decoded, { kind: 'media' }>,
  context: RenderContext,
): ToolResultBlock['content'] {
  const limit = mediaType === 'application/pdf' ? MAX_DOCUMENT_BYTES : MAX_IMAGE_BYTES;
  if (context.textOnly || bytes.length > limit || hasTooManyPixels(bytes))
    return finish(binaryText(mediaType, bytes.length), context);
  const data = toBase64(bytes);
  const block: ResultContentBlock =
    mediaType === 'application/pdf'
      ? { type: 'document', source: { type: 'base64', media_type: mediaType, data } }
      : { type: 'image', source: { type: 'base64', media_type: mediaType, data } };
  return [block];
}
