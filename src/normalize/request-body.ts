import { flag, text } from './fields.js';
import { follow, target } from './follow.js';
import { readContent } from './media-types.js';
import type { NormalizedRequestBody } from './normalized-spec.js';
import type { Part } from './part.js';
import type { Reader } from './reader.js';

/** Reads a Request Body Object. Undefined, with a report, when a reference leads nowhere. */
export function readRequestBody(reader: Reader, part: Part): NormalizedRequestBody | undefined {
  const { context } = reader;
  const chain = follow(context, part, 'request body');
  if (!chain) return undefined;
  const found = target(chain);
  const content = readContent(reader, found);
  if (content.length === 0) context.report('PART_INVALID', 'The request body has no media type.', found);
  const description = text(context, chain[0], 'description') ?? text(context, found, 'description');
  return context.record(
    {
      ...(description !== undefined && { description }),
      required: flag(context, found, 'required') ?? false,
      content,
    },
    found,
  );
}
