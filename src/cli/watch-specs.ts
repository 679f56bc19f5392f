import type { ResolvedOptions } from '../config/generate-options.js';
import type { Generation } from '../report/generation.js';
import { reportFailure } from './report-failure.js';
import type { JobOutcome } from './run-generate.js';
import { specFiles } from './spec-files.js';
import { type FileWatch, watchFiles } from './watch-files.js';

type RunJob = (job: ResolvedOptions) => Promise<JobOutcome>;

/** The configuration that the jobs came from. */
interface WatchedConfig {
  readonly file: string;
  /** The jobs as it asks for them now. */
  readonly reload: () => Promise<readonly ResolvedOptions[]>;
}

/**
 * Generates once, then again whenever a spec, a file it refers to or the configuration changes, until the process is
 * interrupted. One run at a time; a change during a run starts one more after it.
 */
export async function watchSpecs(
  first: readonly ResolvedOptions[],
  run: RunJob,
  config: WatchedConfig | undefined,
): Promise<number> {
  const interrupted = new Promise<void>((resolve) => {
    process.once('SIGINT', resolve);
    process.once('SIGTERM', resolve);
  });
  let queue = Promise.resolve();
  const inTurn = (work: () => Promise<void>) => {
    queue = queue.then(work);
    return queue;
  };
  let watched: FileWatch[] = [];
  const start = async (jobs: readonly ResolvedOptions[]) => {
    for (const files of watched) files.close();
    watched = jobs.map(() => watchFiles());
    for (const [index, files] of watched.entries()) {
      const job = jobs[index];
      if (!job) continue;
      await generateOnce(job, files, run);
      files.onChange(() => inTurn(() => generateOnce(job, files, run)));
    }
  };
  await start(first);
  const configFiles = watchFiles();
  if (config) {
    configFiles.setFiles([config.file]);
    configFiles.onChange(() => inTurn(() => restart(config, start)));
  }
  process.stdout.write('Watching; Ctrl+C ends.\n');
  await interrupted;
  for (const files of [...watched, configFiles]) files.close();
  return 0;
}

async function generateOnce(job: ResolvedOptions, files: FileWatch, run: RunJob): Promise<void> {
  const outcome = await run(job).catch((error: unknown) => {
    reportFailure(error);
    return undefined;
  });
  files.setFiles(specFiles(job.spec, namesOf(outcome?.run)));
}

/** A configuration that cannot be used changes nothing but is told. */
async function restart(
  { reload }: WatchedConfig,
  start: (jobs: readonly ResolvedOptions[]) => Promise<void>,
): Promise<void> {
  try {
    const jobs = await reload();
    process.stdout.write('The configuration changed.\n');
    await start(jobs);
  } catch (error) {
    reportFailure(error);
  }
}

/** Names of the files that the document refers to: as it was read, or as the output on disk says. */
function namesOf({ spec, upToDate }: Partial<Generation> = {}): readonly string[] {
  return spec ? spec.files.slice(1).map(({ name }) => name) : (upToDate?.spec.files ?? []);
}
