import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { generate } from '../../src/index.js';
import { GOLDEN_CASES, goldenOptions } from '../support/golden-cases.js';
import { ROOT } from '../support/temporary.js';

const GOLDEN = join(ROOT, 'fixtures', 'golden');
const update = process.env['UPDATE_GOLDEN'] === '1';

/** The copied runtime is the same everywhere and tested as source: a golden tree leaves it out. */
const isCopiedRuntime = (path: string) => path.startsWith('runtime/');

function treeOnDisk(folder: string): Map<string, string> {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  return new Map(
    names.sort().map((path) => [path.slice(folder.length + 1).replaceAll('\\', '/'), readFileSync(path, 'utf8')]),
  );
}

function writeTree(folder: string, tree: ReadonlyMap<string, string>): void {
  rmSync(folder, { recursive: true, force: true });
  for (const [path, text] of tree) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

/** The manifest lists the runtime's digests, and one of itself; they change with every change of the runtime and say nothing here. */
function withoutRuntimeDigests(path: string, text: string): string {
  if (path !== 'tools-gen.json') return text;
  return `${text
    .split('\n')
    .filter((line) => !line.includes('"runtime/') && !line.startsWith('  "digest": '))
    .join('\n')}`;
}

describe.each(GOLDEN_CASES)('golden tree of $name', (golden) => {
  const folder = join(GOLDEN, golden.name);

  it('is what the generator writes', async () => {
    const { files } = await generate(goldenOptions(golden));
    const tree = new Map(
      files
        .filter(({ path }) => !isCopiedRuntime(path))
        .map(({ path, text }) => [path, withoutRuntimeDigests(path, text)]),
    );
    if (update) writeTree(folder, tree);
    const kept = treeOnDisk(folder);
    expect([...tree.keys()].sort()).toEqual([...kept.keys()].sort());
    for (const [path, text] of tree) expect(text, path).toBe(kept.get(path));
  });

  it('is the same to the byte on a second run', async () => {
    const first = await generate(goldenOptions(golden));
    const second = await generate(goldenOptions(golden));
    expect(second.files).toEqual(first.files);
  });
});
