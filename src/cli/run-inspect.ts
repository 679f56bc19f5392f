import { printable } from '../diagnostics/create.js';
import { readTools } from '../generate.js';
import { createJsonReport } from '../report/json-report.js';
import { createPlaceFinder } from '../report/place.js';
import type { GeneratedTool } from '../report/tool-report.js';
import {
  COUNTING_MODEL,
  type CountedTokens,
  type CountingClient,
  countTokens,
  createCountingClient,
} from './count-tokens.js';
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
  const client = args.flags['countTokens'] === true ? await createCountingClient() : undefined;
  const errors = terminalOf(process.stderr);
  const progress = createProgress(errors);
  const run = await readTools(options, progress.stage);
  progress.done();
  showCause(run.cause, errors);
  const files = run.spec?.files ?? [];
  const find = await createPlaceFinder(files);
  const quiet = args.flags['quiet'] === true;
  const counted = client && run.tools.length > 0 ? await countSet(client, args, run.tools) : undefined;
  if (args.flags['json']) {
    const report = createJsonReport({ ...run, files: 0 }, find);
    process.stdout.write(printJson(counted ? { ...report, counted } : report));
  } else if (run.tools.length > 0) {
    const known = counted && 'tokens' in counted ? counted : undefined;
    process.stdout.write(renderInspect(run.tools, run.skipped, terminalOf(process.stdout), known));
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
  if (counted && 'failure' in counted) {
    errors.write(`The API did not count: ${counted.failure}\n`);
    return 1;
  }
  return run.failed ? failureCode(run.diagnostics) : 0;
}

/** What the API counts for the set and its tags; the failure where it does not. */
async function countSet(
  client: CountingClient,
  { flags }: ReadArgs,
  tools: readonly GeneratedTool[],
): Promise<CountedTokens | { failure: string }> {
  const model = typeof flags['model'] === 'string' ? flags['model'] : COUNTING_MODEL;
  try {
    return await countTokens(client, model, tools);
  } catch (error) {
    return { failure: printable(error instanceof Error ? error.message : String(error)) };
  }
}
