import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeEach } from 'vitest';
import { type RunResult, run } from '../support/run.js';
import { ROOT, temporaryFolder } from '../support/temporary.js';

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

/** A working folder of its own for every test of a file; gives the one of the test that runs. */
export function workingFolders(prefix: string): () => string {
  const base = temporaryFolder(prefix);
  afterAll(base.dispose);
  let count = 0;
  let cwd = '';
  beforeEach(() => {
    count += 1;
    cwd = join(base.path, String(count));
    mkdirSync(cwd);
  });
  return () => cwd;
}
