import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import yaml from 'js-yaml';
import { beforeEach, describe, expect, it } from 'vitest';
import { shuffleKeys } from '../support/shuffle-keys.js';
import { ROOT } from '../support/temporary.js';
import { cli, spec, workingFolders } from './support.js';

/** Faults that other tools of this kind have at the command line and in builds: `fixtures/cases/cli/README.md` lists them. */

const folder = workingFolders('cli-faults');
let cwd = '';
beforeEach(() => {
  cwd = folder();
});

/** Every file below a folder with its text, but the manifest, which records the digest of the document. */
function treeOf(root: string): Record<string, string> {
  const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1)).sort();
  return Object.fromEntries(
    paths.filter((path) => path !== 'tools-gen.json').map((path) => [path, readFileSync(join(root, path), 'utf8')]),
  );
}

const operation = (operationId: string) => ({ operationId, responses: { 200: { description: 'OK' } } });
const write = (name: string, paths: object, more: object = {}) =>
  writeFileSync(
    join(cwd, name),
    JSON.stringify({ openapi: '3.1.0', info: { title: 'T', version: '1' }, paths, ...more }),
  );
async function namesOf(...args: string[]): Promise<string[]> {
  const { stdout } = await cli(['inspect', ...args, '--json'], { cwd });
  return JSON.parse(stdout).tools.map(({ name }: { name: string }) => name);
}

describe('field faults: command line and build', () => {
  it('B131 gives the same bytes in any folder, locale, time zone, and for any line ends', async () => {
    const text = readFileSync(spec('pets.yaml'), 'utf8');
    writeFileSync(join(cwd, 'pets.yaml'), text);
    mkdirSync(join(cwd, 'other place'));
    writeFileSync(join(cwd, 'other place', 'api.yaml'), text.replaceAll('\n', '\r\n'));
    await cli(['pets.yaml', '-o', 'out'], { cwd, env: { LC_ALL: 'C', TZ: 'UTC' } });
    const env = { LC_ALL: 'tr_TR.UTF-8', LANG: 'tr_TR.UTF-8', TZ: 'Asia/Tokyo' };
    await cli(['api.yaml', '-o', 'deep/out'], { cwd: join(cwd, 'other place'), env });
    const [first, second] = [treeOf(join(cwd, 'out')), treeOf(join(cwd, 'other place/deep/out'))];
    expect(second).toEqual(first);
    expect(JSON.stringify(first)).not.toContain(cwd);
    expect(readFileSync(join(cwd, 'out/tools-gen.json'), 'utf8')).not.toContain(cwd);
    const checked = await cli(['pets.yaml', '-o', 'out', '--check', '--json'], { cwd, env });
    expect([checked.code, JSON.parse(checked.stdout).output.stale]).toEqual([0, []]);
  });

  it.each([
    ['cli/pets.yaml', 1],
    ['real/v30/petstore-v3.yaml', 2],
    ['real/v2/docker-engine.yaml', 3],
    ['real/v31/scalar-galaxy--3.1.json', 4],
  ])('B131 gives the same bytes for the keys of %s in another order, and from run to run', async (name, seed) => {
    const text = readFileSync(join(ROOT, 'fixtures/specs', name), 'utf8');
    const document = yaml.load(text);
    const shuffled = JSON.stringify(shuffleKeys(document, seed));
    expect(shuffled).not.toBe(JSON.stringify(document));
    writeFileSync(join(cwd, 'given.json'), JSON.stringify(document));
    writeFileSync(join(cwd, 'shuffled.json'), shuffled);
    await cli(['given.json', '-o', 'out', '-q'], { cwd });
    const first = treeOf(join(cwd, 'out'));
    await cli(['shuffled.json', '-o', 'other', '-q'], { cwd });
    expect(treeOf(join(cwd, 'other'))).toEqual(first);
    const manifest = readFileSync(join(cwd, 'out/tools-gen.json'), 'utf8');
    await cli(['given.json', '-o', 'out', '-q', '--force'], { cwd });
    expect([treeOf(join(cwd, 'out')), readFileSync(join(cwd, 'out/tools-gen.json'), 'utf8')]).toEqual([
      first,
      manifest,
    ]);
  });

  it('B133 renames nothing when a colliding operation comes first', async () => {
    const paths = { '/a-b': { get: operation('get thing') }, '/c': { get: operation('list') } };
    write('one.json', paths);
    write('more.json', { '/a_b': { get: operation('get_thing') }, ...paths });
    write('late.json', { ...paths, '/a_b': { get: operation('get_thing') } });
    const [more, late] = [await namesOf('more.json'), await namesOf('late.json')];
    expect([...more].sort()).toEqual([...late].sort());
    expect(more).toContain('list');
    expect(new Set(more).size).toBe(3);
    await cli(['one.json', '-o', 'out'], { cwd });
    const { stdout } = await cli(['more.json', '-o', 'out', '--check'], { cwd });
    expect(stdout).toMatch(/breaking: \S+: was get_thing before; prompts and stored conversations know that name/);
  });

  it('B134 matches dots and templates in paths as they stand, and tells a selector that matches nothing', async () => {
    write('api.json', {
      '/v1.0/users': { get: operation('users') },
      '/v1.0/users/{id}': { get: operation('user') },
      '/v1x0/users': { get: operation('other') },
    });
    expect(await namesOf('api.json', '--include', 'path:/v1.0/*')).toEqual(['users']);
    expect(await namesOf('api.json', '--include', 'path:/v1.0/**')).toEqual(['users', 'user']);
    expect(await namesOf('api.json', '--include', 'path:/v1.0/users/{id}')).toEqual(['user']);
    const { code, stderr } = await cli(['api.json', '--include', 'users', '--exclude', 'path:/v2/**'], { cwd });
    expect([code, stderr.includes('SELECTOR_UNMATCHED')]).toEqual([0, true]);
    const strict = await cli(['api.json', '--exclude', 'path:/v2/**', '--warnings-as-errors'], { cwd });
    expect(strict.code).toBe(1);
    expect((await cli(['api.json', '--include', 'path:/v2/**'], { cwd })).code).toBe(1);
  });

  it('B136 makes packages that can only read', async () => {
    const out = join(cwd, 'out');
    await cli([spec('pets.yaml'), '-o', 'out', '--include', 'method:get'], { cwd });
    const manifest = JSON.parse(readFileSync(join(out, 'tools-gen.json'), 'utf8'));
    expect(manifest.tools.map(({ effect }: { effect: string }) => effect)).toEqual(['read', 'read']);
    const { createDispatcher } = await import(join(out, 'index.js'));
    const result = await createDispatcher({ env: false }).dispatch({
      id: 't',
      name: 'deletePet',
      input: { petId: '1' },
    });
    expect(result.is_error).toBe(true);
    // At run time, with all tools at hand.
    await cli([spec('pets.yaml'), '-o', 'whole'], { cwd });
    const whole = await import(join(cwd, 'whole/index.js'));
    const offered = whole.selectTools({ effect: ['read'] }).map(({ name }: { name: string }) => name);
    expect(offered).toEqual(['listPets', 'getPet']);
    const dispatcher = whole.createDispatcher({
      env: { PETS_LOGIN_USERNAME: 'u', PETS_LOGIN_PASSWORD: 'p' },
      approve: () => false,
    });
    const refused = await dispatcher.dispatch({ id: 't', name: 'deletePet', input: { petId: '1' } });
    expect([refused.is_error, refused.content]).toEqual([
      true,
      expect.stringMatching(/did not allow this call. Nothing was sent/),
    ]);
  });

  it('B137 makes tools with a dispatcher, and says what it left out', async () => {
    const { stdout } = await cli([spec('left-out.yaml'), '-o', 'out', '--json'], { cwd });
    const { tools, skipped } = JSON.parse(stdout);
    expect([tools.length, skipped.length]).toEqual([1, 1]);
    const module = await import(join(cwd, 'out/index.js'));
    expect(Object.keys(module)).toEqual(expect.arrayContaining(['tools', 'createDispatcher', 'runToolLoop']));
  });

  it('B139 carries on where what is invalid is filtered out, and points at it where it is not', async () => {
    const bad = { ...operation('bad'), parameters: [{ $ref: '#/components/parameters/None' }] };
    write('api.json', { '/good': { get: operation('good') }, '/bad': { get: bad } });
    expect(await cli(['api.json', '-o', 'out', '--exclude', 'bad', '-q'], { cwd })).toEqual({
      code: 0,
      stdout: '',
      stderr: '',
    });
    const { stderr } = await cli(['api.json', '-o', 'all'], { cwd });
    expect(stderr).toMatch(/^api\.json:1:\d+ - (?:warning|error) REF_UNRESOLVED: /m);
    expect((await cli(['api.json', '-o', 'hard', '--warnings-as-errors'], { cwd })).code).toBe(1);
    expect(existsSync(join(cwd, 'hard'))).toBe(false);
  });

  it('B140 removes what is no longer made, and touches no file that was edited or is foreign', async () => {
    const out = join(cwd, 'out');
    await cli([spec('pets.yaml'), '-o', 'out'], { cwd });
    writeFileSync(join(out, 'tools/mine.js'), '// mine\n');
    cpSync(out, join(cwd, 'edited'), { recursive: true });
    writeFileSync(join(cwd, 'edited/tools/admin.js'), '// edited\n');
    const fewer = [spec('pets.yaml'), '--exclude', 'tag:admin'];
    expect((await cli([...fewer, '-o', 'out'], { cwd })).stdout).toMatch(/-deletePet[\s\S]* removed/);
    expect([existsSync(join(out, 'tools/admin.js')), existsSync(join(out, 'tools/mine.js'))]).toEqual([false, true]);
    const kept = await cli([...fewer, '-o', 'edited'], { cwd });
    expect(kept.stderr).toContain('OUTPUT_KEPT');
    expect(readFileSync(join(cwd, 'edited/tools/admin.js'), 'utf8')).toBe('// edited\n');
  });
});
