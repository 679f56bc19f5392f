import type { ResolvedOptions } from '../config/generate-options.js';
import { printable } from '../diagnostics/create.js';
import type { JobOutcome } from './run-generate.js';
import { specFiles } from './spec-files.js';
import { type FileWatch, watchFiles } from './watch-files.js';

interface Watched {
  readonly job: ResolvedOptions;
  readonly files: FileWatch;
  /** Tool names of the last run that worked. */
  tools: ReadonlySet<string> | undefined;
}

type RunJob = (job: ResolvedOptions) => Promise<JobOutcome>;

/**
 * Generates once, then again whenever a spec or a file it refers to changes, until the process is interrupted. Runs of one
 * spec never overlap; a change during a run starts one more after it.
 */
export async function watchSpecs(jobs: readonly ResolvedOptions[], run: RunJob): Promise<number> {
  const interrupted = new Promise<void>((resolve) => {
    process.once('SIGINT', resolve);
    process.once('SIGTERM', resolve);
  });
  const all = jobs.map((job): Watched => ({ job, files: watchFiles(), tools: undefined }));
  for (const watched of all) {
    await generateOnce(watched, run);
    watched.files.onChange(() => generateOnce(watched, run));
  }
  process.stdout.write('Watching; Ctrl+C ends.\n');
  await interrupted;
  for (const { files } of all) files.close();
  return 0;
}

async function generateOnce(watched: Watched, run: RunJob): Promise<void> {
  const outcome = await run(watched.job).catch((error: unknown) => {
    process.stderr.write(`${printable(error instanceof Error ? error.message : String(error))}\n`);
    return undefined;
  });
  watched.files.setFiles(specFiles(watched.job.spec, outcome?.run.spec?.files));
  if (!outcome || outcome.run.failed) return;
  const names = new Set(outcome.run.tools.map(({ name }) => name));
  const before = watched.tools;
  if (before) {
    const changes = [...difference(names, before, '+'), ...difference(before, names, '-')];
    if (changes.length > 0) process.stdout.write(`  tools: ${changes.join(' ')}\n`);
  }
  watched.tools = names;
}

function difference(a: ReadonlySet<string>, b: ReadonlySet<string>, sign: string): string[] {
  return [...a].filter((name) => !b.has(name)).map((name) => sign + name);
}
