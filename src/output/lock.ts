import { randomUUID } from 'node:crypto';
import { existsSync, linkSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createDiagnostic } from '../diagnostics/create.js';
import { ToolsGenError } from '../diagnostics/tools-gen-error.js';
import { isMissing } from './failure.js';

export const LOCK_NAME = '.tools-gen.lock';
/** A lock of another machine counts as left behind after this many milliseconds. */
const STALE_MS = 600_000;
const PAUSE_MS = 25;

/** Waits for the folder to be ours alone; gives the function that frees it. Throws `OUTPUT_FAILED` after `patience` ms. */
export async function lockFolder(root: string, patience = 30_000): Promise<() => void> {
  const path = join(root, LOCK_NAME);
  const mine = JSON.stringify({ pid: process.pid, host: hostname(), run: randomUUID() });
  for (let waited = 0; ; waited += PAUSE_MS) {
    if (tryLock(path, mine)) return () => release(path, mine);
    if (breakStale(path)) continue;
    if (waited >= patience) {
      const help = `If no other run is at work, delete ${LOCK_NAME} in the output folder.`;
      throw new ToolsGenError([createDiagnostic('OUTPUT_FAILED', 'Another run is writing to the folder.', { help })]);
    }
    await pause(PAUSE_MS);
  }
}

/** The lock appears with its content at once: written aside, then linked, or made exclusively where links are not known. */
function tryLock(path: string, mine: string): boolean {
  const aside = `${path}.${randomUUID()}`;
  try {
    writeFileSync(aside, mine, { flag: 'wx' });
    linkSync(aside, path);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // The holder of the lock takes what is aside for left behind while it is not whole.
    if (code === 'EEXIST' || (code === 'ENOENT' && existsSync(dirname(path)))) return false;
    if (code !== 'EPERM' && code !== 'ENOTSUP' && code !== 'ENOSYS' && code !== 'EOPNOTSUPP') throw error;
    return tryExclusive(path, mine);
  } finally {
    rmSync(aside, { force: true });
  }
}

const ASIDE = /^\.tools-gen\.lock\.[0-9a-f-]{36}$/;

/** True for what a run that died while it took or freed the lock left aside. */
export function isLockLeft(path: string): boolean {
  if (!ASIDE.test(basename(path))) return false;
  try {
    const content = readFileSync(path, 'utf8');
    return !content.endsWith('}') || isStale(content, path);
  } catch {
    return false;
  }
}

function tryExclusive(path: string, mine: string): boolean {
  try {
    writeFileSync(path, mine, { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Takes away a lock whose process is gone. True where it is worth trying again at once. */
function breakStale(path: string): boolean {
  try {
    const seen = readFileSync(path, 'utf8');
    if (!isStale(seen, path)) return false;
    const aside = `${path}.${randomUUID()}`;
    renameSync(path, aside);
    // Another run may have taken the stale lock away first and made its own: that one goes back.
    if (readFileSync(aside, 'utf8') !== seen) tryPutBack(aside, path);
    rmSync(aside, { force: true });
    return true;
  } catch (error) {
    if (isMissing(error)) return true;
    throw error;
  }
}

function tryPutBack(aside: string, path: string): void {
  try {
    linkSync(aside, path);
  } catch {
    // A third run has it by now.
  }
}

function isStale(content: string, path: string): boolean {
  const old = Date.now() - statSync(path).mtimeMs > STALE_MS;
  try {
    const { pid, host } = JSON.parse(content) as { pid: unknown; host: unknown };
    if (host !== hostname() || typeof pid !== 'number') return old;
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return error instanceof SyntaxError ? old : (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}

function release(path: string, mine: string): void {
  try {
    if (readFileSync(path, 'utf8') === mine) rmSync(path, { force: true });
  } catch {
    // Nothing is there to free.
  }
}
