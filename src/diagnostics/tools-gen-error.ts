import type { Diagnostic } from './diagnostic.js';

/** The one error the generator throws on purpose: it carries the diagnostics that explain it. */
export class ToolsGenError extends Error {
  override readonly name = 'ToolsGenError';
  readonly diagnostics: readonly Diagnostic[];

  constructor(diagnostics: readonly Diagnostic[]) {
    super(diagnostics.map((d) => `${d.code}: ${d.message}`).join('\n'));
    this.diagnostics = diagnostics;
  }
}
