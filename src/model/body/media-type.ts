import type { NormalizedMediaType, SchemaObject } from '../../normalize/normalized-spec.js';
import type { BodyKind } from '../../runtime/contract.js';

/** `type/subtype` in lower case, without parameters (RFC 9110, section 8.3.1). */
export function essenceOf(contentType: string): string {
  return (contentType.split(';', 1)[0] ?? '').trim().toLowerCase();
}

/** How a media type is sent and how far up it stands in the order of preference (0 is taken first). */
export interface MediaChoice {
  readonly kind: BodyKind;
  readonly rank: number;
}

interface Rule extends MediaChoice {
  readonly matches: (essence: string) => boolean;
}

const one =
  (...types: readonly string[]) =>
  (essence: string) =>
    types.includes(essence);
const like = (pattern: RegExp) => (essence: string) => pattern.test(essence);

/** The first rule that matches counts. Ranks: JSON, +json, form, multipart, binary, text, XML, others. */
const RULES: readonly Rule[] = [
  { matches: one('application/json', 'text/json', '*/*', 'application/*'), kind: 'json', rank: 0 },
  { matches: one('application/x-ndjson', 'application/ndjson', 'application/jsonl'), kind: 'ndjson', rank: 7 },
  { matches: one('application/x-jsonlines', 'application/jsonlines', 'text/jsonl'), kind: 'ndjson', rank: 7 },
  { matches: like(/^application\/(?:[^/]+\+)?json-seq$/), kind: 'ndjson', rank: 7 },
  { matches: like(/^[^/]+\/[^/]+\+json$/), kind: 'json', rank: 1 },
  { matches: one('application/x-www-form-urlencoded'), kind: 'form', rank: 2 },
  { matches: one('multipart/form-data', 'multipart/mixed', 'multipart/*'), kind: 'multipart', rank: 3 },
  { matches: one('application/octet-stream', 'application/pdf', 'application/zip'), kind: 'binary', rank: 4 },
  { matches: like(/^application\/(?:gzip|x-gzip|x-tar|x-zip-compressed|x-gtar|wasm)$/), kind: 'binary', rank: 4 },
  { matches: like(/^image\/svg\+xml$/), kind: 'text', rank: 5 },
  { matches: like(/^(?:image|audio|video|font|model)\//), kind: 'binary', rank: 4 },
  { matches: one('application/xml', 'text/xml'), kind: 'xml', rank: 6 },
  { matches: like(/^[^/]+\/[^/]+\+xml$/), kind: 'xml', rank: 6 },
  { matches: like(/^text\//), kind: 'text', rank: 5 },
  { matches: like(/^application\/(?:graphql|javascript|sql|yaml|x-yaml|toml|csv|jwt)$/), kind: 'text', rank: 5 },
  { matches: like(/^application\/(?:x-pem-file|pem-certificate-chain|pgp-keys|sparql-query)$/), kind: 'text', rank: 5 },
];

/**
 * How a media type can be sent; undefined where it cannot. A type that no rule knows is sent as it is: text where its
 * schema is a text, else bytes. One that is described as an object or an array has no known way to be written.
 */
export function mediaChoice(
  { contentType }: NormalizedMediaType,
  schema: SchemaObject | undefined,
): MediaChoice | undefined {
  const essence = essenceOf(contentType);
  if (!/^[!#$%&'*+\-.^_`|~0-9a-z]+\/[!#$%&'*+\-.^_`|~0-9a-z]+$/.test(essence)) return undefined;
  if (!/^[\t\u0020-\u007e]+$/.test(contentType)) return undefined;
  const rule = RULES.find(({ matches }) => matches(essence));
  if (rule !== undefined && essence.endsWith('/*') && isBytes(schema)) return { kind: 'binary', rank: 4 };
  if (rule !== undefined) return { kind: asDescribed(rule.kind, schema), rank: rule.rank };
  if (essence.startsWith('multipart/') || isStructured(schema)) return undefined;
  return { kind: isText(schema) ? 'text' : 'binary', rank: 7 };
}

/** A structure sent under a text type is written as JSON; XML that is described as a text is sent as that text. */
function asDescribed(kind: BodyKind, schema: SchemaObject | undefined): BodyKind {
  if (kind === 'text' && isStructured(schema)) return 'json';
  return kind === 'xml' && isText(schema) ? 'text' : kind;
}

function isStructured(schema: SchemaObject | undefined): boolean {
  if (schema === undefined) return false;
  const types = [schema.type ?? []].flat();
  return types.includes('object') || types.includes('array') || schema.properties !== undefined;
}

function isText(schema: SchemaObject | undefined): boolean {
  if (schema === undefined || ![schema.type ?? []].flat().includes('string')) return false;
  return !isBytes(schema);
}

function isBytes(schema: SchemaObject | undefined): boolean {
  if (schema === undefined) return false;
  return ['binary', 'byte', 'base64'].includes(schema.format ?? '') || schema.contentEncoding !== undefined;
}
