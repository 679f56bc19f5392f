import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ToolsGenError } from '../../../src/diagnostics/tools-gen-error.js';
import type { GeneratedFile } from '../../../src/emit/generated-file.js';
import { checkProject, readManifest } from '../../../src/output/check-project.js';
import { stageMoves } from '../../../src/output/commit-files.js';
import { confine } from '../../../src/output/confine.js';
import { LOCK_NAME, lockFolder } from '../../../src/output/lock.js';
import { writeProject } from '../../../src/output/write-project.js';

let base: string;
let out: string;
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'tools-gen-output-'));
  out = join(base, 'out');
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

const sha = (text: string) => createHash('sha256').update(text).digest('hex');

/** Files and the manifest that lists them. */
function project(files: Record<string, string>): GeneratedFile[] {
  const list = Object.entries(files).map(([path, text]) => ({ path, text }));
  const digests = Object.fromEntries(list.map(({ path, text }) => [path, sha(text)]));
  const tools = [{ name: 'getPet', method: 'GET', path: '/pet' }];
  return [...list, { path: 'tools-gen.json', text: JSON.stringify({ generator: 'tools-gen', tools, files: digests }) }];
}

const read = (path: string) => readFileSync(join(out, path), 'utf8');
const put = (path: string, text: string) => {
  mkdirSync(join(out, path, '..'), { recursive: true });
  writeFileSync(join(out, path), text);
};
const tree = (folder = out) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
const codesOf = async (work: Promise<unknown>): Promise<string[]> => {
  const error = await work.then(
    () => undefined,
    (reason: ToolsGenError) => reason,
  );
  if (error !== undefined && !Array.isArray(error.diagnostics)) throw error;
  return (error?.diagnostics ?? []).map(({ code }) => code);
};

describe('writing', () => {
  it('writes, leaves equal bytes alone, removes what is no longer made and folders that are empty then', async () => {
    const first = await writeProject(project({ 'a.js': '1', 'b/c/d.js': '2', 'b/e.js': '3' }), out);
    expect(first).toEqual({
      written: ['a.js', 'b/c/d.js', 'b/e.js', 'tools-gen.json'],
      unchanged: [],
      removed: [],
      kept: [],
    });
    put('mine.txt', 'mine');
    const before = statSync(join(out, 'a.js')).mtimeMs;
    const second = await writeProject(project({ 'a.js': '1', 'b/e.js': '4' }), out);
    expect(second).toEqual({
      written: ['b/e.js', 'tools-gen.json'],
      unchanged: ['a.js'],
      removed: ['b/c/d.js'],
      kept: [],
    });
    expect(statSync(join(out, 'a.js')).mtimeMs).toBe(before);
    expect(tree()).toEqual(['a.js', 'b', 'b/e.js', 'mine.txt', 'tools-gen.json']);
    expect(read('b/e.js')).toBe('4');
  });

  it('keeps a file that is no longer made but was edited, unless forced', async () => {
    await writeProject(project({ 'a.js': '1', 'b.js': '2' }), out);
    put('b.js', 'edited');
    expect((await writeProject(project({ 'a.js': '1' }), out)).kept).toEqual(['b.js']);
    expect(read('b.js')).toBe('edited');
    await writeProject(project({ 'a.js': '1', 'b.js': '2' }), out, { force: true });
    put('b.js', 'edited');
    expect((await writeProject(project({ 'a.js': '1' }), out, { force: true })).removed).toEqual(['b.js']);
  });

  it('refuses to keep an edited file where that counts as a fault', async () => {
    await writeProject(project({ 'a.js': '1', 'b.js': '2' }), out);
    put('b.js', 'edited');
    const work = writeProject(project({ 'a.js': '3' }), out, { refuseKept: true });
    expect(await codesOf(work)).toEqual(['OUTPUT_KEPT']);
    expect([read('a.js'), read('b.js')]).toEqual(['1', 'edited']);
  });

  it.skipIf(!existsSync('/proc/self'))('ends where a folder takes no others', async () => {
    expect(await codesOf(writeProject(project({ 'a.js': '1' }), '/proc/nothing/here'))).toEqual(['OUTPUT_FAILED']);
  });

  it('tells a file and a link to nothing in the place of the folder', async () => {
    writeFileSync(join(base, 'file'), '');
    symlinkSync(join(base, 'nowhere'), join(base, 'link'));
    for (const place of ['file', 'link', 'file/sub', 'link/sub']) {
      expect(await codesOf(writeProject(project({ 'a.js': '1' }), join(base, place)))).toEqual(['OUTPUT_FAILED']);
    }
  });

  it('restores generated files that were edited', async () => {
    await writeProject(project({ 'a.js': '1' }), out);
    put('a.js', 'edited');
    await writeProject(project({ 'a.js': '1' }), out);
    expect(read('a.js')).toBe('1');
  });
});

describe('things in the way', () => {
  it('stops before files that are not ours, and names them', async () => {
    put('a.js', 'mine');
    put('same.js', 'x');
    expect(await codesOf(writeProject(project({ 'a.js': '1', 'b.js': '2', 'same.js': 'x' }), out))).toEqual([
      'OUTPUT_BLOCKED',
    ]);
    expect(tree()).toEqual(['a.js', 'same.js']);
    expect(read('a.js')).toBe('mine');
    await writeProject(project({ 'a.js': '1' }), out, { force: true });
    expect(read('a.js')).toBe('1');
  });

  it.each([false, true])('never follows links (force: %s)', async (force) => {
    const victim = join(base, 'victim');
    mkdirSync(victim);
    writeFileSync(join(victim, 'x.js'), 'victim');
    mkdirSync(out);
    symlinkSync(victim, join(out, 'tools'));
    symlinkSync(join(victim, 'x.js'), join(out, 'index.js'));
    const work = writeProject(project({ 'tools/x.js': '1', 'index.js': '2' }), out, { force });
    expect(await codesOf(work)).toEqual(['OUTPUT_BLOCKED', 'OUTPUT_BLOCKED']);
    expect(readFileSync(join(victim, 'x.js'), 'utf8')).toBe('victim');
    expect(readdirSync(out).sort()).toEqual(['index.js', 'tools']);
  });

  it('does not remove through a link that took the place of a folder', async () => {
    await writeProject(project({ 'a.js': '1', 'old/x.js': '2' }), out);
    const victim = join(base, 'victim');
    mkdirSync(victim);
    writeFileSync(join(victim, 'x.js'), '2');
    rmSync(join(out, 'old'), { recursive: true });
    symlinkSync(victim, join(out, 'old'));
    await writeProject(project({ 'a.js': '1' }), out, { force: true });
    expect(existsSync(join(victim, 'x.js'))).toBe(true);
  });

  it('stops before a folder where a file should be, and a file where a folder should be', async () => {
    mkdirSync(join(out, 'a.js'), { recursive: true });
    put('b', 'file');
    const work = writeProject(project({ 'a.js': '1', 'b/c.js': '2' }), out, { force: true });
    expect(await codesOf(work)).toEqual(['OUTPUT_BLOCKED', 'OUTPUT_BLOCKED']);
  });
});

describe('paths', () => {
  it.each([
    ['../x.js'],
    ['/x.js'],
    ['a//b.js'],
    ['a/../b.js'],
    ['C:\\x'],
    ['a\\b'],
    ['.git/hooks/x'],
    ['con.js'],
    ['a/NUL'],
    ['a\0b'],
    ['x.'],
    [''],
    ['x'.repeat(300)],
    [Array(60).fill('x'.repeat(10)).join('/')],
  ])('refuses %j', async (path) => {
    expect(await codesOf(writeProject([{ path, text: 'x' }], out))).toEqual(['OUTPUT_UNSAFE']);
    expect(existsSync(out)).toBe(false);
  });

  it.each(['../x.js', '/x.js', 'a/../../x.js', '', 'a\\b', 'con.js'])('%j is confined to the folder', (path) => {
    expect(confine('/out', 'a/b.js')).toBe(resolve('/out/a/b.js'));
    expect(() => confine('/out', path)).toThrow('cannot be written');
  });

  it.each([[['a.js', 'A.js']], [['a/b.js', 'A/B.js']], [['a', 'a/b.js']]])('refuses %j together', async (paths) => {
    const files = paths.map((path) => ({ path, text: 'x' }));
    expect(await codesOf(writeProject(files, out))).toEqual(['OUTPUT_UNSAFE']);
  });
});

describe('a manifest that cannot be trusted', () => {
  it.each([
    ['not JSON', '{'],
    ['not ours', '{"files":{}}'],
    ['leaves the folder', JSON.stringify({ generator: 'tools-gen', files: { '../victim.txt': sha('v') } })],
    ['absolute', JSON.stringify({ generator: 'tools-gen', files: { '/etc/passwd': sha('v') } })],
    ['without digests', JSON.stringify({ generator: 'tools-gen', files: { 'a.js': 1 } })],
    ['an old list', JSON.stringify({ generator: 'tools-gen', files: ['../victim.txt'] })],
  ])('%s', async (_, manifest) => {
    writeFileSync(join(base, 'victim.txt'), 'v');
    put('tools-gen.json', manifest);
    expect(await codesOf(writeProject(project({ 'a.js': '1' }), out))).toEqual(['MANIFEST_INVALID']);
    expect(tree()).toEqual(['tools-gen.json']);
    await writeProject(project({ 'a.js': '1' }), out, { force: true });
    expect(readFileSync(join(base, 'victim.txt'), 'utf8')).toBe('v');
  });
});

describe('failures', () => {
  it('tells what the system refused', async () => {
    writeFileSync(join(base, 'file'), '');
    expect(await codesOf(writeProject(project({ 'a.js': '1' }), join(base, 'file', 'out')))).toEqual(['OUTPUT_FAILED']);
    expect(await codesOf(writeProject(project({ 'a.js': '1' }), join(base, 'file')))).toEqual(['OUTPUT_FAILED']);
  });

  it.skipIf(process.getuid?.() === 0)('leaves a folder that may not be written as it was', async () => {
    await writeProject(project({ 'a.js': '1' }), out);
    chmodSync(out, 0o500);
    expect(await codesOf(writeProject(project({ 'a.js': '2' }), out))).toEqual(['OUTPUT_FAILED']);
    chmodSync(out, 0o700);
    expect(read('a.js')).toBe('1');
  });

  it('brings everything back when a move fails half way', async () => {
    await writeProject(project({ 'a.js': '1', 'b.js': '2' }), out);
    const staged = stageMoves(out, [
      { path: 'a.js', text: 'new' },
      { path: 'fresh/c.js', text: 'new' },
      { path: 'b.js', text: undefined },
      { path: 'a.js/impossible.js', text: 'new' },
    ]);
    expect(() => staged.commit()).toThrow();
    staged.dispose();
    expect(tree()).toEqual(['a.js', 'b.js', 'tools-gen.json']);
    expect(read('a.js')).toBe('1');
    expect(read('b.js')).toBe('2');
  });

  it('makes no folder for nothing', async () => {
    const files = [...project({ 'a.js': '1' }).slice(0, 1), { path: 'tools-gen.json', text: 'broken' }];
    await expect(writeProject(files, join(out, 'deep'))).rejects.toThrow();
    expect(existsSync(out)).toBe(false);
  });
});

describe('several runs at once', () => {
  it('end with the whole output of one of them', async () => {
    const versions = ['1', '2', '3', '4'].map((text) =>
      project({ 'a.js': text, 'b/c.js': text, [`only-${text}.js`]: text }),
    );
    await Promise.all(versions.map((files) => writeProject(files, out)));
    const last = read('a.js');
    expect(read('b/c.js')).toBe(last);
    expect(tree()).toEqual(['a.js', 'b', 'b/c.js', `only-${last}.js`, 'tools-gen.json']);
  });

  it('wait for a lock, and give up with a word on what to do', async () => {
    mkdirSync(out);
    const release = await lockFolder(out);
    expect(await codesOf(lockFolder(out, 50))).toEqual(['OUTPUT_FAILED']);
    release();
    (await lockFolder(out, 50))();
    expect(tree()).toEqual([]);
  });

  it('take over from a run that was killed', async () => {
    await writeProject(project({ 'a.js': '1' }), out);
    put(LOCK_NAME, JSON.stringify({ pid: 2 ** 30, host: hostname() }));
    put('.tools-gen-AbC123/new-0', 'half');
    await writeProject(project({ 'a.js': '2' }), out);
    expect(tree()).toEqual(['a.js', 'tools-gen.json']);
  });
});

describe('checking', () => {
  it('tells what is missing, changed and left over, and writes nothing', async () => {
    await writeProject(project({ 'a.js': '1', 'b.js': '2', 'c.js': '3' }), out);
    rmSync(join(out, 'a.js'));
    put('b.js', 'edited');
    const before = tree();
    expect(checkProject(project({ 'a.js': '1', 'b.js': '2' }), out)).toEqual([
      { path: 'a.js', state: 'missing' },
      { path: 'b.js', state: 'changed' },
      { path: 'c.js', state: 'extra' },
      { path: 'tools-gen.json', state: 'changed' },
    ]);
    expect(tree()).toEqual(before);
  });

  it('finds nothing after a write, everything without a folder', async () => {
    const files = project({ 'a.js': '1' });
    expect(checkProject(files, out).map(({ state }) => state)).toEqual(['missing', 'missing']);
    expect(existsSync(out)).toBe(false);
    await writeProject(files, out);
    expect(checkProject(files, out)).toEqual([]);
    expect([...readManifest(out).tools]).toEqual([['GET /pet', 'getPet']]);
  });

  it('takes a link for a change', async () => {
    await writeProject(project({ 'a.js': '1' }), out);
    writeFileSync(join(base, 'elsewhere'), '1');
    rmSync(join(out, 'a.js'));
    symlinkSync(join(base, 'elsewhere'), join(out, 'a.js'));
    expect(checkProject(project({ 'a.js': '1' }), out)).toEqual([{ path: 'a.js', state: 'changed' }]);
  });
});
