import type { ToolInputSchema } from '../contract.js';
import type { Spending } from './budget.js';
import { type Conversion, conversionsOf } from './convert.js';

/** A chosen tool, as much of it as conversions need. */
export interface Convertible {
  readonly name: string;
  readonly schema: ToolInputSchema;
  readonly optional: number;
  readonly unions: number;
}

/**
 * Which optional properties become required-with-null, by tool, so that the optional parameters of all tools fit the
 * budget: those that are unions already (null costs nothing there), then others, in the largest tool first. Undefined
 * where it cannot be done. Without need nothing is converted.
 */
export function chooseConversions(
  tools: readonly Convertible[],
  budget: Spending,
): ReadonlyMap<string, readonly string[]> | undefined {
  let optional = tools.reduce((sum, tool) => sum + tool.optional, 0);
  let unions = tools.reduce((sum, tool) => sum + tool.unions, 0);
  const converted = new Map<string, string[]>();
  if (optional <= budget.optional) return converted;
  const largestFirst = [...tools].sort((a, b) => b.optional - a.optional);
  const places = largestFirst.flatMap(({ name, schema }) => conversionsOf(schema).map((place) => ({ name, place })));
  for (const { name, place } of [...places.filter(isFree), ...places.filter((each) => !isFree(each))]) {
    if (optional <= budget.optional) break;
    const more = place.free ? 0 : place.uses;
    if (unions + more > budget.unions) continue;
    unions += more;
    optional -= place.uses;
    converted.set(name, [...(converted.get(name) ?? []), place.pointer]);
  }
  return optional <= budget.optional ? converted : undefined;
}

const isFree = ({ place }: { readonly place: Conversion }): boolean => place.free;
