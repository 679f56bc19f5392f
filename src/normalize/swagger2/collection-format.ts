import type { Context } from '../context.js';
import type { Style } from '../normalized-spec.js';
import { child, own, type Part, quoted } from '../part.js';

export interface Collection {
  readonly style: Style;
  readonly explode: boolean;
}

/** `collectionFormat` of 2.0 and the style that sends the same (Swagger 2.0, Parameter Object). */
const STYLES: ReadonlyMap<string, Collection> = new Map([
  ['ssv', { style: 'spaceDelimited', explode: false }],
  ['tsv', { style: 'tabDelimited', explode: false }],
  ['pipes', { style: 'pipeDelimited', explode: false }],
]);

/**
 * How the values of a parameter of 2.0 are joined. `simple` is true in paths and headers, where commas are style `simple`
 * and repetition is not possible. Undefined for a parameter that is no list.
 */
export function collectionOf(context: Context, part: Part, simple: boolean): Collection | undefined {
  if (own(part.value, 'type') !== 'array') return undefined;
  const format = own(part.value, 'collectionFormat') ?? 'csv';
  const nested = child(part, 'items');
  if (nested && own(nested.value, 'collectionFormat') !== undefined && own(nested.value, 'type') === 'array') {
    context.report('KEYWORD_UNSUPPORTED', '`collectionFormat` of lists inside a list is not supported.', nested);
  }
  const commas: Collection = { style: simple ? 'simple' : 'form', explode: false };
  if (format === 'csv') return commas;
  if (format === 'multi' && !simple) return { style: 'form', explode: true };
  const known = STYLES.get(String(format));
  if (known) return known;
  context.report('STYLE_UNSUPPORTED', `\`collectionFormat\` ${quoted(format)} cannot be used here.`, part);
  return commas;
}
