import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GOLDEN_CASES, goldenOptions } from '../support/golden-cases.js';
import { writePackage } from '../support/packages.js';
import { run } from '../support/run.js';
import { ROOT, temporaryFolder } from '../support/temporary.js';

const work = temporaryFolder('compile');
afterAll(work.dispose);

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
  const config = join(work.path, `tsconfig.${name.replaceAll(/\W/g, '-')}.json`);
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
});

describe('generated packages under tsc --strict', () => {
  const entries = GOLDEN_CASES.map(({ name }) => `./${name}/index.d.ts`);

  const everything = { lib: ['es2022', 'dom', 'dom.iterable'], types: ['node'] };

  it.each([
    ['nodenext', { module: 'nodenext', moduleResolution: 'nodenext' }],
    ['bundler', { module: 'esnext', moduleResolution: 'bundler' }],
    ['bundler, with DOM and Node types', { module: 'esnext', moduleResolution: 'bundler', ...everything }],
  ])('compile in one program without DOM and Node types, or with them (%s)', async (name, options) => {
    expect(await compile(name, options, entries)).toBe('');
  });
});
