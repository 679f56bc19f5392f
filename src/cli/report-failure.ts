import { printable } from '../diagnostics/create.js';
import { ToolsGenError } from '../diagnostics/tools-gen-error.js';
import { failureCode } from './exit-code.js';
import { renderDiagnostics } from './render-diagnostics.js';
import { terminalOf } from './terminal.js';

/** Shows what ended the program and gives the exit code: 2 for wrong options and configurations, 1 for the rest. */
export function reportFailure(error: unknown): number {
  const terminal = terminalOf(process.stderr);
  if (error instanceof ToolsGenError) {
    const { diagnostics } = error;
    const files: never[] = [];
    terminal.write(
      renderDiagnostics({
        diagnostics,
        files,
        find: ({ location }) => (location?.file === undefined ? undefined : { file: location.file }),
        terminal,
        show: ['error', 'warning'],
        all: false,
      }),
    );
    return failureCode(diagnostics);
  }
  const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
  terminal.write(`tools-gen failed (INTERNAL): ${printable(detail.split('\n')[0] ?? '')}\n`);
  if (process.env['DEBUG']) terminal.write(`${detail}\n`);
  else terminal.write('Please report this with the document that shows it; DEBUG=1 shows where it happened.\n');
  return 1;
}
