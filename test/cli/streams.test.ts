import { spawn } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { run } from '../support/run.js';
import { temporaryFolder } from '../support/temporary.js';
import { CLI, cli, spec } from './support.js';

const base = temporaryFolder('cli-streams');
afterAll(base.dispose);

describe('streams', () => {
  it('ends quietly when the reader closes the pipe', async () => {
    const child = spawn(process.execPath, [CLI, 'inspect', spec('pets.yaml'), '--json'], { cwd: base.path });
    child.stdout.destroy();
    let stderr = '';
    child.stderr.on('data', (chunk) => {
      stderr += chunk;
    });
    const code = await new Promise((resolve) => child.on('close', resolve));
    expect([code, stderr]).toEqual([0, '']);
  });

  it.skipIf(!existsSync('/dev/full'))('says that standard output cannot be written, without a stack', async () => {
    const { code, stderr } = await run('sh', ['-c', 'exec "$0" "$@" > /dev/full', process.execPath, CLI, '--help']);
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^tools-gen: standard output cannot be written: .*\n$/)]);
  });

  it('lets no control character of a document through, and no colour into a pipe', async () => {
    const poisoned = readFileSync(spec('pets.yaml'), 'utf8')
      .replace('title: Pets', 'title: "Pets\\e[2J"')
      .replace('/pets:', '"/pe\\u0007ts\\u202e":')
      .replace('tags: [pets]', 'tags: ["a\\e]8;;x\\a"]');
    writeFileSync(join(base.path, 'poisoned.yaml'), poisoned);
    for (const command of [
      ['inspect', 'poisoned.yaml'],
      ['poisoned.yaml', '-o', 'p'],
      ['inspect', 'poisoned.yaml', '--json'],
    ]) {
      const { stdout, stderr } = await cli(command, { cwd: base.path });
      expect(stdout + stderr).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202e]/);
    }
  });

  it('colours where it is told to, never against NO_COLOR', async () => {
    const loud = await cli(['inspect', spec('left-out.yaml')], { cwd: base.path, env: { FORCE_COLOR: '1' } });
    expect(loud.stderr).toContain('\u001b[33mwarning\u001b[0m');
    const silent = await cli(['inspect', spec('left-out.yaml')], {
      cwd: base.path,
      env: { FORCE_COLOR: '1', NO_COLOR: '1' },
    });
    expect(silent.stderr).not.toContain('\u001b');
  });
});

describe('--watch', () => {
  it('generates again when a referenced file changes, and says what changed', async () => {
    const folder = join(base.path, 'watch');
    mkdirSync(folder);
    for (const name of ['openapi.yaml', 'thing.yaml']) copyFileSync(spec(`split/${name}`), join(folder, name));
    const child = spawn(process.execPath, [CLI, 'openapi.yaml', '-o', 'out', '--watch'], { cwd: folder });
    let output = '';
    const until = (text: string | RegExp) =>
      new Promise<void>((resolve) => {
        const look = () => {
          if (output.search(text) >= 0) resolve();
          else setTimeout(look, 20);
        };
        look();
      });
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        output += chunk;
      });
    }
    await until('Watching');
    output = '';
    writeFileSync(join(folder, 'thing.yaml'), 'Thing: { type: object, properties: { colour: { type: string } } }\n');
    await until(/files? written/);
    expect(readFileSync(join(folder, 'out', 'data', 'default.js'), 'utf8')).toContain('colour');
    output = '';
    const text = readFileSync(join(folder, 'openapi.yaml'), 'utf8');
    writeFileSync(join(folder, 'openapi.yaml'), text.replace('addThing', 'makeThing'));
    await until(/renamed: addThing is now makeThing/);
    const closed = new Promise((resolve) => child.on('close', resolve));
    child.kill('SIGINT');
    expect(await closed).toBe(0);
  });

  it('follows the configuration, keeps on after a bad one, and names no next step', async () => {
    const folder = join(base.path, 'watch-config');
    mkdirSync(folder);
    for (const name of ['openapi.yaml', 'thing.yaml']) copyFileSync(spec(`split/${name}`), join(folder, name));
    const config = (text: string) => writeFileSync(join(folder, 'tools-gen.config.mjs'), `export default ${text};\n`);
    config("{ spec: 'openapi.yaml', out: 'one' }");
    const child = spawn(process.execPath, [CLI, '--watch'], { cwd: folder });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        output += chunk;
      });
    }
    await waitFor(() => output.includes('Watching'));
    config("{ spec: 'openapi.yaml', oot: 'two' }");
    await waitFor(() => output.includes('Did you mean "out"?'));
    config("{ spec: 'openapi.yaml', out: 'two' }");
    await waitFor(() => /^two: 1 tool[\s\S]*written/m.test(output));
    expect(existsSync(join(folder, 'two', 'index.js'))).toBe(true);
    expect(output).not.toContain('Next:');
    const closed = new Promise((resolve) => child.on('close', resolve));
    child.kill('SIGINT');
    expect(await closed).toBe(0);
  });
});

/** Looks again and again; the test's own limit of time ends it. */
async function waitFor(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 20));
}
