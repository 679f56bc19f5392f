import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GOLDEN_CASES, goldenOptions } from '../support/golden-cases.js';
import { writePackage } from '../support/packages.js';
import { run } from '../support/run.js';
import { ROOT, temporaryFolder } from '../support/temporary.js';

const work = temporaryFolder('compile');
afterAll(work.dispose);

/** A consumer that uses everything the package's types promise, together with the SDK's types. */
const CONSUMER = readFileSync(join(ROOT, 'test', 'compile', 'petstore-consumer.ts.txt'), 'utf8');

const OPTIONS = {
  noEmit: true,
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noPropertyAccessFromIndexSignature: true,
  target: 'es2022',
  lib: ['es2022'],
  types: [],
  skipLibCheck: false,
};

async function compile(name: string, compilerOptions: object, files: string[]): Promise<string> {
  const config = join(work.path, `tsconfig.${name}.json`);
  writeFileSync(config, JSON.stringify({ compilerOptions: { ...OPTIONS, ...compilerOptions }, files }));
  const { stdout } = await run(process.execPath, [
    join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc'),
    '-p',
    config,
  ]);
  return stdout;
}

beforeAll(async () => {
  for (const golden of GOLDEN_CASES) {
    const folder = join(work.path, golden.name);
    mkdirSync(folder, { recursive: true });
    await writePackage(folder, goldenOptions(golden));
  }
  writeFileSync(join(work.path, 'consumer.ts'), CONSUMER);
});

describe('generated packages under tsc --strict', () => {
  const entries = GOLDEN_CASES.map(({ name }) => `./${name}/index.d.ts`);

  it.each([
    ['nodenext', { module: 'nodenext', moduleResolution: 'nodenext' }],
    ['bundler', { module: 'esnext', moduleResolution: 'bundler' }],
  ])('compile in one program without DOM and Node types (%s)', async (name, options) => {
    expect(await compile(name, options, entries)).toBe('');
  });

  it("fit the SDK's types and give a consumer typed inputs and outputs", async () => {
    const options = {
      module: 'nodenext',
      moduleResolution: 'nodenext',
      lib: ['es2023', 'dom', 'dom.iterable'],
      types: ['node'],
      skipLibCheck: true,
    };
    expect(await compile('consumer', options, ['./consumer.ts'])).toBe('');
  });
});
