import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { cli, spec, workingFolders } from './support.js';

const folder = workingFolders('cli-config');
let cwd = '';
beforeEach(() => {
  cwd = folder();
  mkdirSync(join(cwd, 'api'));
  copyFileSync(spec('pets.yaml'), join(cwd, 'api', 'pets.yaml'));
  copyFileSync(spec('left-out.yaml'), join(cwd, 'openapi.yaml'));
});
const config = (value: object) => writeFileSync(join(cwd, 'tools-gen.config.json'), JSON.stringify(value));

describe('configuration', () => {
  it('is written by init from what is there, and runs', async () => {
    const { code, stdout } = await cli(['init'], { cwd });
    expect(code).toBe(0);
    expect(stdout).toContain('api/pets.yaml');
    expect(JSON.parse(readFileSync(join(cwd, 'tools-gen.config.json'), 'utf8')).specs).toEqual([
      { spec: 'api/pets.yaml', out: 'tools/pets' },
      { spec: 'openapi.yaml', out: 'tools/api' },
    ]);
    expect((await cli(['init'], { cwd })).code).toBe(2);
    expect((await cli([], { cwd })).code).toBe(0);
    expect(readdirSync(join(cwd, 'tools'))).toEqual(['api', 'pets']);
    const check = await cli(['--check', '--json'], { cwd });
    expect(check.code).toBe(0);
    expect(JSON.parse(check.stdout).reports).toHaveLength(2);
  });

  it('is not written over a folder', async () => {
    mkdirSync(join(cwd, 'tools-gen.config.json'));
    const { code, stderr } = await cli(['init', '--force'], { cwd });
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/^error OUTPUT_FAILED: .*a folder is where a file should be/),
    ]);
  });

  it('gives defaults and its own entry to a spec named on the command line, which overrules both', async () => {
    config({ include: ['method:get'], specs: [{ spec: 'api/pets.yaml', out: 'out', name: 'my-pets' }] });
    const { stdout } = await cli(['api/pets.yaml', '--json', '--exclude', 'tool:getPet'], { cwd });
    const report = JSON.parse(stdout);
    expect(report.output.folder).toBe('out');
    expect(report.tools.map(({ name }: { name: string }) => name)).toEqual(['listPets']);
    expect(JSON.parse(readFileSync(join(cwd, 'out', 'package.json'), 'utf8')).name).toBe('my-pets');
  });

  it('adjusts operations', async () => {
    config({
      spec: 'api/pets.yaml',
      out: 'out',
      operations: { deletePet: { exclude: true }, getPet: { name: 'pet', effect: 'write' } },
    });
    const report = JSON.parse((await cli(['--json'], { cwd })).stdout);
    expect(report.tools.map(({ name, effect }: { name: string; effect: string }) => [name, effect])).toEqual([
      ['listPets', 'read'],
      ['addPet', 'write'],
      ['pet', 'write'],
    ]);
  });

  it.each([
    ['a folder that is given twice', { out: 'same' }, 'pets'],
    ['a folder that the same title gives', {}, 'Same'],
  ])('refuses %s', async (_, shared, title) => {
    const text = readFileSync(join(cwd, 'openapi.yaml'), 'utf8').replace(/title: [^,}\n]+/, `title: ${title}`);
    for (const name of ['a.yaml', 'b.yaml']) writeFileSync(join(cwd, name), text);
    config({ ...shared, specs: [{ spec: 'a.yaml' }, { spec: 'b.yaml', include: ['none'] }, { spec: 'b.yaml' }] });
    const { code, stderr } = await cli([], { cwd });
    expect(code).not.toBe(0);
    expect(stderr).toContain('error CONFIG_INVALID: Another spec of this run is written to');
    expect((await cli(['a.yaml', '--check'], { cwd })).code).toBe(0);
  });

  it('refuses unknown keys with a suggestion', async () => {
    config({ spec: 'api/pets.yaml', outt: 'x' });
    const { code, stderr } = await cli([], { cwd });
    expect([code, stderr.includes('Did you mean "out"?')]).toEqual([2, true]);
  });

  it('may be TypeScript where Node strips types, and says what to do where it does not', async () => {
    const text = 'const out: string = "out"; export default { spec: "api/pets.yaml", out };\n';
    writeFileSync(join(cwd, 'tools-gen.config.ts'), text);
    const { code, stderr } = await cli(['--quiet'], { cwd });
    const stripsTypes = Boolean((process.features as { typescript?: unknown }).typescript);
    if (stripsTypes) expect(code).toBe(0);
    else expect([code, stderr]).toEqual([2, expect.stringContaining('Use .mjs or .json.')]);
  });

  it('may be a module that uses defineConfig', async () => {
    const library = new URL('../../dist/index.js', import.meta.url).href;
    const text = `import { defineConfig } from '${library}';\nexport default defineConfig({ spec: 'api/pets.yaml', out: 'o' });\n`;
    writeFileSync(join(cwd, 'tools-gen.config.mjs'), text);
    expect((await cli([], { cwd })).stdout).toMatch(/^o: 4 tools/);
  });

  it('makes what it can of several specs, and ends with the fault of the bad one', async () => {
    const specs = [
      { spec: 'none.yaml', out: 'a' },
      { spec: spec('pets.yaml'), out: 'b' },
      { spec: spec('pets.yaml'), out: 'c', include: ['tga:x'] },
      { spec: 'http://user:SECRET@127.0.0.1:9/x.yaml?key=SECRET', out: 'd' },
    ];
    writeFileSync(join(cwd, 'tools-gen.config.json'), JSON.stringify({ specs }));
    const { code, stdout, stderr } = await cli(['--report', 'changes.md'], { cwd });
    expect(code).toBe(1);
    expect(stdout).toMatch(/^b: 4 tools/);
    expect(stderr).toContain('Nothing was written for none.yaml.');
    expect(stderr).toContain('Did you mean "tag:x"?');
    expect(readdirSync(join(cwd, 'b'))).toContain('index.js');
    const report = readFileSync(join(cwd, 'changes.md'), 'utf8');
    expect(report).toContain('The first output');
    expect(report).toContain('none.yaml does not exist');
    expect(stderr).toContain('Nothing was written for http://127.0.0.1:9/x.yaml.');
    expect(report).toContain('## `http://127.0.0.1:9/x.yaml`');
    expect(stdout + stderr + report).not.toContain('SECRET');
  });

  it('is shown where its JSON breaks, and in JSON too', async () => {
    writeFileSync(join(cwd, 'tools-gen.config.json'), '{\n  "spec": "api/pets.yaml",\n  "out": ,\n  "bare": true\n}\n');
    const { code, stderr, stdout } = await cli(['--json'], { cwd });
    expect([code, stderr]).toEqual([
      2,
      expect.stringMatching(/^tools-gen\.config\.json:3:10 - error CONFIG_INVALID: /),
    ]);
    expect(JSON.parse(stdout).diagnostics[0]).toMatchObject({ file: 'tools-gen.config.json', line: 3, column: 10 });
  });

  it('is refused where there are two, unless one is named', async () => {
    config({ spec: 'api/pets.yaml', out: 'one' });
    writeFileSync(join(cwd, 'tools-gen.config.mjs'), 'export default { spec: "api/pets.yaml", out: "two" };\n');
    const { code, stderr } = await cli([], { cwd });
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining('several configurations: tools-gen.config.json, tools-gen.config.mjs. Keep one'),
    ]);
    expect((await cli(['--config', 'tools-gen.config.mjs'], { cwd })).stdout).toMatch(/^two: /);
    const init = await cli(['init', '--force'], { cwd });
    expect([init.code, init.stderr]).toEqual([2, expect.stringContaining('tools-gen.config.mjs is there already')]);
  });

  it('refuses a refRoot that is no folder', async () => {
    writeFileSync(join(cwd, 'tools-gen.config.json'), JSON.stringify({ spec: 'a.yaml', refRoot: 'none' }));
    const { code, stderr } = await cli([], { cwd });
    expect([code, stderr.includes('the folder none of "refRoot" does not exist')]).toEqual([2, true]);
  });
});
