import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { loadConfig } from '../../../src/config/load-config.js';
import { ToolsGenError } from '../../../src/diagnostics/tools-gen-error.js';
import { temporaryFolder } from '../../support/temporary.js';

const base = temporaryFolder('config');
afterAll(base.dispose);

let count = 0;
let cwd = '';
beforeEach(() => {
  count += 1;
  cwd = join(base.path, String(count));
  mkdirSync(cwd);
});
const write = (name: string, text: string | object) => {
  mkdirSync(join(cwd, name, '..'), { recursive: true });
  writeFileSync(join(cwd, name), typeof text === 'string' ? text : JSON.stringify(text));
};

describe('loadConfig', () => {
  it('finds nothing in an empty folder', async () => {
    expect(await loadConfig(cwd)).toBeUndefined();
  });

  it('reads JSON with several specs and shared defaults', async () => {
    write('tools-gen.config.json', {
      $schema: 'x',
      bare: true,
      out: 'all',
      specs: [{ spec: 'a.yaml', out: 'a' }, { spec: 'https://x.test/b' }],
    });
    const config = await loadConfig(cwd);
    expect(config?.entries).toEqual([
      { bare: true, spec: 'a.yaml', out: 'a' },
      { bare: true, spec: 'https://x.test/b', out: 'all' },
    ]);
    expect(config?.defaults).toEqual({ bare: true, out: 'all' });
  });

  it('reads a module, whose default export may be a function', async () => {
    write('tools-gen.config.mjs', 'export default async () => ({ spec: "a.yaml", maxTokens: 10 })');
    expect((await loadConfig(cwd))?.entries).toEqual([{ spec: 'a.yaml', maxTokens: 10 }]);
  });

  it('reads the key of package.json, and no package.json without it', async () => {
    write('package.json', { name: 'x' });
    expect(await loadConfig(cwd)).toBeUndefined();
    write('package.json', { name: 'x', 'tools-gen': { spec: 'a.yaml' } });
    expect((await loadConfig(cwd))?.entries).toEqual([{ spec: 'a.yaml' }]);
  });

  it('takes paths from the folder of the configuration', async () => {
    write('sub/my.json', { spec: 'a.yaml', out: '../out', refRoot: '.' });
    expect((await loadConfig(cwd, 'sub/my.json'))?.entries).toEqual([
      { spec: join('sub', 'a.yaml'), out: 'out', refRoot: 'sub' },
    ]);
  });

  it.each([
    ['a misspelt key', { spce: 'a' }, '"spce" is not an option. Did you mean "spec"?'],
    [
      'a misspelt key of an entry',
      { specs: [{ spec: 'a', outt: 'b' }] },
      'specs[0]: "outt" is not an option. Did you mean "out"?',
    ],
    ['an entry without spec', { specs: [{ out: 'b' }] }, 'specs[0]: "spec" is missing.'],
    ['an empty list', { specs: [] }, '"specs" must be a list of objects.'],
    ['both forms', { spec: 'a', specs: [{ spec: 'b' }] }, 'give "spec" or "specs", not both.'],
    ['a list', [1], 'the configuration must be an object'],
    ['broken JSON', '{', 'is not valid JSON'],
  ])('refuses %s', async (_, content, message) => {
    write('tools-gen.config.json', content);
    await expect(loadConfig(cwd)).rejects.toThrow(ToolsGenError);
    await expect(loadConfig(cwd)).rejects.toThrow(message);
  });

  it('refuses a named file that is not there, and a module that throws', async () => {
    await expect(loadConfig(cwd, 'no.json')).rejects.toThrow('The configuration file no.json does not exist.');
    write('tools-gen.config.mjs', 'throw new Error("boom")');
    await expect(loadConfig(cwd)).rejects.toThrow('cannot be loaded: boom');
  });
});
