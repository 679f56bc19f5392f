import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkPackage, createPackageFromTarballData, type Problem } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { npmRun } from '../support/npm.js';
import { writePackage } from '../support/packages.js';
import { ROOT } from '../support/temporary.js';

const home = mkdtempSync(join(tmpdir(), 'tools-gen-published-'));
const generated = join(home, 'petstore-tools');
const precompiled = join(home, 'petstore-precompiled');
const tarballs = new Map<string, string>();

async function pack(folder: string): Promise<void> {
  // No scripts: the build is there already, and `prepare` would take it away under the other tests' feet.
  const [packed] = JSON.parse(
    await npmRun(['pack', '--json', '--ignore-scripts', `--pack-destination=${home}`], folder),
  );
  tarballs.set(folder, join(home, packed.filename));
}

const bytesOf = (folder: string) => new Uint8Array(readFileSync(tarballs.get(folder) ?? '')).slice();

beforeAll(async () => {
  const spec = join(ROOT, 'fixtures/specs/real/v30/petstore-v3.yaml');
  await writePackage(generated, { spec });
  await writePackage(precompiled, { spec, name: 'petstore-precompiled', validators: 'precompiled' });
  await Promise.all([generated, precompiled, ROOT].map(pack));
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

/**
 * What may be: the packages are ES modules alone. `require` of one works since Node 20.19, which all demand, though
 * TypeScript's `node16` setting, unlike `nodenext`, does not know it; and `node10` reads no `exports` at all, so that
 * it sees entry points only where a file happens to lie at their name.
 */
const allowed = (problem: Problem, node10: boolean) =>
  problem.kind === 'CJSResolvesToESM' ||
  (node10 && problem.kind === 'NoResolution' && problem.resolutionKind === 'node10');

describe.each([
  ['a generated package', generated, false],
  ['one with precompiled validators', precompiled, false],
  ['tools-gen itself', ROOT, true],
] as const)('%s as it would be published', (_name, folder, node10) => {
  it('is without a remark of publint', async () => {
    const tarball = bytesOf(folder).buffer;
    const { messages, pkg } = await publint({ level: 'suggestion', strict: true, pack: { tarball } });
    expect(messages.map((message) => formatMessage(message, pkg ?? {}))).toEqual([]);
  });

  it('resolves to the right types in every supported way', async () => {
    const result = await checkPackage(createPackageFromTarballData(bytesOf(folder)));
    if (result.types === false) throw new Error('No types were found.');
    expect(result.problems.filter((problem) => !allowed(problem, node10))).toEqual([]);
    expect(Object.keys(result.entrypoints)).toContain('./runtime');
  });
});
