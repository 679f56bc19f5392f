import type { Diagnostic } from './diagnostic.js';

/** The one error the generator throws on purpose: it carries the diagnostics that explain it. Its message tells the errors. */
export class ToolsGenError extends Error {
  override readonly name = 'ToolsGenError';
  readonly diagnostics: readonly Diagnostic[];

  constructor(diagnostics: readonly Diagnostic[]) {
    const errors = diagnostics.filter(({ severity }) => severity === 'error');
    const told = errors.length > 0 ? errors : diagnostics;
    super(told.map(({ code, message }) => `${code}: ${message}`).join('\n'));
    this.diagnostics = diagnostics;
  }
}
