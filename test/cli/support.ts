import { join } from 'node:path';
import { type RunResult, run } from '../support/run.js';
import { ROOT } from '../support/temporary.js';

/** The built command line. */
export const CLI = join(ROOT, 'dist', 'cli', 'main.js');

/** A spec of the folder `fixtures/specs/cli`. */
export const spec = (name: string): string => join(ROOT, 'fixtures', 'specs', 'cli', name);

/** Runs the built command line to its end; `NO_COLOR`, credentials and keys of the machine play no part. */
export function cli(
  args: readonly string[],
  options: { cwd?: string; input?: string; env?: NodeJS.ProcessEnv } = {},
): Promise<RunResult> {
  const env = { ANTHROPIC_API_KEY: '', ANTHROPIC_AUTH_TOKEN: '', FORCE_COLOR: '0', ...options.env };
  return run(process.execPath, [CLI, ...args], { ...options, env });
}
