import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ToolsGenError } from '../../../src/diagnostics/tools-gen-error.js';
import { type LoadOptions, loadSpec } from '../../../src/load/load-spec.js';
import type { SpecSource } from '../../../src/load/read-root.js';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'load-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(name: string, text: string | Buffer): string {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
}

async function failure(source: SpecSource, options: LoadOptions = {}): Promise<string> {
  try {
    await loadSpec(source, options);
  } catch (error) {
    expect(error).toBeInstanceOf(ToolsGenError);
    const { diagnostics } = error as ToolsGenError;
    expect(diagnostics).toHaveLength(1);
    const [first] = diagnostics;
    const place = first?.location?.line === undefined ? '' : ` ${first.location.line}:${first.location.column}`;
    return `${first?.code}${place}`;
  }
  return 'none';
}

const text = (name: string, value: string): SpecSource => ({ name, text: value });

describe('what is refused, with one diagnostic', () => {
  const bomb = ['a: &a [x,x,x,x,x,x,x,x,x]'];
  for (let index = 1; index < 9; index += 1) {
    const last = String.fromCharCode(96 + index);
    const next = String.fromCharCode(97 + index);
    bomb.push(`${next}: &${next} [${Array(9).fill(`*${last}`).join(',')}]`);
  }
  const CASES: [string, SpecSource, string][] = [
    ['empty', text('a.yaml', ' \n'), 'SPEC_UNPARSABLE'],
    ['a list', text('a.yaml', '- a'), 'SPEC_NOT_OPENAPI'],
    ['a JSON list', text('a.json', '[]'), 'SPEC_NOT_OPENAPI'],
    ['a word', text('a.yaml', 'hello'), 'SPEC_NOT_OPENAPI'],
    ['null', text('a.yaml', '~'), 'SPEC_NOT_OPENAPI'],
    ['a login page', text('a.json', '<!DOCTYPE html><html></html>'), 'SPEC_UNPARSABLE'],
    ['truncated JSON', text('a.json', '{\n "openapi": "3.0.0",\n "paths": {'), 'SPEC_UNPARSABLE 3:12'],
    ['broken JSON', text('a.json', '{"openapi": "3.0.0",, }'), 'SPEC_UNPARSABLE 1:21'],
    ['a stray comma', text('a.json', '{"openapi": "3.0.0",\n"info": ,\n\n"paths": {}}'), 'SPEC_UNPARSABLE 2:9'],
    ['a bare word', text('a.json', '{"openapi": "3.0.0",\n"info": {"title": x},\n"a": 1}'), 'SPEC_UNPARSABLE 2:19'],
    ['a value too many', text('a.json', '{"openapi": "3.0.0"}\n\n}\n'), 'SPEC_UNPARSABLE 3:1'],
    ['broken YAML', text('a.yaml', 'openapi: 3.0.0\n  info: {'), 'SPEC_UNPARSABLE 2:7'],
    ['two documents', text('a.yaml', 'openapi: 3.0.0\n---\nopenapi: 3.0.0'), 'SPEC_UNPARSABLE'],
    ['a foreign tag', text('a.yaml', 'openapi: !!js/function "x"'), 'SPEC_UNPARSABLE 1:27'],
    ['neither openapi nor swagger', text('a.json', '{"asyncapi": "3.0.0"}'), 'SPEC_NOT_OPENAPI'],
    ['inherited version', text('a.json', '{"__proto__": {"openapi": "3.0.0"}}'), 'SPEC_NOT_OPENAPI'],
    ['version 4', text('a.json', '{"openapi": "4.0.0"}'), 'SPEC_VERSION_UNSUPPORTED'],
    ['version 1.2', text('a.json', '{"swagger": "1.2"}'), 'SPEC_VERSION_UNSUPPORTED'],
    ['version 3.3', text('a.json', '{"openapi": "3.3.0"}'), 'SPEC_VERSION_UNSUPPORTED'],
    ['an alias bomb', text('a.yaml', `openapi: 3.0.0\n${bomb.join('\n')}`), 'SPEC_ALIAS_LIMIT'],
    [
      'merges of merged maps',
      text(
        'a.yaml',
        [
          'openapi: 3.0.0',
          `m: &m {${Array.from({ length: 1000 }, (_, key) => `k${key}: 1`).join(', ')}}`,
          `all: [${Array(200).fill('{<<: *m}').join(', ')}]`,
        ].join('\n'),
      ),
      'SPEC_ALIAS_LIMIT 3:1004',
    ],
    ['an anchor inside itself', text('a.yaml', 'openapi: 3.0.0\na: &a\n  b: *a'), 'SPEC_UNPARSABLE'],
    ['deep YAML', text('a.yaml', `openapi: 3.0.0\na: ${'['.repeat(100_000)}`), 'SPEC_TOO_DEEP 2:803'],
    [
      'deep JSON',
      text('a.json', `{"openapi":"3.0.0","a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`),
      'SPEC_TOO_DEEP',
    ],
    [
      'a deep object',
      { document: { openapi: '3.0.0', a: JSON.parse('['.repeat(600) + ']'.repeat(600)) } },
      'SPEC_TOO_DEEP',
    ],
    ['a file that is not there', '/nowhere/at/all.yaml', 'SPEC_NOT_FOUND'],
    ['a folder', tmpdir(), 'SPEC_NOT_FOUND'],
    ['no URL', 'http://', 'SPEC_NOT_FOUND'],
    ['no OpenAPI object', { document: {} }, 'SPEC_NOT_OPENAPI'],
  ];
  it.each(CASES)('%s', async (_name, source, want) => {
    expect(await failure(source)).toBe(want);
  });

  it('over the size limit', async () => {
    const limits = { maxFileBytes: 10 };
    expect(await failure(text('a.json', '{"openapi": "3.0.0"}'), { limits })).toBe('SPEC_TOO_LARGE');
    expect(await failure(write('a.json', '{"openapi": "3.0.0"}'), { limits })).toBe('SPEC_TOO_LARGE');
  });

  it('over the size limit of all files together', async () => {
    const path = write('a.json', JSON.stringify({ openapi: '3.0.0', x: { $ref: 'b.json' } }));
    write('b.json', JSON.stringify({ $ref: 'c.json', text: 'x'.repeat(200) }));
    write('c.json', '{}');
    expect(await failure(path, { limits: { maxTotalBytes: 200 } })).toBe('SPEC_TOO_LARGE');
    expect(await failure(path, { limits: { maxTotalBytes: 2000 } })).toBe('none');
  });

  it('an object that contains itself', async () => {
    const document: Record<string, unknown> = { openapi: '3.0.0' };
    document['paths'] = document;
    expect(await failure({ document })).toBe('SPEC_UNPARSABLE');
  });
});

describe('what is read', () => {
  const VERSIONS: [string, string][] = [
    ['{"swagger": "2.0"}', '2.0'],
    ['{"swagger": 2}', '2.0'],
    ['{"swagger": 2.0}', '2.0'],
    ['swagger: 2.0', '2.0'],
    ['openapi: 3.1', '3.1'],
    ['{"openapi": "3.0.5"}', '3.0'],
    ['{"openapi": "3.1.0-rc1"}', '3.1'],
    ['{"openapi": "3.2.0"}', '3.2'],
    ['\uFEFF{"openapi": "3.1.1"}', '3.1'],
    ['{openapi: 3.0.0}', '3.0'],
  ];
  it.each(VERSIONS)('%s', async (written, version) => {
    const { spec } = await loadSpec({ name: '<stdin>', text: written });
    expect(spec.version).toBe(version);
    expect(spec.root.name).toBe('<stdin>');
  });

  it('YAML 1.2: words and dates stay text, keys are merged', async () => {
    const { spec } = await loadSpec({
      name: 'a.yaml',
      text: 'openapi: 3.0.0\na: [on, no, yes, 2024-01-01, 1_000]\nb: &b {x: 1, y: 2}\nc: {<<: *b, x: 3}\n200: d',
    });
    expect(spec.root.value).toEqual({
      openapi: '3.0.0',
      a: ['on', 'no', 'yes', '2024-01-01', '1_000'],
      b: { x: 1, y: 2 },
      c: { x: 3, y: 2 },
      200: 'd',
    });
  });

  it('UTF-16 with a byte order mark', async () => {
    const path = write('a.json', Buffer.from('\uFEFF{"openapi": "3.0.0"}', 'utf16le'));
    expect((await loadSpec(path)).spec.version).toBe('3.0');
  });

  it.each([
    ['JSON', 'a.json', 10_000 - 3],
    ['YAML', 'a.yaml', 800 - 3],
  ])('%s that is nested too deeply, cut there', async (_format, name, levels) => {
    const deep = `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
    const value = name.endsWith('yaml')
      ? `openapi: 3.0.0\nx: ${deep}\npaths: {}`
      : `{"openapi":"3.0.0","x":${deep},"paths":{}}`;
    const { spec, diagnostics } = await loadSpec({ name, text: value });
    expect(diagnostics.map(({ code, severity }) => [code, severity])).toEqual([['SPEC_TOO_DEEP', 'warning']]);
    expect(JSON.stringify(spec.root.value).length).toBeLessThan(4000);
    expect(spec.root.value).toHaveProperty('paths', {});
  });

  it('YAML with a key twice, the last one counting', async () => {
    const value = 'openapi: 3.0.0\npaths: {}\nb: &b {x: 1}\nc: {<<: *b, x: 2, y: 1, y: 2}\npaths: {/a: {}}';
    const { spec, diagnostics } = await loadSpec({ name: 'a.yaml', text: value });
    expect(
      diagnostics.map(({ code, severity, location }) => [code, severity, location?.line, location?.column]),
    ).toEqual([['PART_INVALID', 'warning', 4, 25]]);
    expect(spec.root.value).toMatchObject({ c: { x: 2, y: 2 }, paths: { '/a': {} } });
  });

  it('JSON with a key twice, the last one counting', async () => {
    const value =
      '{"openapi": "3.0.0", "a": {"x\\\\": ":", "y": "\\":"},\n "p\\u0061ths": {}, "b": [{"c": 1}, {"c": 2}], "paths": {"/a": {}}}';
    const { spec, diagnostics } = await loadSpec({ name: 'a.json', text: value });
    expect(diagnostics.map(({ code, location }) => [code, location?.line, location?.column])).toEqual([
      ['PART_INVALID', 2, 47],
    ]);
    expect(spec.root.value).toMatchObject({ paths: { '/a': {} } });
  });

  it('an object, copied', async () => {
    const document = { openapi: '3.0.0', paths: {} as Record<string, unknown> };
    const { spec } = await loadSpec({ document });
    document.paths['/a'] = {};
    expect(spec.root.value).toEqual({ openapi: '3.0.0', paths: {} });
  });
});

describe('several files', () => {
  const root = (reference: string): string => JSON.stringify({ openapi: '3.1.0', x: { $ref: reference } });

  it('are read along their references, with or without an extension', async () => {
    write('parts/b.yaml', 'B:\n  $ref: ../c\n');
    write('c', '{"type": "string"}');
    const path = write('a.json', root('parts/b.yaml#/B'));
    const { spec } = await loadSpec(path);
    expect(spec.files.map(({ name }) => name)).toEqual([path, 'c', 'parts/b.yaml']);
    const b = spec.resolve('parts/b.yaml#/B', spec.root);
    expect(b).toMatchObject({ value: { $ref: '../c' }, location: { file: 'parts/b.yaml', pointer: '/B' } });
    expect('file' in b && spec.resolve('../c', b.file)).toMatchObject({
      value: { type: 'string' },
      location: { file: 'c' },
    });
  });

  it('may refer to each other and to the root', async () => {
    const path = write('a.json', root('b.json#/x'));
    write('b.json', '{"x": {"$ref": "a.json#/x"}}');
    const { spec } = await loadSpec(path);
    const b = spec.resolve('b.json#/x', spec.root);
    expect('file' in b && spec.resolve('a.json#/x', b.file)).toMatchObject({
      file: spec.root,
      location: { pointer: '/x' },
    });
  });

  const BLOCKED: [string, string][] = [
    ['../outside.json', 'REF_BLOCKED'],
    // Whether there is a file elsewhere is nobody's business.
    ['../none.json', 'REF_BLOCKED'],
    ['/etc/passwd', 'REF_BLOCKED'],
    ['file:///etc/passwd', 'REF_BLOCKED'],
    ['%2e%2e/outside.json', 'REF_BLOCKED'],
    ['link.json', 'REF_BLOCKED'],
    ['http://127.0.0.1:9/x.json', 'REF_BLOCKED'],
    ['//127.0.0.1:9/x.json', 'REF_BLOCKED'],
    ['ftp://example.com/x', 'REF_BLOCKED'],
    ['none.json', 'REF_UNRESOLVED'],
    ['sub', 'REF_UNRESOLVED'],
    ['broken.json', 'REF_UNRESOLVED'],
    ['a%00b', 'REF_BLOCKED'],
  ];
  it.each(BLOCKED)('%s is not followed', async (reference, want) => {
    write('outside.json', '{"secret": "SECRET"}');
    write('in/sub/x.json', '{}');
    write('in/broken.json', '{');
    symlinkSync(join(folder, 'outside.json'), join(folder, 'in/link.json'));
    const { spec } = await loadSpec(write('in/a.json', root(reference)));
    expect(spec.files).toHaveLength(1);
    const found = spec.resolve(reference, spec.root);
    expect('failure' in found && found.failure).toBe(want);
  });

  it('may hold the maps that pointers lead through', async () => {
    write('schemas.json', '{"Pet": {"$ref": "pet.json"}}');
    write('pet.json', '{"properties": {"a": {"type": "string"}}}');
    const document = {
      openapi: '3.0.0',
      components: { schemas: { $ref: 'schemas.json' } },
      loop: { $ref: '#/loop/x' },
    };
    const { spec } = await loadSpec(write('a.json', JSON.stringify(document)));
    expect(spec.resolve('#/components/schemas/Pet/properties/a', spec.root)).toMatchObject({
      value: { type: 'string' },
      location: { file: 'pet.json', pointer: '/properties/a' },
    });
    expect(spec.resolve('#/components/schemas/Dog', spec.root)).toMatchObject({ failure: 'REF_UNRESOLVED' });
    expect(spec.resolve('#/loop/x/y', spec.root)).toMatchObject({ failure: 'REF_UNRESOLVED' });
  });

  it('with references on the way to each other come to an end', async () => {
    const document: Record<string, unknown> = { openapi: '3.1.0' };
    for (let index = 0; index < 40; index += 1) {
      document[`a${index}`] = { $id: `https://example.com/${index}`, $ref: `#/a${(index + 1) % 40}/x/y${index}` };
    }
    const { spec } = await loadSpec({ name: 'a.json', text: JSON.stringify(document) });
    expect(spec.resolve('#/a0/x', spec.root)).toMatchObject({ failure: 'REF_UNRESOLVED' });
  });

  it('with references behind references without number come to an end', async () => {
    const chain = Array.from({ length: 20_000 }, (_, index) => [`a${index}`, { $ref: `#/a${index + 1}/x` }]);
    const document = { openapi: '3.1.0', ...Object.fromEntries(chain), b0: { $ref: '#/b1/x' }, b1: { x: { x: 1 } } };
    const { spec } = await loadSpec({ name: 'a.json', text: JSON.stringify(document) });
    expect(spec.resolve('#/a0/x', spec.root)).toMatchObject({ failure: 'REF_UNRESOLVED' });
    expect(spec.resolve('#/b0/x', spec.root)).toMatchObject({ value: 1 });
  });

  it('by the URI that the document gives itself', async () => {
    const document = {
      openapi: '3.2.0',
      $self: 'https://example.com/api',
      x: { $ref: 'https://example.com/api#/y' },
      y: 1,
    };
    const { spec } = await loadSpec({ name: 'a.json', text: JSON.stringify(document) });
    expect(spec.resolve('https://example.com/api#/y', spec.root)).toMatchObject({
      value: 1,
      location: { pointer: '/y' },
    });
  });

  it('outside of the folder are read below refRoot', async () => {
    write('outside.json', '{"type": "string"}');
    const path = write('in/a.json', root('../outside.json'));
    const { spec } = await loadSpec(path, { refRoot: folder });
    expect(spec.resolve('../outside.json', spec.root)).toMatchObject({ location: { file: '../outside.json' } });
  });

  it('are not asked for by example data and extensions', async () => {
    const document = {
      openapi: '3.0.0',
      x: { example: { $ref: 'a.json' }, default: { $ref: 'b.json' }, 'x-y': { $ref: 'c.json' } },
      properties: { example: { $ref: 'd.json' } },
    };
    for (const name of ['a', 'b', 'c', 'd']) write(`${name}.json`, '{}');
    const { spec } = await loadSpec(write('root.json', JSON.stringify(document)));
    expect(spec.files.slice(1).map(({ name }) => name)).toEqual(['d.json']);
  });

  it('of a document without a folder are read below refRoot alone', async () => {
    write('b.json', '{"type": "string"}');
    const source = { name: '<stdin>', text: root('b.json') };
    const without = (await loadSpec(source)).spec;
    expect(without.resolve('b.json', without.root)).toMatchObject({ failure: 'REF_BLOCKED' });
    const { spec } = await loadSpec(source, { refRoot: folder });
    expect(spec.resolve('b.json', spec.root)).toMatchObject({ value: { type: 'string' } });
  });

  it('too many of them are refused', async () => {
    const document = { openapi: '3.0.0', x: [{ $ref: 'a.json' }, { $ref: 'b.json' }, { $ref: 'c.json' }] };
    for (const name of ['a', 'b', 'c']) write(`${name}.json`, '{}');
    const path = write('root.json', JSON.stringify(document));
    expect(await failure(path, { limits: { maxFiles: 2 } })).toBe('SPEC_TOO_LARGE');
  });
});
