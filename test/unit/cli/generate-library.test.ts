import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { type GenerateOptions, generate, inspectSpec, ToolsGenError } from '../../../src/index.js';
import { ROOT, temporaryFolder } from '../../support/temporary.js';

const base = temporaryFolder('library');
afterAll(base.dispose);

const document = (operation: object = {}, method = 'get') => ({
  openapi: '3.1.0',
  info: { title: 'Small', version: '1' },
  servers: [{ url: 'https://api.example.com' }],
  paths: { '/x': { [method]: { operationId: 'x', responses: { 200: { description: 'ok' } }, ...operation } } },
});
const codesOf = async (options: object): Promise<string[]> => {
  const error = await generate(options as GenerateOptions).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ToolsGenError);
  return (error as ToolsGenError).diagnostics.map(({ code }) => code);
};

describe('generate', () => {
  it('takes a document as an object and keeps everything in memory', async () => {
    const given = document();
    const before = structuredClone(given);
    const { files, tools, skipped, written } = await generate({ spec: given });
    expect(given).toEqual(before);
    expect(files.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['package.json', 'index.js', 'tools-gen.json']),
    );
    expect(tools).toMatchObject([
      { name: 'x', method: 'GET', path: '/x', effect: 'read', strict: true, definition: { name: 'x', strict: true } },
    ]);
    expect([skipped, written]).toEqual([[], undefined]);
  });

  it('writes to out, and checks', async () => {
    const out = join(base.path, 'out');
    const first = await generate({ spec: document(), out });
    expect(first.written?.written).toContain('index.js');
    expect(readdirSync(out)).toContain('package.json');
    const second = await generate({ spec: document(), out });
    expect(second.written).toMatchObject({ written: [], removed: [] });
    expect((await generate({ spec: document(), out, check: true })).stale).toEqual([]);
    const renamed = await generate({ spec: document({ operationId: 'y' }), out, check: true });
    expect(renamed.stale?.length).toBeGreaterThan(0);
    expect(renamed.renamed).toEqual([{ method: 'GET', path: '/x', from: 'x', to: 'y' }]);
  });

  it('says the same wherever the document lies, and records the options that shape the output', async () => {
    const spec = join(ROOT, 'fixtures/specs/cli/pets.yaml');
    const { files } = await generate({
      spec,
      maxTokens: 4000,
      include: ['tag:pets'],
      bare: true,
      allowRemoteRefs: true,
    });
    const manifest = files.find(({ path }) => path === 'tools-gen.json')?.text ?? '';
    expect(manifest).not.toContain(ROOT);
    expect(JSON.parse(manifest).options).toEqual({ include: ['tag:pets'], bare: true });
    const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    expect(JSON.parse(manifest).version).toBe(version);
  });

  it.each([
    ['an unknown option', { spec: document(), otu: 'x' }, ['OPTION_INVALID']],
    ['a wrong value', { spec: document(), maxTokens: 0, bare: 'yes' }, ['OPTION_INVALID', 'OPTION_INVALID']],
    ['no spec', {}, ['OPTION_INVALID']],
    ['a file that is not there', { spec: 'nowhere.yaml' }, ['SPEC_NOT_FOUND']],
    ['another document', { spec: { hello: 1 } }, ['SPEC_NOT_OPENAPI']],
    ['a selector without sense', { spec: document(), include: ['a:b:c'] }, ['SELECTOR_INVALID']],
  ])('throws for %s', async (_, options, codes) => {
    expect(await codesOf(options)).toEqual(codes);
  });

  it('throws where nothing is left, with the reasons', async () => {
    expect(await codesOf({ spec: document({}, 'trace') })).toEqual(
      expect.arrayContaining(['METHOD_UNSUPPORTED', 'NO_OPERATIONS']),
    );
  });

  it('writes nothing where a warning counts as an error', async () => {
    const spec = document();
    const both = { ...spec, paths: { ...spec.paths, '/t': { trace: { responses: {} } } } };
    const out = join(base.path, 'never');
    expect(await codesOf({ spec: both, out, warningsAsErrors: true })).toContain('METHOD_UNSUPPORTED');
    expect(readdirSync(base.path)).not.toContain('never');
    expect((await generate({ spec: both })).skipped).toMatchObject([
      { method: 'TRACE', path: '/t', code: 'METHOD_UNSUPPORTED' },
    ]);
  });
});

describe('inspectSpec', () => {
  it('gives the tools without files', async () => {
    const result = await inspectSpec({ spec: document(), strict: 'none' });
    expect(result.tools).toMatchObject([{ name: 'x', strict: false, strictReason: expect.any(String) }]);
    expect(result).not.toHaveProperty('files');
    await expect(inspectSpec({ spec: { openapi: '3.1.0' } })).rejects.toThrow(ToolsGenError);
  });
});
