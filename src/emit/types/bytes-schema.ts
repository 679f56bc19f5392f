import type { SchemaObject } from '../../normalize/normalized-spec.js';

/** The form in which bytes are written, by its shape: `{ source, data, filename?, contentType? }` and nothing else. */
export function isBytesSchema(node: SchemaObject): boolean {
  const { properties, additionalProperties, required } = node;
  if (additionalProperties !== false || properties === undefined || required?.join() !== 'source,data') return false;
  const source = Object.hasOwn(properties, 'source') ? properties['source'] : undefined;
  return (
    Object.keys(properties).join() === 'source,data,filename,contentType' &&
    typeof source === 'object' &&
    source.enum?.join() === 'base64,text,file'
  );
}
