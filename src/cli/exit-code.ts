import type { Diagnostic } from '../diagnostics/diagnostic.js';

const USAGE_CODES: ReadonlySet<string> = new Set(['OPTION_INVALID', 'CONFIG_INVALID', 'SELECTOR_INVALID']);

/** Exit code of a run that failed: 2 where the fault is in options, configuration or selectors alone, else 1. */
export function failureCode(diagnostics: readonly Diagnostic[]): 1 | 2 {
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  return errors.length > 0 && errors.every(({ code }) => USAGE_CODES.has(code)) ? 2 : 1;
}
