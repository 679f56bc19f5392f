import {
  copyFileSync,
  cpSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { loadedModules } from '../support/loaded.js';
import { temporaryFolder } from '../support/temporary.js';
import { CLI, cli, spec, workingFolders } from './support.js';

const folder = workingFolders('cli-incremental');
let cwd = '';
beforeEach(() => {
  cwd = folder();
  for (const name of ['openapi.yaml', 'thing.yaml']) copyFileSync(spec(`split/${name}`), join(cwd, name));
});

const RUN = ['openapi.yaml', '-o', 'out'];
/** Folders of the generator and packages that a run loads, as far as they do the work. */
async function stages(args: readonly string[], input?: string): Promise<string[]> {
  const urls = await loadedModules(CLI, args, cwd, input);
  expect(urls.length).toBeGreaterThan(0);
  const found = urls.map((url) => {
    const own = /\/dist\/(normalize|model|lower|emit)\//.exec(url)?.[1];
    const parser =
      /node_modules\/(?:.*node_modules\/)?((?:@[^/]+\/)?(?:js-yaml|yaml|[^/]*parser|ts-morph|typescript|ajv))\//.exec(
        url,
      )?.[1];
    return own ?? (parser === 'yargs-parser' ? undefined : parser);
  });
  return [...new Set(found.filter((name) => name !== undefined))].sort();
}
const edit = (path: string, from: string, to: string) => {
  const file = join(cwd, path);
  const text = readFileSync(file, 'utf8');
  expect(text).toContain(from);
  writeFileSync(file, text.replace(from, to));
};

describe('a run with nothing to do', () => {
  it('loads neither parser nor compiler nor any stage, says so, and writes nothing', async () => {
    const first = await cli(RUN, { cwd });
    expect(first.stdout).toContain('files written');
    expect(await stages([...RUN, '--force'])).toEqual(
      expect.arrayContaining(['emit', 'js-yaml', 'lower', 'normalize']),
    );
    const before = statSync(join(cwd, 'out/tools-gen.json')).mtimeMs;
    expect(await stages(RUN)).toEqual([]);
    expect(await stages([...RUN, '--check'])).toEqual([]);
    expect(await stages([...RUN, '--warnings-as-errors'])).toEqual([]);
    const again = await cli(RUN, { cwd });
    expect([again.code, again.stderr]).toEqual([0, '']);
    expect(again.stdout).toMatch(/^out: 1 tool \(1 strict\), about \d+ tokens\n {2}up to date\n/);
    expect(again.stdout.split('\n')[0]).toBe(first.stdout.split('\n')[0]);
    expect((await cli([...RUN, '--check'], { cwd })).code).toBe(0);
    expect(statSync(join(cwd, 'out/tools-gen.json')).mtimeMs).toBe(before);
  });

  it('finds the folder that is named after the title', async () => {
    await cli(['openapi.yaml'], { cwd });
    expect(await stages(['openapi.yaml'])).toEqual([]);
  });

  it('reads standard input, and parses it only where it is new', async () => {
    const input = readFileSync(spec('pets.yaml'), 'utf8');
    await cli(['-', '-o', 'out'], { cwd, input });
    expect(await stages(['-', '-o', 'out'], input)).toEqual([]);
    expect(await stages(['-', '-o', 'out'], `${input}# new\n`)).toContain('js-yaml');
  });

  it('asks the server each time, and parses the answer only where it is new', async () => {
    let text = readFileSync(spec('pets.yaml'), 'utf8');
    let asked = 0;
    const server = createServer((_request, response) => {
      asked += 1;
      response.end(text);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/openapi.yaml`;
    try {
      await cli([url, '-o', 'out'], { cwd });
      expect(await stages([url, '-o', 'out'])).toEqual([]);
      text = text.replace('getPet', 'fetchPet');
      expect(await stages([url, '-o', 'out'])).toContain('emit');
      expect(asked).toBe(3);
    } finally {
      server.close();
    }
  });

  it('prints the same report as JSON as a whole run, without printing declarations again', async () => {
    await cli(RUN, { cwd });
    const whole = await cli([...RUN, '--json', '--force'], { cwd });
    const spared = await cli([...RUN, '--json'], { cwd });
    expect(spared).toEqual(whole);
    const seen = await stages([...RUN, '--json']);
    expect([seen.includes('js-yaml'), seen.includes('emit'), seen.includes('ts-morph')]).toEqual([true, false, false]);
  });

  it('tells warnings again, with the exit code they give', async () => {
    const run = [spec('left-out.yaml'), '-o', 'out'];
    const first = await cli(run, { cwd });
    const again = await cli(run, { cwd });
    expect(first.stderr).toContain('METHOD_UNSUPPORTED');
    expect(again.stderr).toBe(first.stderr);
    expect(again.stdout).toContain('up to date');
    expect((await cli([...run, '--warnings-as-errors'], { cwd })).code).toBe(1);
    expect(await stages(run)).not.toContain('emit');
  });
});

describe('a run has something to do', () => {
  const generated = temporaryFolder('cli-incremental-base');
  beforeAll(async () => {
    for (const name of ['openapi.yaml', 'thing.yaml']) copyFileSync(spec(`split/${name}`), join(generated.path, name));
    await cli(RUN, { cwd: generated.path });
  });
  afterAll(generated.dispose);

  const CHANGES: readonly (readonly [name: string, change: () => void, args?: readonly string[]])[] = [
    ['the document changed', () => edit('openapi.yaml', 'addThing', 'makeThing')],
    ['a file it refers to changed', () => edit('thing.yaml', 'object', 'object, description: A thing')],
    ['an output file was edited', () => edit('out/data/default.js', 'addThing', 'noThing')],
    ['an output file is gone', () => rmSync(join(cwd, 'out/index.js'))],
    ['the manifest was edited', () => edit('out/tools-gen.json', 'addThing', 'noThing')],
    ['the manifest has other line ends', () => edit('out/tools-gen.json', '\n', '\r\n')],
    ['another generator wrote it', () => edit('out/tools-gen.json', '"version": "', '"version": "9.')],
    ['an option changed', () => {}, ['--max-description', '50']],
    ['--force is given', () => {}, ['--force']],
    [
      'it is older than the generator, as in a clone',
      () => utimesSync(join(cwd, 'out/tools-gen.json'), 1_000_000_000, 1_000_000_000),
    ],
    [
      'a file it refers to became a link',
      () => {
        mkdirSync(join(cwd, 'elsewhere'));
        copyFileSync(join(cwd, 'thing.yaml'), join(cwd, 'elsewhere/thing.yaml'));
        rmSync(join(cwd, 'thing.yaml'));
        symlinkSync('elsewhere/thing.yaml', join(cwd, 'thing.yaml'));
      },
    ],
  ];

  it.each(CHANGES.map(([name, change, args = []]) => ({ name, change, args })))(
    'where $name',
    async ({ change, args }) => {
      cpSync(generated.path, cwd, { recursive: true });
      change();
      expect(await stages([...RUN, ...args])).toContain('emit');
    },
  );

  it('where references may no longer reach what they reached', async () => {
    mkdirSync(join(cwd, 'api'));
    const text = readFileSync(join(cwd, 'openapi.yaml'), 'utf8');
    writeFileSync(join(cwd, 'api/openapi.yaml'), text.replace('thing.yaml', '../thing.yaml'));
    const run = ['api/openapi.yaml', '-o', 'out'];
    await cli([...run, '--ref-root', '.'], { cwd });
    expect(await stages([...run, '--ref-root', '.'])).toEqual([]);
    const { stderr } = await cli(run, { cwd });
    expect(stderr).toContain('REF_BLOCKED');
  });

  it('does not follow a forged manifest out of the folder', async () => {
    cpSync(generated.path, cwd, { recursive: true });
    const file = join(cwd, 'out/tools-gen.json');
    const manifest = JSON.parse(readFileSync(file, 'utf8'));
    for (const files of [['../../../../../../../etc/passwd'], [7], ['\0'], ['out']]) {
      writeFileSync(file, `${JSON.stringify({ ...manifest, spec: { ...manifest.spec, files } }, null, 2)}\n`);
      const { code, stderr } = await cli([...RUN, '--check'], { cwd });
      expect([code, stderr.includes('OUTPUT_STALE')]).toEqual([3, true]);
    }
  });
});
