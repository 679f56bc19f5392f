import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { COMMANDS, flagsOf } from '../../src/cli/command-table.js';
import { checkOptions } from '../../src/config/check-options.js';
import { flagOf } from '../../src/config/option-table.js';
import { cli, workingFolders } from '../cli/support.js';
import { ROOT } from '../support/temporary.js';

/** What the README says about the command line is what the command line does. */

const README = readFileSync(join(ROOT, 'README.md'), 'utf8');
const TEXTS = ['README.md', 'one-api', 'two-apis', 'monorepo'].map((name) =>
  name === 'README.md' ? README : readFileSync(join(ROOT, 'examples', name, 'README.md'), 'utf8'),
);
const folder = workingFolders('docs-command-line');

/** Rows of the table with this heading in its first column, first column only. */
function firstColumn(heading: string): string[] {
  const start = README.indexOf(`| ${heading} |`);
  const table = README.slice(start).split('\n\n', 1)[0] ?? '';
  return table
    .split('\n')
    .slice(2)
    .map((row) => row.split(/(?<!\\)\|/)[1]?.trim() ?? '');
}

const spans = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, span = '']) => span);
const flagsIn = (text: string) => [...text.matchAll(/(?<![\w-])--([a-z][a-z-]*)/g)].map(([, name = '']) => name);
const blocks = (language: string) =>
  [...README.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'gm'))].map(([, text = '']) => text);

const ALL = COMMANDS.flatMap(({ name }) => flagsOf(name));
const KNOWN = new Set([...ALL.map(({ name }) => flagOf(name)), 'help', 'version']);

describe('the options of the README', () => {
  const listed = firstColumn('Option').flatMap(spans);

  it('are those of the command line, all of them', () => {
    expect(new Set(listed.flatMap(flagsIn))).toEqual(KNOWN);
  });

  it('have the short forms of the command line', () => {
    const short = (text: string) => /^-(\w), --([\w-]+)/.exec(text)?.slice(1).join(' ');
    const wanted = ALL.flatMap(({ name, alias }) => (alias === undefined ? [] : [`${alias} ${flagOf(name)}`]));
    expect(new Set(listed.flatMap((text) => short(text) ?? []))).toEqual(new Set([...wanted, 'h help', 'v version']));
  });

  it('have a value where the command line wants one', () => {
    for (const text of listed) {
      const [name = ''] = flagsIn(text);
      const kind = ALL.find((entry) => flagOf(entry.name) === name)?.kind ?? 'boolean';

      expect([text, /--\S+ \S/.test(text)]).toEqual([text, kind !== 'boolean']);
    }
  });

  it.each(COMMANDS.map(({ name }) => name))('are in the help of %s', async (name) => {
    const { code, stdout } = await cli([...(name === 'generate' ? [] : [name]), '--help'], { cwd: folder() });
    expect(code).toBe(0);
    const options = stdout.slice(0, stdout.indexOf('\nExamples:'));
    expect(new Set([...options.matchAll(/^ +(?:-\w, )?--([\w-]+) /gm)].map(([, flag]) => flag))).toEqual(
      new Set([...flagsOf(name).map((entry) => flagOf(entry.name)), 'help', 'version']),
    );
  });

  it('exist wherever a command is shown', () => {
    const lines = TEXTS.flatMap((text) => text.split('\n')).filter((line) => /npx tools-gen|^tools-gen /.test(line));
    expect(lines.length).toBeGreaterThan(10);
    for (const line of lines) for (const flag of flagsIn(line)) expect(KNOWN, line).toContain(flag);
  });
});

describe('the exit codes of the README', () => {
  it('stand in one table, and are those of the help', async () => {
    expect(firstColumn('Exit code')).toEqual(['0', '1', '2', '3']);
    expect(README.match(/^\| Exit code/gm)).toHaveLength(1);
    const { stdout } = await cli(['--help'], { cwd: folder() });
    expect(stdout).toContain('Exit codes: 0 done, 1 errors, 2 wrong usage, 3 stale output (--check).');
  });
});

describe('the configurations of the README', () => {
  const configurations = blocks('json')
    .map((text) => JSON.parse(text) as Record<string, unknown>)
    .filter((value) => 'spec' in value || 'specs' in value);

  it('are valid', () => {
    expect(configurations.length).toBeGreaterThan(2);
    for (const { specs, $schema: _, ...rest } of configurations) {
      const entries = [rest, ...((specs ?? []) as object[])];
      for (const entry of entries) expect(checkOptions(entry, 'README')).toEqual([]);
    }
  });

  it('adjust operations as it says', async () => {
    const cwd = folder();
    const adjusting = configurations.find(({ operations }) => operations !== undefined);
    writeFileSync(join(cwd, 'tools-gen.config.json'), JSON.stringify(adjusting));
    writeFileSync(
      join(cwd, 'openapi.yaml'),
      readFileSync(join(ROOT, 'fixtures/specs/real/v30/petstore-v3.yaml'), 'utf8'),
    );
    const { code, stdout, stderr } = await cli(['--json', '-o', 'out'], { cwd });
    expect(code, stderr).toBe(0);
    const { tools, diagnostics } = JSON.parse(stdout);
    const named = (name: string) => tools.find((tool: { name: string }) => tool.name === name);
    expect(diagnostics.map((each: { code: string }) => each.code)).not.toContain('SELECTOR_UNMATCHED');
    expect([named('getPetById'), named('deletePet')]).toEqual([undefined, undefined]);
    expect([named('get_pet').strict, named('updatePetWithForm').effect]).toEqual([true, 'destructive']);
    const module = await import(join(cwd, 'out/index.js'));
    const properties = (name: string) =>
      Object.keys(module.tools.find((tool: { name: string }) => tool.name === name).input_schema.properties);
    expect([properties('findPetsByStatus'), properties('updatePetWithForm')]).toEqual([[], ['petId', 'name']]);
  });

  it('can be a module with types', async () => {
    const text = blocks('js').find((block) => block.includes('defineConfig'));
    expect(text).toBeDefined();
    const cwd = folder();
    const library = JSON.stringify(new URL('../../dist/index.js', import.meta.url).href);
    writeFileSync(join(cwd, 'tools-gen.config.mjs'), (text ?? '').replace("'tools-gen'", library));
    const { code, stderr } = await cli(['-q'], { cwd });
    expect([code, stderr]).toEqual([1, expect.stringContaining('apis/pets.yaml does not exist')]);
    expect(existsSync(join(cwd, 'tools'))).toBe(false);
  });
});
