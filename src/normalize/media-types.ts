import { flag, object, text } from './fields.js';
import { follow, mapEntries, target } from './follow.js';
import type { NormalizedEncoding, NormalizedMediaType, Schema } from './normalized-spec.js';
import { allEntries, child, isRecord, items, type Part, quoted } from './part.js';
import type { Reader } from './reader.js';
import { isStyle } from './styles.js';

/** The media types of a body or response in document order. */
export function readContent(reader: Reader, holder: Part): readonly NormalizedMediaType[] {
  const content = object(reader.context, holder, 'content');
  return mapEntries(reader.context, content)
    .filter(([contentType]) => !contentType.startsWith('x-'))
    .flatMap(([contentType, part]) => readMediaType(reader, contentType, part) ?? []);
}

export function readMediaType(reader: Reader, contentType: string, part: Part): NormalizedMediaType | undefined {
  const { context } = reader;
  const empty: NormalizedMediaType = { contentType, schema: {}, encoding: new Map() };
  if (part.value === null) return context.record(empty, part);
  const chain = follow(context, part, 'media type');
  if (!chain) return undefined;
  const found = target(chain);
  const schema = child(found, 'schema');
  const itemSchema = child(found, 'itemSchema');
  return context.record(
    {
      contentType,
      schema: schema ? reader.schema(schema) : {},
      encoding: readEncodings(reader, found, isUnstyled(reader, contentType)),
      ...(itemSchema && { itemSchema: reader.schema(itemSchema) }),
    },
    found,
  );
}

/** Up to 3.0, `style`, `explode` and `allowReserved` are ignored in multipart bodies (3.0.4, Encoding Object). */
function isUnstyled({ context }: Reader, contentType: string): boolean {
  return context.spec.version === '3.0' && /^multipart\//i.test(contentType);
}

function readEncodings(reader: Reader, mediaType: Part, unstyled: boolean): ReadonlyMap<string, NormalizedEncoding> {
  const encodings = [...allEntries(object(reader.context, mediaType, 'encoding')), ...byPosition(mediaType)];
  return new Map(
    encodings.flatMap(([name, part]) => {
      if (isRecord(part.value)) return [[name, readEncoding(reader, part, unstyled)] as const];
      reader.context.report('PART_INVALID', `The encoding of ${quoted(name)} is not an object.`, part);
      return [];
    }),
  );
}

/** Encodings by position (3.2): of the first parts under their index, of all others under `*`. */
function byPosition(mediaType: Part): (readonly [string, Part])[] {
  const others = child(mediaType, 'itemEncoding');
  const first = items(child(mediaType, 'prefixEncoding')).map((part, index) => [String(index), part] as const);
  return [...first, ...(others ? [['*', others] as const] : [])];
}

function readEncoding(reader: Reader, part: Part, unstyled: boolean): NormalizedEncoding {
  const { context } = reader;
  const contentType = text(context, part, 'contentType');
  const written = text(context, part, 'style');
  const style = isStyle(written) ? written : undefined;
  if (written !== undefined && !style) {
    context.report('STYLE_UNSUPPORTED', `There is no style ${quoted(written)}.`, part);
  }
  const explode = flag(context, part, 'explode');
  const allowReserved = flag(context, part, 'allowReserved');
  const headers = allEntries(object(context, part, 'headers')).flatMap(([name, header]) => {
    const schema = readHeader(reader, header);
    return schema === undefined ? [] : [[name, schema] as const];
  });
  return context.record(
    {
      ...(contentType !== undefined && { contentType }),
      ...(!unstyled && style !== undefined && { style }),
      ...(!unstyled && explode !== undefined && { explode }),
      ...(!unstyled && allowReserved !== undefined && { allowReserved }),
      headers: new Map(headers),
    },
    part,
  );
}

/** The schema of a Header Object, by `schema` or by the first of its `content`. */
function readHeader(reader: Reader, part: Part): Schema | undefined {
  const chain = follow(reader.context, part, 'header');
  if (!chain) return undefined;
  const found = target(chain);
  const schema = child(found, 'schema');
  return schema ? reader.schema(schema) : (readContent(reader, found)[0]?.schema ?? {});
}
