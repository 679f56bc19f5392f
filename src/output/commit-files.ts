import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { GeneratedFile } from '../emit/generated-file.js';
import { confine, foldersOf } from './confine.js';

const STAGING = '.tools-gen-';
const STAGING_NAME = /^\.tools-gen-[A-Za-z0-9]{6}$/;

/** Files that wait, whole, in a folder beside their places. */
export interface Staged {
  /** Moves every file to its place, in order. On a failure what was replaced comes back. */
  commit(): void;
  /** Takes the folder away. */
  dispose(): void;
}

/** Writes all files into a fresh folder inside `root`: from there they move without being copied. */
export function stageFiles(root: string, files: readonly GeneratedFile[]): Staged {
  const folder = mkdtempSync(join(root, STAGING));
  const dispose = () => rmSync(folder, { recursive: true, force: true });
  try {
    files.forEach(({ text }, index) => writeFileSync(join(folder, `new-${index}`), text, { flag: 'wx' }));
  } catch (error) {
    dispose();
    throw error;
  }
  return { dispose, commit: () => moveAll(root, folder, files) };
}

function moveAll(root: string, folder: string, files: readonly GeneratedFile[]): void {
  const undo: (() => void)[] = [];
  try {
    files.forEach(({ path }, index) => {
      const target = confine(root, path);
      undo.push(...makeFolders(root, path));
      const backup = join(folder, `old-${index}`);
      if (existsSync(target)) {
        renameSync(target, backup);
        undo.push(() => renameSync(backup, target));
      } else undo.push(() => rmSync(target, { force: true }));
      renameSync(join(folder, `new-${index}`), target);
    });
  } catch (error) {
    for (const step of undo.reverse()) attempt(step);
    throw error;
  }
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

/** Removes files and the folders that are empty then. */
export function removeFiles(root: string, paths: readonly string[]): void {
  for (const path of paths) {
    rmSync(confine(root, path), { force: true });
    for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) {
      if (!attempt(() => rmdirSync(join(root, folder)))) break;
    }
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
    if (entry.isDirectory() && STAGING_NAME.test(entry.name)) rmSync(join(root, entry.name), { recursive: true });
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
