import { object, text } from './fields.js';
import { type Chain, follow, mapEntries, target } from './follow.js';
import { readContent } from './media-types.js';
import type { NormalizedMediaType, NormalizedResponse } from './normalized-spec.js';
import { type Part, quoted } from './part.js';
import type { Reader } from './reader.js';

/** How the content of a response is written in a version of the specification. */
export type ContentReader = (reader: Reader, response: Part) => readonly NormalizedMediaType[];

/** The responses of an operation in document order. One that cannot be read is reported and left out. */
export function readResponses(
  reader: Reader,
  operation: Part,
  content: ContentReader = readContent,
): readonly NormalizedResponse[] {
  return mapEntries(reader.context, object(reader.context, operation, 'responses')).flatMap(([key, part]) => {
    if (key.startsWith('x-')) return [];
    const status = key === 'default' ? key : key.toUpperCase();
    if (status !== 'default' && !/^[1-5](?:\d\d|XX)$/.test(status)) {
      reader.context.report('PART_INVALID', `${quoted(key)} is not a status code.`, part);
      return [];
    }
    const chain = follow(reader.context, part, 'response');
    return chain ? [readResponse(reader, status, chain, content)] : [];
  });
}

function readResponse(reader: Reader, status: string, chain: Chain, content: ContentReader): NormalizedResponse {
  const found = target(chain);
  const description = text(reader.context, chain[0], 'description') ?? text(reader.context, found, 'description');
  return reader.context.record(
    { status, ...(description !== undefined && { description }), content: content(reader, found) },
    found,
  );
}
