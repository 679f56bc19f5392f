import { createDiagnostic } from '../diagnostics/create.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { ToolsGenError } from '../diagnostics/tools-gen-error.js';
import { createJsonReport } from '../report/json-report.js';
import { statedPlace } from '../report/place.js';
import { printJson } from './terminal.js';
import { UsageError } from './usage-error.js';

/** The report of `--json` for what ended the program before there was anything to report on. */
export function printFailure(error: unknown): void {
  const report = createJsonReport({ tools: [], skipped: [], diagnostics: diagnosticsOf(error), files: 0 }, statedPlace);
  process.stdout.write(printJson(report));
}

/** Whether a command line asks for JSON, also one that cannot be read. */
export function asksForJson(argv: readonly string[]): boolean {
  const end = argv.indexOf('--');
  return (end < 0 ? argv : argv.slice(0, end)).includes('--json');
}

function diagnosticsOf(error: unknown): readonly Diagnostic[] {
  if (error instanceof ToolsGenError) return error.diagnostics;
  if (error instanceof UsageError) return [createDiagnostic('OPTION_INVALID', error.message)];
  return [createDiagnostic('INTERNAL', error instanceof Error ? `${error.name}: ${error.message}` : String(error))];
}
