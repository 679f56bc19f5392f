import { run } from './run.js';

const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';

/** Options that keep npm quiet and, where its cache has what is wanted, off the network. */
export const QUIET = ['--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error'];

/** Runs npm in `cwd` and answers what it printed; throws what it complained about when it fails. */
export async function npmRun(args: readonly string[], cwd: string): Promise<string> {
  const { code, stdout, stderr } = await run(npm, args, { cwd });
  if (code !== 0) throw new Error(`npm ${args.join(' ')} failed: ${stderr}`);
  return stdout;
}
