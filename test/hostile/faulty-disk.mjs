// Writes outputs while the disk has faults: `node faulty-disk.mjs <version> <fault> <first step> <folder>…`, the fault one step later
// for each folder. Prints a list in JSON: of each run its steps and what it told.
//   none                 nothing happens
//   kill                 the process is killed at the given step, inside a text where the step writes one
//   signal               the process gets SIGTERM at the step
//   ENOSPC, EIO, EROFS   the step fails once
//   full                 from the step on nothing new can be written, while names move and go as before
//   unprivileged         as somebody who may not write
import fs, { linkSync, mkdirSync, mkdtempSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { writeProject } from '../../dist/output/write-project.js';
import { versionOf } from './version-files.mjs';

const [version, fault, first, ...folders] = process.argv.slice(2);
const ACTIONS = { linkSync, mkdirSync, mkdtempSync, renameSync, rmdirSync, rmSync, writeFileSync };
const GROWING = new Set(['linkSync', 'mkdirSync', 'mkdtempSync', 'writeFileSync']);

let step = 0;
let at = 0;

function fail(code, path) {
  throw Object.assign(new Error(`${code}: refused`), { code, path });
}

function half(name, [path, text, ...rest]) {
  if (name === 'writeFileSync') ACTIONS.writeFileSync(path, text.slice(0, text.length / 2), ...rest);
}

function strike(name, args) {
  if (fault === 'full' && step >= at && GROWING.has(name)) {
    half(name, args);
    fail('ENOSPC', args[0]);
  }
  if (step !== at) return;
  if (fault === 'signal') process.kill(process.pid, 'SIGTERM');
  if (fault === 'kill') {
    half(name, args);
    process.kill(process.pid, 'SIGKILL');
  }
  if (/^E/.test(fault)) {
    half(name, args);
    fail(fault, args[0]);
  }
}

for (const [name, action] of Object.entries(ACTIONS)) {
  fs[name] = (...args) => {
    step += 1;
    strike(name, args);
    return action(...args);
  };
}
syncBuiltinESMExports();
if (fault === 'unprivileged' && process.getuid() === 0) {
  process.setgid(65534);
  process.setuid(65534);
}

const answers = [];
for (const [index, folder] of folders.entries()) {
  [step, at] = [0, Number(first) + index];
  const error = await writeProject(versionOf(version), folder).then(
    () => {},
    (reason) => reason,
  );
  answers.push({ steps: step, diagnostics: error?.diagnostics, stack: error?.stack });
}
process.stdout.write(JSON.stringify(answers));
