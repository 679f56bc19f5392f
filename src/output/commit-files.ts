import {
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { confine, foldersOf } from './confine.js';
import { isLockLeft } from './lock.js';

const STAGING = '.tools-gen-';
const STAGING_NAME = /^\.tools-gen-[A-Za-z0-9]{6}$/;

/** One step of a commit: the file gets this text, or goes. */
export interface Move {
  readonly path: string;
  readonly text: string | undefined;
}

/** Moves that wait, with their texts whole in a folder beside their places. */
export interface Staged {
  /** Makes the moves in order. On a failure everything is as it was. */
  commit(): void;
  /** Takes the folder away. */
  dispose(): void;
}

/** Writes all texts into a fresh folder inside `root`: from there they move without being copied. */
export function stageMoves(root: string, moves: readonly Move[]): Staged {
  const folder = mkdtempSync(join(root, STAGING));
  const dispose = () => rmSync(folder, { recursive: true, force: true });
  try {
    for (const [index, { text }] of moves.entries()) {
      if (text !== undefined) writeFileSync(join(folder, `new-${index}`), text, { flag: 'wx' });
    }
  } catch (error) {
    dispose();
    throw error;
  }
  return { dispose, commit: () => moveAll(root, folder, moves) };
}

function moveAll(root: string, folder: string, moves: readonly Move[]): void {
  const undo: (() => void)[] = [];
  try {
    for (const [index, { path, text }] of moves.entries()) {
      const target = confine(root, path);
      const backup = join(folder, `old-${index}`);
      if (text !== undefined) undo.push(...makeFolders(root, path));
      if (existsSync(target)) {
        setAside(target, backup, text === undefined);
        undo.push(() => renameSync(backup, target));
      } else undo.push(() => rmSync(target, { force: true }));
      if (text !== undefined) renameSync(join(folder, `new-${index}`), target);
    }
  } catch (error) {
    for (const step of undo.reverse()) attempt(step);
    throw error;
  }
}

/** Keeps the old file under a second name; where it stays in place until it is replaced, there is no gap. */
function setAside(target: string, backup: string, goes: boolean): void {
  if (goes || !attempt(() => linkSync(target, backup))) renameSync(target, backup);
}

/** Makes the folders of a path that are missing; gives the steps that take them away again. */
function makeFolders(root: string, path: string): (() => void)[] {
  return foldersOf(path)
    .map((name) => join(root, name))
    .filter((name) => !existsSync(name))
    .map((name) => {
      mkdirSync(name);
      return () => rmdirSync(name);
    });
}

/** Removes the folders on the way to files that are gone, as far as they are empty. */
export function pruneFolders(root: string, paths: readonly string[]): void {
  for (const path of paths) {
    for (const folder of foldersOf(path).reverse()) if (!attempt(() => rmdirSync(join(root, folder)))) break;
  }
}

/** True when two names lead to one file, as they do where letter case plays no part. */
export function isSameFile(root: string, a: string, b: string): boolean {
  const [left, right] = [join(root, a), join(root, b)];
  if (!existsSync(left) || !existsSync(right)) return false;
  const [first, second] = [lstatSync(left), lstatSync(right)];
  return first.ino === second.ino && first.dev === second.dev;
}

/** Takes away what runs that were killed left behind. Only for the one who holds the lock. */
export function clearLeftovers(root: string): void {
  for (const entry of readdirSync(root, { withFileTypes: true })) {
    const path = join(root, entry.name);
    if (entry.isDirectory() && STAGING_NAME.test(entry.name)) rmSync(path, { recursive: true });
    if (entry.isFile() && isLockLeft(path)) rmSync(path, { force: true });
  }
}

function attempt(step: () => void): boolean {
  try {
    step();
    return true;
  } catch {
    return false;
  }
}
