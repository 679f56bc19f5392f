import { createHash } from 'node:crypto';
import { type FSWatcher, readFileSync, watch } from 'node:fs';
import { dirname, join } from 'node:path';

/** Milliseconds without a further change before anything happens: editors save in several steps. */
const QUIET_MS = 150;

/** A set of files whose contents are watched. */
export interface FileWatch {
  /** Replaces the set. The contents of new members are compared with what they are now. */
  setFiles(files: readonly string[]): void;
  /** `run` is called after a change of contents, never twice at once. */
  onChange(run: () => Promise<void>): void;
  close(): void;
}

/**
 * Watches the folders of files rather than the files: editors and version control replace files, which ends a watch on the
 * old one. A touch that changes no byte is no change.
 */
export function watchFiles(): FileWatch {
  /** Digest of every watched file, as of the last run. */
  let digests = new Map<string, string>();
  let run = async () => {};
  let running = false;
  let timer: NodeJS.Timeout | undefined;
  const watchers = new Map<string, FSWatcher>();

  const settle = async () => {
    if (running) return schedule();
    const now = new Map([...digests.keys()].map((file) => [file, digestOf(file)]));
    if ([...now].every(([file, digest]) => digests.get(file) === digest)) return;
    digests = now;
    running = true;
    await run();
    running = false;
  };
  const schedule = () => {
    clearTimeout(timer);
    timer = setTimeout(() => void settle(), QUIET_MS);
  };
  const watchFolder = (folder: string) => {
    if (watchers.has(folder)) return;
    try {
      const watcher = watch(folder, (_event, name) => {
        if (name === null || digests.has(join(folder, name))) schedule();
      });
      watcher.on('error', () => watchers.delete(folder));
      watchers.set(folder, watcher);
    } catch {
      // The folder is gone; it is tried again after the next run.
    }
  };

  return {
    setFiles(files) {
      digests = new Map(files.map((file) => [file, digests.get(file) ?? digestOf(file)]));
      const folders = new Set(files.map((file) => dirname(file)));
      for (const [folder, watcher] of watchers) {
        if (folders.has(folder)) continue;
        watcher.close();
        watchers.delete(folder);
      }
      for (const folder of folders) watchFolder(folder);
    },
    onChange(callback) {
      run = callback;
    },
    close() {
      clearTimeout(timer);
      for (const watcher of watchers.values()) watcher.close();
    },
  };
}

/** A digest of the contents; all missing files are alike. */
function digestOf(file: string): string {
  try {
    return createHash('sha256').update(readFileSync(file)).digest('hex');
  } catch {
    return 'missing';
  }
}
