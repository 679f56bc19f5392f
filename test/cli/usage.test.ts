import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { loadedModules } from '../support/loaded.js';
import { ROOT, temporaryFolder } from '../support/temporary.js';
import { CLI, cli, spec } from './support.js';

const empty = temporaryFolder('cli-usage');
afterAll(empty.dispose);

/** Names of the packages that a run loads, found by a hook on module resolution. */
async function loadedPackages(args: readonly string[], entry = CLI): Promise<string[]> {
  const urls = await loadedModules(entry, args, empty.path);
  expect(urls.length).toBeGreaterThan(0);
  const names = urls.map(
    (url) => /node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*node_modules)/.exec(url)?.[1] ?? 'tools-gen',
  );
  return [...new Set(names)].sort();
}

const PARSER = ['cliui', 'escalade', 'get-caller-file', 'string-width', 'tools-gen', 'y18n', 'yargs', 'yargs-parser'];

describe('help and usage', () => {
  it('prints help with examples, for each command too', async () => {
    const { code, stdout, stderr } = await cli(['--help']);
    expect([code, stderr]).toEqual([0, '']);
    for (const text of ['tools-gen inspect <spec>', '--warnings-as-errors', 'Examples:', 'Exit codes: 0 done']) {
      expect(stdout).toContain(text);
    }
    const call = await cli(['call', '--help']);
    expect(call.code).toBe(0);
    expect(call.stdout).toContain('--dry-run');
  });

  it('takes what follows -- as operands', async () => {
    const { code, stderr } = await cli(['-o', 'out', '--', '-odd.yaml'], { cwd: empty.path });
    expect([code, stderr]).toEqual([1, expect.stringContaining('-odd.yaml does not exist')]);
  });

  it('prints the version', async () => {
    const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    expect(await cli(['--version'])).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
  });

  it.each([[['--help']], [['--version']], [['a.yaml', '--nope']], [['inspect']]])(
    'loads nothing but the argument parser for %j',
    async (args) => {
      const packages = await loadedPackages(args);
      expect(
        packages.filter((name) => !PARSER.includes(name) && !/^(ansi|strip-ansi|wrap-ansi|emoji|get-east)/.test(name)),
      ).toEqual([]);
    },
  );

  it('loads nothing at all for the import of the library', async () => {
    expect(await loadedPackages([], join(ROOT, 'dist', 'index.js'))).toEqual(['tools-gen']);
  });

  it('loads neither ts-morph nor a compiler for inspect', async () => {
    const packages = await loadedPackages(['inspect', spec('pets.yaml')]);
    expect(packages).not.toContain('ts-morph');
    expect(packages).not.toContain('typescript');
    expect(packages).not.toContain('@anthropic-ai/sdk');
  });

  it.each([
    [['a.yaml', '--outt', 'x'], 'Unknown option --outt. Did you mean "--out"?'],
    [['inspect', 'a.yaml', '--out', 'x'], 'Unknown option --out. It is an option of tools-gen generate.'],
    [['chat', 'a.yaml', 'hi', '--save', 'none/talk.json'], 'cannot be saved to none/talk.json'],
    [['chat', 'a.yaml', 'hi', '--save', '.'], 'cannot be saved to .'],
    [['a.yaml', '--ref-root', 'none'], 'The folder none of --ref-root does not exist.'],
    [['a.yaml', '--output', 'x'], 'Unknown option --output. Did you mean "--out"?'],
    [['a.yaml', '--exc', 'x'], 'Unknown option --exc. Did you mean "--exclude"?'],
    [['a.yaml', '-O', 'x'], 'Unknown option -O. Did you mean "-o"?'],
    [['a.yaml', '-out', 'x'], 'Unknown option -out. Did you mean "--out"?'],
    [['a.yaml', '--check=no'], '--check takes no value but true or false; "no" is neither.'],
    [['a.yaml', '-q='], '--quiet takes no value but true or false; "" is neither.'],
    [['a.yaml', '--ref-root', CLI], 'is a file; the folder that it stands in is '],
    [['a.yaml', '--config', '.'], 'The configuration . is a folder; name the file.'],
    [['a.yaml', '--config', spec('pets.yaml')], 'must be a .json, .js, .mjs or .ts file.'],
    [['a.yaml', '--include', 'tag:a', 'tag:b'], 'Repeat the option for each selector: --include tag:b'],
    [['https:/example.com/a.yaml'], 'A URL starts with "https://": https://example.com/a.yaml'],
    [['list', 'a.yaml'], 'Unknown command "list". Did you mean "inspect"?'],
    [['ls'], 'Unknown command "ls". Did you mean "inspect"?'],
    [['version'], 'Unknown command "version". Did you mean "--version"?'],
    [['inspekt', 'a.yaml'], 'Unknown command "inspekt". Did you mean "inspect"?'],
    [['gen', 'a.yaml'], 'Unknown command "gen". Did you mean "generate"?'],
    [['a.yaml', 'b.yaml'], 'Unexpected argument "b.yaml". Several specs go into a configuration'],
    [['inspekt'], 'Unknown command "inspekt". Did you mean "inspect"?'],
    [['inspect'], 'An argument is missing: tools-gen inspect <spec>'],
    [['a.yaml', '--strict', 'al'], '--strict must be one of plan, all, none; "al" is not. Did you mean "all"?'],
    [[spec('pets.yaml'), '--name', 'A B'], 'is not a package name that npm takes'],
    [[], 'No spec is given'],
    [['--config', 'none.json'], 'The configuration file none.json does not exist.'],
    [['-', '--watch'], '--watch cannot read standard input'],
    [['ftp://example.com/a.yaml'], '"ftp:" URLs are not read'],
    [['a.yaml', '--', '-o'], 'Unexpected argument "-o"'],
  ])('answers %j with exit code 2', async (args, message) => {
    const { code, stdout, stderr } = await cli(args, { cwd: empty.path });
    expect(stderr).toContain(message);
    expect([code, stdout]).toEqual([2, '']);
  });
});

describe('wrong usage with --json', () => {
  it.each([
    [['a.yaml', '--outt', 'x', '--json'], 'Unknown option --outt.'],
    [['--json'], 'No spec is given'],
    [['--json', '--config', 'none.json'], 'none.json does not exist'],
    [['inspect', '--json'], 'An argument is missing'],
    [['a.yaml', '--watch', '--json'], '--watch and --json do not go together.'],
  ])('answers %j with a report', async (args, message) => {
    const { code, stdout, stderr } = await cli(args, { cwd: empty.path });
    expect(code).toBe(2);
    expect(stderr).toContain(message);
    const report = JSON.parse(stdout);
    expect(report.diagnostics[0].message).toContain(message);
    expect([report.tools, report.totals.errors]).toEqual([[], 1]);
  });

  it('takes what follows -- as no option', async () => {
    const { code, stdout } = await cli(['a.yaml', 'b', '--', '--json'], { cwd: empty.path });
    expect([code, stdout]).toEqual([2, '']);
  });
});
