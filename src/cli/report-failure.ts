import { CATALOGUE } from '../diagnostics/catalogue.js';
import { printable } from '../diagnostics/create.js';
import { ToolsGenError } from '../diagnostics/tools-gen-error.js';
import { statedPlace } from '../report/place.js';
import { failureCode } from './exit-code.js';
import { renderDiagnostics } from './render-diagnostics.js';
import { showable, type Terminal, terminalOf } from './terminal.js';

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
        find: statedPlace,
        terminal,
        show: ['error', 'warning'],
        all: false,
      }),
    );
    return failureCode(diagnostics);
  }
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  terminal.write(`error INTERNAL: ${printable(text)}\n    help: ${CATALOGUE.INTERNAL.help}\n`);
  showCause(error, terminal);
  return 1;
}

/** Where a fault of our own happened, for those who want to know: with `DEBUG` set. */
export function showCause(cause: unknown, terminal: Terminal): void {
  if (process.env['DEBUG'] && cause instanceof Error) terminal.write(`${showable(cause.stack ?? '')}\n`);
}
