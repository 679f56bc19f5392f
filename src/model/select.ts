import { createDiagnostic } from '../diagnostics/create.js';
import { suggest } from '../diagnostics/suggest.js';
import { ToolsGenError } from '../diagnostics/tools-gen-error.js';
import { matchesSelector, parseSelector, type Selector, type SelectorTarget } from '../runtime/selectors.js';
import { nearSelector, SELECTOR_KINDS } from './near-selector.js';
import type { Report } from './report.js';

/**
 * Which targets `--include` and `--exclude` leave, in their order. Throws for selectors that cannot be read; those that
 * match nothing are reported.
 */
export function selectedBy(
  targets: readonly SelectorTarget[],
  { include, exclude }: { readonly include: readonly string[]; readonly exclude: readonly string[] },
  report: Report,
): boolean[] {
  const [wanted, unwanted] = [readSelectors(include), readSelectors(exclude)];
  for (const selector of [...wanted, ...unwanted]) {
    if (targets.some((target) => matchesSelector(selector, target))) continue;
    const near = nearSelector(selector, targets);
    report.add('SELECTOR_UNMATCHED', `The selector "${selector.text}" matches nothing.${near}`);
  }
  const matches = (selectors: readonly Selector[], target: SelectorTarget) =>
    selectors.some((selector) => matchesSelector(selector, target));
  return targets.map((target) => (wanted.length === 0 || matches(wanted, target)) && !matches(unwanted, target));
}

function readSelectors(texts: readonly string[]): Selector[] {
  const read = texts.map((text) => ({ text, selector: parseSelector(text) }));
  const faults = read.filter(({ selector }) => selector === undefined);
  if (faults.length > 0) {
    throw new ToolsGenError(
      faults.map(({ text }) =>
        createDiagnostic('SELECTOR_INVALID', `The selector "${text}" cannot be read.${meant(text)}`),
      ),
    );
  }
  return read.flatMap(({ selector }) => selector ?? []);
}

/** The prefix that a selector could have meant. */
function meant(text: string): string {
  const colon = text.indexOf(':');
  const near = colon < 1 ? undefined : suggest(text.slice(0, colon).trim(), SELECTOR_KINDS);
  return near === undefined || near === text.slice(0, colon) ? '' : ` Did you mean "${near}${text.slice(colon)}"?`;
}
