import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writePackage } from '../support/packages.js';
import { run } from '../support/run.js';
import { ROOT, temporaryFolder } from '../support/temporary.js';

const require = createRequire(import.meta.url);
const work = temporaryFolder('typescript-versions');
afterAll(work.dispose);

const SPECS = [
  ['petstore', 'v30/petstore-v3.yaml'],
  ['discord', 'v31/discord.json'],
] as const;

const VERSIONS = [
  ['5.9', 'typescript-5'],
  ['6.0', 'typescript-6'],
  ['7.0', 'typescript'],
] as const;

/** As strict as a consumer can be, without DOM and Node types, declarations checked. */
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
  module: 'nodenext',
  moduleResolution: 'nodenext',
};

/** A program over every declaration of the packages, and its messages. */
async function compile(name: string, compiler: string, include: readonly string[]): Promise<string> {
  const config = join(work.path, `tsconfig.${name}.json`);
  writeFileSync(config, JSON.stringify({ compilerOptions: OPTIONS, include }));
  const program = join(dirname(require.resolve(`${compiler}/package.json`)), 'bin', 'tsc');
  const { stdout, stderr } = await run(process.execPath, [program, '-p', config, '--pretty', 'false']);
  return stdout + stderr;
}

beforeAll(async () => {
  for (const [name, spec] of SPECS) {
    const folder = join(work.path, name);
    mkdirSync(folder);
    await writePackage(folder, { spec: join(ROOT, 'fixtures/specs/real', spec) });
  }
  writeFileSync(
    join(work.path, 'wrong.ts'),
    "import { tools } from './petstore/index.js';\nexport const n: number = tools;\n",
  );
});

describe.each(VERSIONS)('declarations under tsc --strict of TypeScript %s', (version, compiler) => {
  it('are without an error', async () => {
    const include = SPECS.map(([name]) => `./${name}/**/*.d.ts`);
    expect(await compile(version, compiler, include)).toBe('');
  });

  it('are really compiled: a wrong use is found', async () => {
    expect(await compile(`${version}-wrong`, compiler, ['./wrong.ts'])).toMatch(/wrong\.ts.*TS2322/);
  });
});
