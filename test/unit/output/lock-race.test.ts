import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { LOCK_NAME, lockFolder } from '../../../src/output/lock.js';

/** What another run does just before this one takes a stale lock away. */
let meanwhile: () => void = () => undefined;
vi.mock('node:fs', async (load) => {
  const real = await load<typeof import('node:fs')>();
  const renameSync: typeof real.renameSync = (from, to) => {
    meanwhile();
    real.renameSync(from, to);
  };
  return { ...real, renameSync };
});

const lockOf = (pid: number, run: string) => JSON.stringify({ pid, host: hostname(), run });
let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'tools-gen-lock-'));
});
afterEach(() => {
  meanwhile = () => undefined;
  rmSync(root, { recursive: true, force: true });
});

it('a lock that another run took meanwhile is put back', async () => {
  const path = join(root, LOCK_NAME);
  const theirs = lockOf(process.pid, 'theirs');
  writeFileSync(path, lockOf(2 ** 30, 'dead'));
  meanwhile = () => writeFileSync(path, theirs);
  await expect(lockFolder(root, 60)).rejects.toThrow('OUTPUT_FAILED');
  expect(readFileSync(path, 'utf8')).toBe(theirs);
  expect(readdirSync(root)).toEqual([LOCK_NAME]);
});

it('a run frees no lock but its own', async () => {
  const path = join(root, LOCK_NAME);
  const release = await lockFolder(root, 60);
  const theirs = lockOf(process.pid, 'theirs');
  writeFileSync(path, theirs);
  release();
  expect(readFileSync(path, 'utf8')).toBe(theirs);
  rmSync(path);
  const again = await lockFolder(root, 60);
  again();
  expect(existsSync(path)).toBe(false);
});
