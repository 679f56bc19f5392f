import { createDiagnostic } from '../diagnostics/create.js';
import { ToolsGenError } from '../diagnostics/tools-gen-error.js';
import type { OperationModel } from '../model/api-model.js';
import { nearSelector } from '../model/near-selector.js';
import { matchesSelector, parseSelector, type Selector, targetOf } from '../runtime/selectors.js';
import type { Report } from './prepare/report.js';

/**
 * Which operations the strict plan serves before all others: the place, from 0, of the first selector each matches. Throws
 * for selectors that cannot be read; those that match nothing are reported.
 */
export function prioritiesOf(
  operations: readonly OperationModel[],
  strictFirst: readonly string[],
  report: Report,
): ReadonlyMap<OperationModel, number> {
  const selectors = readSelectors(strictFirst);
  const targets = operations.map((operation) => ({ operation, target: targetOf(operation.name, operation) }));
  const priorities = new Map<OperationModel, number>();
  for (const [place, selector] of selectors.entries()) {
    const matching = targets.filter(({ target }) => matchesSelector(selector, target));
    for (const { operation } of matching) if (!priorities.has(operation)) priorities.set(operation, place);
    if (matching.length > 0) continue;
    const near = nearSelector(
      selector,
      targets.map(({ target }) => target),
    );
    report('SELECTOR_UNMATCHED', `The selector "${selector.text}" of "strictFirst" matches nothing.${near}`);
  }
  return priorities;
}

function readSelectors(texts: readonly string[]): Selector[] {
  const faults = texts.filter((text) => parseSelector(text) === undefined);
  if (faults.length > 0) {
    throw new ToolsGenError(
      faults.map((text) =>
        createDiagnostic('SELECTOR_INVALID', `The selector "${text}" of "strictFirst" cannot be read.`),
      ),
    );
  }
  return texts.flatMap((text) => parseSelector(text) ?? []);
}
