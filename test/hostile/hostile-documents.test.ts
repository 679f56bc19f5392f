import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ToolDefinition } from '../../src/runtime/contract.js';
import { cli } from '../cli/support.js';
import { type RunResult, run } from '../support/run.js';
import { toolkitFromSpec } from '../support/spec-toolkit.js';
import { checkTools } from '../support/strict-check.mjs';
import { ROOT, temporaryFolder } from '../support/temporary.js';
import { EXPECTATIONS, pathOf } from './documents.js';
import { foreignParts } from './syntax.js';

const work = temporaryFolder('hostile');
afterAll(work.dispose);

const NAMES = Object.keys(EXPECTATIONS);
const results = new Map<string, RunResult>();
const folderOf = (name: string) => join(work.path, 'out', name.replace(/\.\w+$/, ''));
const generated = () => NAMES.filter((name) => results.get(name)?.code === 0);

function filesBelow(folder: string): { path: string; text: string }[] {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return paths.map((entry) => {
    const path = join(entry.parentPath, entry.name);
    return { path: path.slice(folder.length + 1).replaceAll('\\', '/'), text: readFileSync(path, 'utf8') };
  });
}

beforeAll(async () => {
  mkdirSync(join(work.path, 'out'));
  const waiting = [...NAMES];
  const worker = async () => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
      results.set(name, await cli([pathOf(name), '--out', folderOf(name)], { cwd: work.path }));
    }
  };
  await Promise.all([worker(), worker(), worker()]);
}, 600_000);

describe.each(NAMES)('%s', (name) => {
  const { error, either = false, codes = [], absent = [] } = EXPECTATIONS[name] ?? {};

  it('ends with a package or with one clear error, and harms no terminal', () => {
    const { code, stdout, stderr } = results.get(name) ?? { code: null, stdout: '', stderr: '' };
    expect(code, stderr).not.toBeNull();
    expect(stdout + stderr).not.toMatch(/[\0-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\u200b]/);
    expect(stderr).not.toMatch(/INTERNAL|OUTSIDE-SECRET|\n\s+at /);
    for (const expected of codes) expect(stderr).toContain(expected);
    if (error !== undefined) expect(stderr.match(/ error [A-Z_]+/g)).toEqual([` error ${error}`]);
    if (error === undefined && !either) expect(code, stderr).toBe(0);
    expect([0, 1]).toContain(code);
    if (code === 1) expect(existsSync(folderOf(name))).toBe(false);
  });

  it('gives modules that hold its texts as data, and documents without life', () => {
    if (!existsSync(folderOf(name))) return;
    const files = filesBelow(folderOf(name));
    const listed = JSON.parse(files.find(({ path }) => path === 'tools-gen.json')?.text ?? '{}').files;
    expect(files.map(({ path }) => path).sort()).toEqual([...Object.keys(listed), 'tools-gen.json'].sort());
    for (const { path, text } of files) {
      expect(path).toMatch(/^(?:package\.json|README\.md|[a-z0-9][a-zA-Z0-9_./-]*\.(?:js|mjs|d\.ts|json))$/);
      expect(text).not.toContain('OUTSIDE-SECRET');
      for (const secret of absent) expect(text, path).not.toContain(secret);
      if (/^(?:runtime|examples)\//.test(path) || !/\.(?:js|ts)$/.test(path)) continue;
      expect(foreignParts(path, text), path).toEqual([]);
      expect(text, path).not.toMatch(/[\0-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\u200b\ufeff]/);
    }
    const text = (path: string) => files.find((file) => file.path === path)?.text ?? '';
    const manifest = JSON.parse(text('package.json'));
    expect(Object.keys(manifest).filter((key) => /scripts|bin|man|config|bundle|optional/i.test(key))).toEqual([]);
    expect(manifest.name).toMatch(/^[a-z0-9][a-z0-9-]{0,213}$/);
    expect(Object.keys(manifest.dependencies).sort()).toEqual(['ajv', 'ajv-formats']);
    const prose = text('README.md')
      .replace(/^```[\s\S]*?^```/gm, '')
      .replace(/`[^`\n]*`/g, '');
    expect(prose).not.toMatch(/<|(?<!\\)\]\(|(?<!\\)!\[|^\s*\[[^\]\\]*\]:|(?:https?|javascript|data):|www\.|\S@\S/im);
  });

  it('keeps the operation `good` callable and every definition in the subset', async () => {
    if (results.get(name)?.code !== 0) return;
    const toolkit = await toolkitFromSpec(pathOf(name));
    expect(checkTools(toolkit.tools, { all: true }).errors).toEqual([]);
    const sent: string[] = [];
    const dispatcher = toolkit.createDispatcher({
      baseUrl: 'https://good.example/base',
      env: false,
      fetch: async (url: unknown) => {
        sent.push(String(url));
        return new Response('{"a":1}', { headers: { 'content-type': 'application/json' } });
      },
    } as never);
    const result = await dispatcher.dispatch({ id: 'toolu_1', name: 'good', input: { id: '../x&y=1' } });
    const { security } = (toolkit.operations as Record<string, { security?: unknown }>)['good'] ?? {};
    if (security === undefined) {
      expect(result.is_error, JSON.stringify(result)).toBeFalsy();
      expect(sent).toEqual(['https://good.example/base/good?id=..%2Fx%26y%3D1']);
    }
    for (const [at, tool] of (toolkit.tools as ToolDefinition[]).entries()) {
      expect(await dispatcher.dispatch({ id: `toolu_${at}`, name: tool.name, input: {} })).toBeTruthy();
    }
    expect(sent.filter((url) => !url.startsWith('https://good.example/base'))).toEqual([]);
  });
});

describe('all packages together', () => {
  it('have no effect when every module is imported', async () => {
    const modules = generated().flatMap((name) =>
      filesBelow(folderOf(name))
        .filter(({ path }) => path.endsWith('.js'))
        .map(({ path }) => pathToFileURL(join(folderOf(name), path)).href),
    );
    const script = `
const before = Reflect.ownKeys(Object.prototype).length;
for (const module of ${JSON.stringify(modules)}) {
  const found = await import(module);
  if (typeof found !== 'object') throw new Error(module);
}
if ('CANARY' in globalThis || Reflect.ownKeys(Object.prototype).length !== before || {}.polluted) throw new Error('not inert');
console.log('inert');`;
    const file = join(work.path, 'import-all.mjs');
    writeFileSync(file, script);
    const { stdout, stderr } = await run(process.execPath, [file]);
    expect(stderr).toBe('');
    expect(stdout).toBe('inert\n');
  });

  it('have declarations that compile under --strict in one program', async () => {
    const compilerOptions = {
      ...{ noEmit: true, strict: true, target: 'es2022', lib: ['es2022'], types: [], skipLibCheck: false },
      ...{ module: 'nodenext', moduleResolution: 'nodenext', exactOptionalPropertyTypes: true },
    };
    const files = generated().map((name) => `${folderOf(name)}/index.d.ts`);
    const config = join(work.path, 'tsconfig.json');
    writeFileSync(config, JSON.stringify({ compilerOptions, files }));
    const tsc = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
    const { stdout } = await run(process.execPath, [tsc, '-p', config]);
    expect(stdout).toBe('');
  });

  it('write nothing beside their folders', () => {
    expect(readdirSync(join(work.path, 'out')).sort()).toEqual(
      generated()
        .map((name) => name.replace(/\.\w+$/, ''))
        .sort(),
    );
    expect(readdirSync(work.path).filter((name) => !/^(?:out|import-all\.mjs|tsconfig\.json)$/.test(name))).toEqual([]);
  });
});
