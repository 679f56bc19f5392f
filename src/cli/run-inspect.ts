import { readTools } from '../generate.js';
import { createJsonReport } from '../report/json-report.js';
import { createPlaceFinder } from '../report/place.js';
import { failureCode } from './exit-code.js';
import { optionsOf } from './options-of.js';
import type { ReadArgs } from './read-args.js';
import { renderDiagnostics } from './render-diagnostics.js';
import { renderInspect } from './render-inspect.js';
import { showCause } from './report-failure.js';
import { createProgress } from './show-progress.js';
import { printJson, terminalOf } from './terminal.js';

/** Shows what would be generated, without emitting anything. */
export async function runInspect(args: ReadArgs): Promise<number> {
  const [options] = await optionsOf(args);
  if (!options) return 2;
  const errors = terminalOf(process.stderr);
  const progress = createProgress(errors);
  const run = await readTools(options, progress.stage);
  progress.done();
  showCause(run.cause, errors);
  const files = run.spec?.files ?? [];
  const find = await createPlaceFinder(files);
  const quiet = args.flags['quiet'] === true;
  if (args.flags['json']) {
    process.stdout.write(printJson(createJsonReport({ ...run, files: 0 }, find)));
  } else if (run.tools.length > 0) {
    process.stdout.write(renderInspect(run.tools, run.skipped, terminalOf(process.stdout)));
  }
  if (!args.flags['json'] || run.failed) {
    errors.write(
      renderDiagnostics({
        diagnostics: run.diagnostics,
        files,
        find,
        terminal: errors,
        show: quiet ? ['error'] : ['error', 'warning', 'info'],
        all: args.flags['verbose'] === true,
      }),
    );
  }
  return run.failed ? failureCode(run.diagnostics) : 0;
}
