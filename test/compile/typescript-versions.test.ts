import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
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

/** As strict as a consumer can be, declarations checked, each file for itself. */
const OPTIONS = {
  noEmit: true,
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noPropertyAccessFromIndexSignature: true,
  verbatimModuleSyntax: true,
  isolatedModules: true,
  target: 'es2022',
  skipLibCheck: false,
};

/** A program of Node's resolution without any types around it. */
const ALONE = { module: 'nodenext', moduleResolution: 'nodenext', lib: ['es2022'], types: [] };

/** A program that is bundled, and has everything around it, whose declarations are not checked again. */
const BUNDLED = {
  skipLibCheck: true,
  module: 'esnext',
  moduleResolution: 'bundler',
  lib: ['es2022', 'dom', 'dom.iterable'],
  types: ['node'],
};

/** The compiler's messages about a program. */
async function compile(name: string, compiler: string, options: object, include: readonly string[]): Promise<string> {
  const config = join(work.path, `tsconfig.${name}.json`);
  writeFileSync(config, JSON.stringify({ compilerOptions: { ...OPTIONS, ...options }, include }));
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
  // Uses everything that the package's types promise, together with the SDK's types.
  copyFileSync(join(ROOT, 'test/compile/petstore-consumer.ts.txt'), join(work.path, 'consumer.ts'));
  writeFileSync(
    join(work.path, 'wrong.ts'),
    "import { tools } from './petstore/index.js';\nexport const n: number = tools;\n",
  );
});

describe.each(VERSIONS)('declarations under tsc --strict of TypeScript %s', (version, compiler) => {
  it('are without an error, without DOM and Node types', async () => {
    const include = SPECS.map(([name]) => `./${name}/**/*.d.ts`);
    expect(await compile(version, compiler, ALONE, include)).toBe('');
  });

  it("fit the SDK's types and give a consumer typed inputs and outputs, with DOM and Node types", async () => {
    expect(await compile(`${version}-consumer`, compiler, BUNDLED, ['./consumer.ts'])).toBe('');
  });

  it('are really compiled: a wrong use is found', async () => {
    expect(await compile(`${version}-wrong`, compiler, ALONE, ['./wrong.ts'])).toMatch(/wrong\.ts.*TS2322/);
  });
});
