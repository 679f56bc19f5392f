import type { NormalizedMediaType } from '../normalized-spec.js';
import { child, own, type Part } from '../part.js';
import type { ContentReader } from '../responses.js';
import { mediaTypesOf } from './body.js';

/** The content of a response of 2.0: its one schema in every media type that the operation produces. */
export function oldContent(operation: Part): ContentReader {
  return (reader, response) => {
    const part = child(response, 'schema');
    if (!part) return [];
    const schema = reader.schema(part);
    const produces = mediaTypesOf(reader, 'produces', operation);
    const fallback = own(part.value, 'type') === 'file' ? 'application/octet-stream' : 'application/json';
    const types = produces.length === 0 ? [fallback] : produces;
    return types.map(
      (contentType): NormalizedMediaType => reader.context.record({ contentType, schema, encoding: new Map() }, part),
    );
  };
}
