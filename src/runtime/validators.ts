/** What precompiled validators call. Bundled when the project is built, so that such a package has no dependency. */
import * as library from 'ajv-formats/dist/formats.js';

import { ToolCallError } from './errors.js';

export { bounded, boundedPattern, step } from './validate/budget.js';
export { equal } from './validate/equal.js';
export { isUnique } from './validate/unique.js';

/** Formats by name, as Ajv takes them: a pattern, a function, or an object with one of them as `validate`. */
export const formats: Readonly<Record<string, unknown>> = library.fullFormats;

/** Stands for a validator that could not be made: a fault of the package, not of the input. */
export function uncheckable(): boolean {
  throw new ToolCallError('INTERNAL', 'The package has no validator for this tool: its schema could not be compiled');
}

/** Asked with `call`, as the object may have a property of that name. */
export const hasOwn = Object.prototype.hasOwnProperty;

/** Length of a text in characters, a surrogate pair being one. */
export function characters(text: string): number {
  let count = text.length;
  for (let index = 0; index + 1 < text.length; index += 1) {
    const isPair = (text.charCodeAt(index) & 0xfc00) === 0xd800 && (text.charCodeAt(index + 1) & 0xfc00) === 0xdc00;
    if (isPair) {
      count -= 1;
      index += 1;
    }
  }
  return count;
}
