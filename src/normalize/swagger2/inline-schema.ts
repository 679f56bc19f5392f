import type { ObjectPart, Part } from '../part.js';

/** Keys of a parameter of 2.0 that describe the parameter and not its value. */
const NOT_SCHEMA: ReadonlySet<string> = new Set([
  'name',
  'in',
  'description',
  'required',
  'schema',
  'style',
  'explode',
  'allowEmptyValue',
  'allowReserved',
  'deprecated',
  'collectionFormat',
  'content',
  'example',
  'examples',
]);

/** The schema that the keys of a parameter or header of 2.0 are, at the place of the parameter. */
export function inlineSchema(part: Part): ObjectPart {
  const value = typeof part.value === 'object' && part.value !== null ? part.value : {};
  return { ...part, value: Object.fromEntries(Object.entries(value).filter(([key]) => !NOT_SCHEMA.has(key))) };
}
