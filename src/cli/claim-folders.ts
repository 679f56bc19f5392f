import { resolve } from 'node:path';
import { createDiagnostic } from '../diagnostics/create.js';
import { ToolsGenError } from '../diagnostics/tools-gen-error.js';

/**
 * Keeps the runs of one command line out of each other's folders, where each would remove what the other wrote: gives a
 * function that a job calls with its folder, and that throws `CONFIG_INVALID` where the folder is another job's. A job may
 * come again, as it does under `--watch`.
 */
export function claimFolders<Job extends object>(): (job: Job, folder: string) => void {
  const owners = new Map<string, Job>();
  return (job, folder) => {
    const path = resolve(folder);
    const owner = owners.get(path) ?? job;
    if (owner !== job) {
      const help = 'Give each spec an "out" of its own in the configuration.';
      throw new ToolsGenError([
        createDiagnostic('CONFIG_INVALID', `Another spec of this run is written to ${folder} already.`, { help }),
      ]);
    }
    owners.set(path, job);
  };
}
