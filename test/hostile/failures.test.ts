import { chmodSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { workingFolders } from '../cli/support.js';
import { type RunResult, run } from '../support/run.js';
import { ROOT } from '../support/temporary.js';
import { versionOf } from './version-files.mjs';

/** Runs that are killed, meet a full disk or each other: the earlier output stays whole. */

const folder = workingFolders('failures');
const SCRIPT = join(ROOT, 'test', 'hostile', 'faulty-disk.mjs');
const POSIX = process.platform !== 'win32';

type Tree = Readonly<Record<string, string>>;

interface Answer {
  readonly steps: number;
  readonly diagnostics?: readonly { code: string; message: string }[];
}

/** One process that writes a version to each folder, with the fault at the given step, one later for each. */
const start = (outs: readonly string[], version: string, fault = 'none', step = 1): Promise<RunResult> =>
  run(process.execPath, [SCRIPT, version, fault, String(step), ...outs]);
const write = async (...given: Parameters<typeof start>): Promise<readonly Answer[]> =>
  JSON.parse((await start(...given)).stdout);

const asTree = (version: string): Tree => Object.fromEntries(versionOf(version).map(({ path, text }) => [path, text]));

function treeOf(out: string): Tree {
  const files = readdirSync(out, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    files.map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return [path.slice(out.length + 1).replaceAll('\\', '/'), readFileSync(path, 'utf8')];
    }),
  );
}

/** What a run that died keeps aside. */
const isAside = (path: string) => path.startsWith('.tools-gen');
const visible = (tree: Tree): Tree => Object.fromEntries(Object.entries(tree).filter(([path]) => !isAside(path)));

const OLD = asTree('1');
const NEW = asTree('2');

const textOf = (tree: Tree) => JSON.stringify(Object.entries(tree).sort());

/** A folder with the earlier output for each step that a run over it takes; the first for step 1. */
async function foldersFor(cwd: string): Promise<string[]> {
  const count = join(cwd, 'count');
  await write([count], '1');
  const steps = (await write([count], '2'))[0]?.steps ?? 0;
  expect(steps).toBeGreaterThan(20);
  const outs = Array.from({ length: steps }, (_, index) => join(cwd, `step-${index + 1}`));
  await write(outs, '1');
  return outs;
}

/** A run for each folder, two side by side, as each dies. */
async function killEach(outs: readonly string[], fault: string): Promise<(number | null)[]> {
  const codes: (number | null)[] = [];
  let next = 0;
  const worker = async () => {
    for (let at = next++; at < outs.length; at = next++) {
      codes[at] = (await start(outs.slice(at, at + 1), '2', fault, at + 1)).code;
    }
  };
  await Promise.all([worker(), worker()]);
  return codes;
}

/** The next run ends what was begun, and nothing is left of those before. */
async function expectMended(outs: readonly string[]): Promise<void> {
  for (const { diagnostics } of await write(outs, '2')) expect(diagnostics).toBeUndefined();
  for (const out of outs) expect(treeOf(out), out).toEqual(NEW);
}

describe('a run that is killed', () => {
  it('leaves each file whole at whatever step, the earlier output until files move, and the next run ends it', async () => {
    const outs = await foldersFor(folder());
    for (const code of await killEach(outs, 'kill')) expect(code).toBe(null);
    const seen = { old: 0, between: 0, new: 0 };
    for (const out of outs) {
      const tree = visible(treeOf(out));
      if (textOf(tree) === textOf(OLD)) seen.old += 1;
      else if (textOf(tree) === textOf(NEW)) seen.new += 1;
      else {
        seen.between += 1;
        const { 'tools-gen.json': manifest = '', ...files } = tree;
        if (manifest !== OLD['tools-gen.json']) expect(JSON.parse(manifest).digest, out).toBe('');
        for (const [path, text] of Object.entries(files)) expect([OLD[path], NEW[path]], out).toContain(text);
      }
    }
    expect(seen.old).toBeGreaterThan(8);
    expect(seen.new).toBeGreaterThan(0);
    await expectMended(outs);
  });

  it.runIf(POSIX)('ends its work first where it is only told to stop', async () => {
    const outs = await foldersFor(folder());
    for (const code of await killEach(outs, 'signal')) expect(code).toBe(null);
    for (const out of outs) expect([textOf(OLD), textOf(NEW)], out).toContain(textOf(visible(treeOf(out))));
    expect(outs.filter((out) => textOf(visible(treeOf(out))) === textOf(NEW)).length).toBeGreaterThan(8);
    await expectMended(outs);
  });
});

describe('a disk that refuses', () => {
  it.each([
    ['ENOSPC', 'there is no space left'],
    ['EROFS', 'the file system is read-only'],
  ])('leaves the earlier output and one clear error (%s)', async (code, words) => {
    const outs = await foldersFor(folder());
    const answers = await write(outs, '2', code);
    for (const [index, { diagnostics }] of answers.entries()) {
      const tree = visible(treeOf(outs[index] ?? ''));
      if (diagnostics === undefined) {
        expect(tree, `step ${index + 1}`).toEqual(NEW);
        continue;
      }
      expect(diagnostics.map((each) => each.code)).toEqual(['OUTPUT_FAILED']);
      expect(diagnostics[0]?.message).toContain(`${words} (${code})`);
      expect([OLD, NEW], `step ${index + 1}`).toContainEqual(tree);
    }
    expect(answers.filter(({ diagnostics }) => diagnostics !== undefined).length).toBeGreaterThan(8);
    await expectMended(outs);
  });

  it('that is full from some step on is left as it was', async () => {
    const outs = await foldersFor(folder());
    const answers = await write(outs, '2', 'full');
    for (const [index, { diagnostics }] of answers.entries()) {
      expect(treeOf(outs[index] ?? ''), `step ${index + 1}`).toEqual(diagnostics === undefined ? NEW : OLD);
    }
    expect(answers.filter(({ diagnostics }) => diagnostics !== undefined).length).toBeGreaterThan(8);
  });

  it.runIf(POSIX)('and one that takes no large file, by a limit of the system', async () => {
    const cwd = folder();
    const spec = join(ROOT, 'fixtures', 'specs', 'cli', 'pets.yaml');
    const cli = `"${process.execPath}" "${join(ROOT, 'dist', 'cli', 'main.js')}" "${spec}" -o out --force`;
    await run('sh', ['-c', cli], { cwd });
    const before = treeOf(join(cwd, 'out'));
    const { code, stderr } = await run('sh', ['-c', `ulimit -f 1; exec ${cli} --max-description 20`], { cwd });
    expect([code, stderr]).toEqual([1, expect.stringMatching(/error OUTPUT_FAILED: .*larger than .* \(EFBIG\)/)]);
    expect(treeOf(join(cwd, 'out'))).toEqual(before);
  });

  it.runIf(POSIX)('and one that may not be written', async () => {
    const out = join(folder(), 'out');
    await write([out], '1');
    chmodSync(out, 0o555);
    const answers = await write([out, join(out, 'below')], '2', 'unprivileged');
    chmodSync(out, 0o755);
    for (const { diagnostics } of answers) {
      expect(diagnostics?.map(({ code }) => code)).toEqual(['OUTPUT_FAILED']);
      expect(diagnostics?.[0]?.message).toContain('permission is denied (EACCES)');
    }
    expect(treeOf(out)).toEqual(OLD);
  });
});

describe('runs of several processes at once', () => {
  it('leave the whole output of one of them', async () => {
    const cwd = folder();
    for (let round = 0; round < 2; round += 1) {
      const out = join(cwd, `round-${round}`);
      const versions = ['1', '2', '3', '4', '5', '6'];
      const ended = await Promise.all(versions.map((version) => write([out], version)));
      for (const each of ended.flat()) expect(each.diagnostics).toBeUndefined();
      expect(versions.map(asTree)).toContainEqual(treeOf(out));
    }
  });
});
