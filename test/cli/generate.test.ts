import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { cli, spec, workingFolders } from './support.js';

const folder = workingFolders('cli-generate');
let cwd = '';
beforeEach(() => {
  cwd = folder();
});

describe('generate', () => {
  it('writes a package, sums up, and names the next step', async () => {
    const { code, stdout, stderr } = await cli([spec('pets.yaml'), '-o', 'out'], { cwd });
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^out: 4 tools \(4 strict\), about \d+ tokens\n/);
    expect(stdout).toMatch(/\d+ files written\n/);
    // The clone's own Ajv can be found from here, as in a workspace: nothing is left to do.
    expect(stdout).not.toContain('npm install');
    expect(existsSync(join(cwd, 'out', 'index.js'))).toBe(true);
  });

  it('takes the folder from the title', async () => {
    expect((await cli([spec('pets.yaml'), '--quiet'], { cwd })).stdout).toBe('');
    expect(readdirSync(cwd)).toEqual(['pets-tools']);
  });

  it('leaves operations out with the reason, and says so', async () => {
    const { code, stdout, stderr } = await cli([spec('left-out.yaml'), '-o', 'out'], { cwd });
    expect(code).toBe(0);
    expect(stderr).toMatch(/left-out\.yaml:\d+:\d+ - warning METHOD_UNSUPPORTED: /);
    expect(stderr).toMatch(/\n {4}help: /);
    expect(stdout).toMatch(/left out: TRACE \/trace {2}METHOD_UNSUPPORTED: /);
  });

  it('writes nothing with --warnings-as-errors where there is a warning', async () => {
    const { code } = await cli([spec('left-out.yaml'), '-o', 'out', '--warnings-as-errors'], { cwd });
    expect(code).toBe(1);
    expect(readdirSync(cwd)).toEqual([]);
  });

  it('checks the output: 0 when fresh, 3 with a list when stale, and writes nothing', async () => {
    await cli([spec('pets.yaml'), '-o', 'out'], { cwd });
    expect((await cli([spec('pets.yaml'), '-o', 'out', '--check'], { cwd })).code).toBe(0);
    writeFileSync(join(cwd, 'out', 'index.js'), '// edited\n');
    rmSync(join(cwd, 'out', 'README.md'));
    const stale = await cli([spec('pets.yaml'), '-o', 'out', '--check'], { cwd });
    expect(stale.code).toBe(3);
    expect(stale.stdout).toContain('index.js');
    expect(stale.stdout).toContain('README.md');
    expect(readFileSync(join(cwd, 'out', 'index.js'), 'utf8')).toBe('// edited\n');
    const json = await cli([spec('pets.yaml'), '-o', 'out', '--check', '--json'], { cwd });
    expect(json.code).toBe(3);
    expect(JSON.parse(json.stdout).output.stale).toEqual(['README.md', 'index.js']);
  });

  it('shows what is stale in a few lines, what it changes for prompts and code, and writes that to a file', async () => {
    const text = readFileSync(spec('pets.yaml'), 'utf8');
    writeFileSync(join(cwd, 'pets.yaml'), text);
    await cli(['pets.yaml', '-o', 'out'], { cwd });
    writeFileSync(
      join(cwd, 'pets.yaml'),
      text.replace('operationId: getPet', 'operationId: fetchPet').replace('List pets.', 'All.'),
    );
    const stale = await cli(['pets.yaml', '-o', 'out', '--check', '--report', 'changes.json'], { cwd });
    expect(stale.code).toBe(3);
    expect(stale.stdout).toContain('changes: 1 breaking, 1 cosmetic (getPet → fetchPet)');
    expect(stale.stdout).toContain('cosmetic: listPets: its description changed: List pets. → All.');
    expect(stale.stdout).toMatch(
      /changed: data\/pets\.js \(\+\d+ -\d+\)\n {4}@@ .*\n(?: {4}.*\n)*? {4}-\s+"description": "List pets\."/,
    );
    const { packages } = JSON.parse(readFileSync(join(cwd, 'changes.json'), 'utf8'));
    expect(packages).toEqual([
      { folder: 'out', changes: expect.objectContaining({ breaking: 1, cosmetic: 1 }), stale: expect.any(Array) },
    ]);
    const json = JSON.parse((await cli(['pets.yaml', '-o', 'out', '--check', '--json'], { cwd })).stdout);
    expect(json.output.changes).toEqual(packages[0].changes);
    const written = await cli(['pets.yaml', '-o', 'out'], { cwd });
    expect(written.stdout).toContain('changes: 1 breaking, 1 cosmetic (getPet → fetchPet)');
    const nowhere = await cli(['pets.yaml', '-o', 'out', '--report', 'no/such/changes.md'], { cwd });
    expect([nowhere.code, nowhere.stderr.includes('OUTPUT_FAILED')]).toEqual([1, true]);
  });

  it('is stale where there is no output at all', async () => {
    const { code } = await cli([spec('pets.yaml'), '-o', 'out', '--check'], { cwd });
    expect(code).toBe(3);
    expect(readdirSync(cwd)).toEqual([]);
  });

  it.each([
    ['a file that is not there', 'nowhere.yaml', 'SPEC_NOT_FOUND'],
    ['broken YAML', spec('broken.yaml'), 'SPEC_UNPARSABLE'],
    ['webhooks only', spec('webhooks-only.yaml'), 'NO_OPERATIONS'],
  ])('answers %s with exit code 1 and writes nothing', async (_, source, errorCode) => {
    const { code, stderr, stdout } = await cli([source], { cwd });
    expect(stderr).toContain(`error ${errorCode}: `);
    expect([code, stdout]).toEqual([1, '']);
    expect(readdirSync(cwd)).toEqual([]);
    const json = await cli([source, '--json'], { cwd });
    expect(json.code).toBe(1);
    expect(JSON.parse(json.stdout)).toMatchObject({
      tools: [],
      diagnostics: expect.arrayContaining([expect.objectContaining({ code: errorCode })]),
    });
  });

  it('names a document beside one that is not there, if its name is near', async () => {
    writeFileSync(join(cwd, 'pets.yaml'), '');
    const { code, stderr } = await cli(['pets.yml'], { cwd });
    expect([code, stderr]).toEqual([1, expect.stringContaining('pets.yml does not exist. Did you mean "pets.yaml"?')]);
  });

  it('refuses filters that select nothing', async () => {
    const { code, stderr } = await cli([spec('pets.yaml'), '--include', 'tag:none'], { cwd });
    expect(code).toBe(1);
    expect(stderr).toContain('NO_OPERATIONS');
  });

  it('reads standard input, and selects', async () => {
    const input = readFileSync(spec('pets.yaml'), 'utf8');
    const { code, stdout } = await cli(
      ['-', '-o', 'out', '--json', '--include', 'tag:pets', '--exclude', 'method:post'],
      { cwd, input },
    );
    expect(code).toBe(0);
    expect(JSON.parse(stdout).tools.map(({ name }: { name: string }) => name)).toEqual(['listPets', 'getPet']);
  });

  it('reports as JSON in the pinned shape', async () => {
    const { stdout, stderr } = await cli([spec('left-out.yaml'), '-o', 'out', '--json'], { cwd });
    const report = JSON.parse(stdout);
    expect(stderr).toContain('METHOD_UNSUPPORTED');
    expect(report.tools).toEqual([
      {
        name: 'good',
        method: 'GET',
        path: '/good',
        operationId: 'good',
        tags: [],
        effect: 'read',
        strict: true,
        encodings: [],
        tokens: expect.any(Number),
        cost: expect.any(Object),
      },
    ]);
    expect(report.skipped).toEqual([
      { method: 'TRACE', path: '/trace', operationId: 'echo', code: 'METHOD_UNSUPPORTED', reason: expect.any(String) },
    ]);
    const [diagnostic] = report.diagnostics.filter(({ code }: { code: string }) => code === 'METHOD_UNSUPPORTED');
    expect(diagnostic).toMatchObject({
      severity: 'warning',
      message: expect.any(String),
      help: expect.any(String),
      file: expect.stringContaining('left-out.yaml'),
      line: expect.any(Number),
      column: expect.any(Number),
      pointer: '/paths/~1trace/trace',
    });
    expect(report.totals).toMatchObject({ operations: 2, tools: 1, strict: 1, skipped: 1, errors: 0 });
  });

  it('warns of edited files that are no longer made; with --warnings-as-errors nothing is written', async () => {
    await cli([spec('pets.yaml'), '-o', 'out'], { cwd });
    writeFileSync(join(cwd, 'out', 'README.md'), 'mine');
    const refused = await cli([spec('pets.yaml'), '-o', 'out', '--bare', '--warnings-as-errors', '-q'], { cwd });
    expect([refused.code, refused.stdout]).toEqual([1, '']);
    expect(refused.stderr).toMatch(/^warning OUTPUT_KEPT: out\/README\.md is no longer made/);
    expect(existsSync(join(cwd, 'out', 'package.json'))).toBe(true);
    const { code, stdout, stderr } = await cli([spec('pets.yaml'), '-o', 'out', '--bare'], { cwd });
    expect([code, stderr]).toEqual([0, expect.stringContaining('OUTPUT_KEPT')]);
    expect(stdout).toContain('1 warning, see above');
    expect(readFileSync(join(cwd, 'out', 'README.md'), 'utf8')).toBe('mine');
    expect(existsSync(join(cwd, 'out', 'package.json'))).toBe(false);
  });

  it('says why nothing was written where a warning ends the run', async () => {
    const { stderr } = await cli([spec('left-out.yaml'), '-o', 'out', '--warnings-as-errors'], { cwd });
    expect(stderr).toMatch(/Nothing was written for .*: with --warnings-as-errors a warning ends the run\.\n$/);
  });

  it('says which manifest cannot be read', async () => {
    mkdirSync(join(cwd, 'out'));
    writeFileSync(join(cwd, 'out', 'tools-gen.json'), '{');
    const { code, stderr } = await cli([spec('pets.yaml'), '-o', 'out'], { cwd });
    expect([code, stderr]).toEqual([1, expect.stringMatching(/MANIFEST_INVALID: .*out.tools-gen\.json is not JSON\./)]);
  });

  it('names folder and obstacle, and the way out that works', async () => {
    mkdirSync(join(cwd, 'out', 'index.js'), { recursive: true });
    writeFileSync(join(cwd, 'out', 'package.json'), '{}');
    const { stderr } = await cli([spec('pets.yaml'), '-o', 'out'], { cwd });
    expect(stderr).toMatch(/In .*out, package\.json is not a file that tools-gen wrote\.\n.*or use --force/);
    expect(stderr).toMatch(/In .*out, index\.js is a folder\.\n.*--force does not replace it/);
  });

  it('needs no folder change before the next step in the working folder', async () => {
    const outside = mkdtempSync(join(tmpdir(), 'tools-gen-cli-'));
    const here = await cli([spec('pets.yaml'), '-o', '.'], { cwd: outside });
    const below = await cli([spec('pets.yaml'), '-o', "it's $HOME"], { cwd: outside });
    rmSync(outside, { recursive: true });
    expect(here.stdout).toMatch(/\nNext: npm install\nThen: README\.md shows how to use the tools, [^\n]*\n$/);
    if (process.platform !== 'win32') expect(below.stdout).toContain(`Next: cd 'it'\\''s $HOME' && npm install\n`);
  });

  it('keeps other files, and replaces what is in the way with --force only', async () => {
    mkdirSync(join(cwd, 'out'));
    writeFileSync(join(cwd, 'out', 'index.js'), 'mine');
    const refused = await cli([spec('pets.yaml'), '-o', 'out'], { cwd });
    expect([refused.code, refused.stderr.includes('OUTPUT_BLOCKED')]).toEqual([1, true]);
    expect(readdirSync(join(cwd, 'out'))).toEqual(['index.js']);
    expect((await cli([spec('pets.yaml'), '-o', 'out', '--force'], { cwd })).code).toBe(0);
  });
});
