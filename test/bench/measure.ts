import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Root of the clone, as seen from the compiled benchmark. */
export const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
/** Everything a benchmark writes; inside the clone, so that generated packages find its dependencies. */
export const WORK = join(ROOT, 'test', '.tmp', 'bench-work');

/** One run of a program: milliseconds by the clock and of CPU (user and system), peak memory in MiB. */
export interface Usage {
  wall: number;
  cpu: number;
  peak: number;
}

export const compiled = (name: string): string => fileURLToPath(new URL(`${name}.js`, import.meta.url));

/** Runs Node on `args` to its end. Throws with the end of what it said when it fails or runs longer than `limit` seconds. */
export function runNode(args: readonly string[], limit = 300): { usage: Usage; stdout: string } {
  const file = join(WORK, 'usage.json');
  mkdirSync(WORK, { recursive: true });
  rmSync(file, { force: true });
  const start = performance.now();
  const child = spawnSync(process.execPath, ['--import', new URL('usage.js', import.meta.url).href, ...args], {
    encoding: 'utf8',
    cwd: WORK,
    timeout: limit * 1000,
    killSignal: 'SIGKILL',
    maxBuffer: 2 ** 28,
    env: { ...process.env, BENCH_USAGE: file, CI: '1', NO_COLOR: '1' },
  });
  const wall = performance.now() - start;
  if (child.status !== 0) {
    const said = child.error?.message ?? `${child.stderr}${child.stdout}`.trim().slice(-300);
    throw new Error(said === '' ? `exit code ${child.status}` : said);
  }
  const { cpu, peak } = JSON.parse(readFileSync(file, 'utf8')) as { cpu: number; peak: number };
  return { usage: { wall, cpu, peak }, stdout: child.stdout };
}

/** Files below a folder and their bytes. */
export function sizeOf(folder: string): { files: number; bytes: number } {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const bytes = entries.reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
  return { files: entries.length, bytes };
}

export function emptyFolder(name: string): string {
  const folder = join(WORK, name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  return folder;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/** The median of each field over several runs. */
export function medians<Key extends string>(runs: readonly Readonly<Record<Key, number>>[]): Record<Key, number> {
  const keys = Object.keys(runs[0] ?? {}) as Key[];
  return Object.fromEntries(keys.map((key) => [key, median(runs.map((run) => run[key]))])) as Record<Key, number>;
}
