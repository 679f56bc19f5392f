import { createDiagnostic } from '../diagnostics/create.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { ToolsGenError } from '../diagnostics/tools-gen-error.js';
import type { Generation } from './generation.js';

/** Runs stages that fill a `Generation`; what one throws ends them and becomes a diagnostic. */
export async function collect(stages: (run: Generation) => Promise<void>): Promise<Generation> {
  const run: Generation = { diagnostics: [], failed: false, tools: [], skipped: [], files: [] };
  try {
    await stages(run);
  } catch (error) {
    run.failed = true;
    if (error instanceof ToolsGenError) run.diagnostics.push(...error.diagnostics);
    else {
      run.cause = error;
      const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
      run.diagnostics.push(createDiagnostic('INTERNAL', text));
    }
  }
  return run;
}

/** Ends the run where a diagnostic of such a severity was collected. */
export function stopOn(run: Generation, severities: readonly string[]): void {
  if (run.diagnostics.some(({ severity }) => severities.includes(severity))) throw new ToolsGenError([]);
}

/** Adds a stage's diagnostics; an error among them ends the run. */
export function take(run: Generation, diagnostics: readonly Diagnostic[]): void {
  for (const diagnostic of diagnostics) run.diagnostics.push(diagnostic);
  stopOn(run, ['error']);
}

/** The error a program gets for a run that failed; the fault behind an `INTERNAL` diagnostic is its cause. */
export function failureOf({ diagnostics, cause }: Generation): ToolsGenError {
  return Object.assign(new ToolsGenError(diagnostics), cause === undefined ? {} : { cause });
}
