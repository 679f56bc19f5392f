import type { BodyDescriptor, BytesInput, ResolvedBytes, RuntimePlugins, SerializedBody } from '../contract.js';
import { ToolCallError } from '../errors.js';
import { plainText, writeJson } from '../json/write.js';
import { mediaEssence } from '../serialize/content.js';
import { formPairs } from '../serialize/form-fields.js';
import { encodeForm } from '../serialize/percent.js';
import { joinQuery } from '../serialize/query.js';
import { isBytesInput } from './bytes.js';

/** What body serializers need from their surroundings. */
export interface BodyContext {
  plugins: RuntimePlugins;
  resolve: (bytes: BytesInput) => Promise<ResolvedBytes>;
}

/** Only those wait that take bytes from elsewhere. */
type Serializer = (
  value: unknown,
  body: BodyDescriptor,
  context: BodyContext,
) => SerializedBody | Promise<SerializedBody>;

/** The declared type that is sent, or a stand-in where the document declares a range (`image/*`). */
function declaredType(body: BodyDescriptor, standIn: string): string {
  const first = body.contentTypes[0] ?? standIn;
  return first.includes('*') ? standIn : first;
}

const SERIALIZERS: Readonly<Record<BodyDescriptor['kind'], Serializer>> = {
  json: (value, body) => ({ body: writeJson(value), contentType: declaredType(body, 'application/json') }),
  ndjson: (value, body) => ({
    body: (Array.isArray(value) ? value : [value]).map((item) => `${recordMark(body)}${writeJson(item)}\n`).join(''),
    contentType: declaredType(body, 'application/x-ndjson'),
  }),
  form: (value, body) => ({
    body: joinQuery(formPairs(value, body.encoding, encodeForm)),
    contentType: declaredType(body, 'application/x-www-form-urlencoded'),
  }),
  text: (value, body) => ({ body: plainText(value), contentType: declaredType(body, 'text/plain') }),
  binary: writeBinary,
  xml: (value, body, { plugins }) => ({
    body: plugin(plugins.xml, 'XML')(value, body),
    contentType: declaredType(body, 'application/xml'),
  }),
  multipart: (value, body, { plugins, resolve }) => plugin(plugins.multipart, 'multipart')(value, body, resolve),
};

/** Serializes a request body that is present. */
export function serializeBody(
  value: unknown,
  body: BodyDescriptor,
  context: BodyContext,
): SerializedBody | Promise<SerializedBody> {
  return SERIALIZERS[body.kind](value, body, context);
}

/** RFC 7464: a record of `application/json-seq` begins with a record separator. */
function recordMark(body: BodyDescriptor): string {
  return mediaEssence(body.contentTypes[0] ?? '').endsWith('json-seq') ? '\u001e' : '';
}

async function writeBinary(value: unknown, body: BodyDescriptor, context: BodyContext): Promise<SerializedBody> {
  if (!isBytesInput(value)) {
    throw new ToolCallError('INVALID_INPUT', `${body.property}: expected { source, data } for the bytes of the body`);
  }
  const { bytes, contentType } = await context.resolve(value);
  const offered = contentType !== undefined && accepts(body.contentTypes, contentType) ? contentType : undefined;
  return { body: bytes, contentType: offered ?? declaredType(body, 'application/octet-stream') };
}

/** True where a list of media ranges covers a type. */
export function accepts(ranges: readonly string[], contentType: string): boolean {
  const essence = mediaEssence(contentType);
  return ranges.some((range) => {
    const wanted = mediaEssence(range);
    return wanted === '*/*' || wanted === essence || (wanted.endsWith('/*') && essence.startsWith(wanted.slice(0, -1)));
  });
}

function plugin<T>(found: T | undefined, what: string): T {
  if (found === undefined)
    throw new ToolCallError('INTERNAL', `This package was generated without its ${what} serializer`);
  return found;
}
