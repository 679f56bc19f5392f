import { existsSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { cli } from '../../cli/support.js';
import { temporaryFolder } from '../../support/temporary.js';

const work = temporaryFolder('broken');
afterAll(work.dispose);

/** Ten lines of which each writes the one before out ten times. */
function aliasBomb(): string {
  const lines = Array.from(
    { length: 9 },
    (_, at) => `x-${at + 1}: &a${at + 1} [${Array(10).fill(`*a${at}`).join(', ')}]`,
  );
  return ['openapi: 3.1.0', 'x-0: &a0 [lol]', ...lines, 'paths: {}'].join('\n');
}

const DEEP = 100_000;
const ROOT = 'openapi: 3.1.0\ninfo: {title: t, version: "1"}\n';
const HTML = '<!DOCTYPE html>\n<html><head><title>Sign in</title></head><body><form></form></body></html>';

describe('a document that is broken gives one error, and nothing is written', () => {
  const CASES: [string, string, string | Buffer, string][] = [
    ['not YAML', 'a.yaml', 'openapi: [3.1.0\npaths: }{', 'SPEC_UNPARSABLE'],
    ['prose', 'a.txt', 'Dear all: see this: thanks', 'SPEC_UNPARSABLE'],
    ['bytes', 'a.json', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0xff]), 'SPEC_UNPARSABLE'],
    ['empty', 'a.yaml', '', 'SPEC_UNPARSABLE'],
    ['comments alone', 'a.yaml', '# nothing\n', 'SPEC_NOT_OPENAPI'],
    ['a list', 'a.json', '[{"openapi": "3.1.0"}]', 'SPEC_NOT_OPENAPI'],
    ['a login page', 'a.json', HTML, 'SPEC_UNPARSABLE'],
    ['truncated JSON', 'a.json', '{\n  "openapi": "3.1.0",\n  "paths": {\n    "/a": {"get": {"oper', 'SPEC_UNPARSABLE'],
    ['aliases that expand', 'a.yaml', aliasBomb(), 'SPEC_ALIAS_LIMIT'],
    ['an alias inside its anchor', 'a.yaml', `${ROOT}paths: &p {/a: *p}`, 'SPEC_UNPARSABLE'],
    ['deep flow YAML', 'a.yaml', `${ROOT}paths: ${'{a: '.repeat(DEEP)}${'}'.repeat(DEEP)}`, 'SPEC_TOO_DEEP'],
    ['deep block YAML', 'a.yaml', `${ROOT}paths:\n${'- '.repeat(DEEP)}a`, 'SPEC_TOO_DEEP'],
    ['deep JSON lists', 'a.json', '['.repeat(DEEP) + ']'.repeat(DEEP), 'SPEC_TOO_DEEP'],
    [
      'deep JSON',
      'a.json',
      `{"openapi": "3.1.0", "paths": ${'{"a":'.repeat(DEEP)}1${'}'.repeat(DEEP)}}`,
      'SPEC_TOO_DEEP',
    ],
    ['deep JSON that breaks off', 'a.json', '{"a":'.repeat(DEEP), 'SPEC_UNPARSABLE'],
    [
      'paths that refer to each other',
      'a.yaml',
      `${ROOT}paths: {/a: {$ref: '#/paths/~1b'}, /b: {$ref: '#/paths/~1a'}}`,
      'NO_OPERATIONS',
    ],
    ['the paths themselves in a circle', 'a.yaml', `${ROOT}paths: {$ref: '#/paths'}`, 'NO_OPERATIONS'],
  ];
  it.each(CASES)('%s', async (title, name, text, code) => {
    const path = join(work.path, `${title.replaceAll(' ', '-')}-${name}`);
    writeFileSync(path, text);
    await expectOneError(path, code);
  });

  it('over the size limit, without being read', async () => {
    const path = join(work.path, 'large.json');
    writeFileSync(path, '{');
    truncateSync(path, 200 * 1024 * 1024);
    await expectOneError(path, 'SPEC_TOO_LARGE');
  });

  it('a folder, and nothing at all', async () => {
    await expectOneError(work.path, 'SPEC_NOT_FOUND');
    await expectOneError(join(work.path, 'none.yaml'), 'SPEC_NOT_FOUND');
  });
});

async function expectOneError(path: string, code: string): Promise<void> {
  const out = join(work.path, 'out');
  const { code: exit, stdout, stderr } = await cli([path, '-o', out], { cwd: work.path });
  const errors = stderr.split('\n').filter((line) => /(?:^|- )error /.test(line));
  expect(errors).toHaveLength(1);
  expect(errors[0]).toContain(` ${code}: `);
  expect(stderr).not.toMatch(/^\s+at |INTERNAL/m);
  expect([exit, stdout]).toEqual([1, '']);
  expect(existsSync(out)).toBe(false);
}
