import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findPosition } from '../../../src/load/find-position.js';
import { jsonOffset } from '../../../src/load/json-offset.js';
import type { SourceFile } from '../../../src/load/loaded-spec.js';

const file = (format: SourceFile['format'], text: string): SourceFile => ({ name: 'a', format, text, value: {} });

const JSON_FILE = file(
  'json',
  '{\n  "a": {"b": [1, {"c": "}]\\""}, [2]]},\r\n  "x/y~z": {"\\u0061": null},\n  "e": {}, "f": [], "g": -1.5e3\n}',
);

const YAML_FILE = file(
  'yaml',
  'openapi: 3.0.0\nbase: &b\n  k: 1\npaths:\n  /a:\n    get: *b\n    list:\n      - x\n      - y: 1\n  /m:\n    <<: *b\n    own: 2\n200: s\n',
);

describe('findPosition', () => {
  const CASES: [SourceFile, string, number, number][] = [
    [JSON_FILE, '', 1, 1],
    [JSON_FILE, '/a', 2, 3],
    [JSON_FILE, '/a/b/0', 2, 15],
    [JSON_FILE, '/a/b/1/c', 2, 19],
    [JSON_FILE, '/a/b/2/0', 2, 34],
    [JSON_FILE, '/x~1y~0z/a', 3, 13],
    [JSON_FILE, '/e', 4, 3],
    [JSON_FILE, '/g', 4, 21],
    [JSON_FILE, '/e/none', 4, 3],
    [JSON_FILE, '/a/none/deeper', 2, 3],
    [JSON_FILE, '/f/0', 4, 12],
    [JSON_FILE, '/g/0', 4, 21],
    [YAML_FILE, '', 1, 1],
    [YAML_FILE, '/paths/~1a', 5, 3],
    [YAML_FILE, '/paths/~1a/get/k', 3, 3],
    [YAML_FILE, '/paths/~1a/list/1/y', 9, 9],
    [YAML_FILE, '/paths/~1m/k', 3, 3],
    [YAML_FILE, '/paths/~1m/own', 12, 5],
    [YAML_FILE, '/200', 13, 1],
    [YAML_FILE, '/paths/none', 4, 1],
  ];
  it.each(CASES)('%# %o %s', (given, pointer, line, column) => {
    expect(findPosition(given, pointer)).toEqual({ line, column });
  });

  it('knows nothing of text that is no pointer', () => {
    expect(findPosition(JSON_FILE, 'a')).toBeUndefined();
  });

  it('survives YAML that is nested deeply', () => {
    const deep = file('yaml', `${'['.repeat(20_000)}${']'.repeat(20_000)}`);
    expect(() => findPosition(deep, '/0/0')).not.toThrow();
  });

  it('finds every value of any JSON text', () => {
    fc.assert(
      fc.property(fc.json(), fc.nat(3), (text, indent) => {
        const value: unknown = JSON.parse(text);
        const shown = JSON.stringify(value, null, indent);
        for (const [tokens, found] of leaves(value, [])) {
          const rest = shown.slice(jsonOffset(shown, tokens));
          const last = tokens.at(-1);
          const isKey = last !== undefined && rest.startsWith(`${JSON.stringify(last)}:`);
          expect(isKey || rest.startsWith(JSON.stringify(found))).toBe(true);
        }
      }),
      { seed: 7, numRuns: 200 },
    );
  });
});

function* leaves(value: unknown, tokens: string[]): Generator<[string[], unknown]> {
  if (typeof value !== 'object' || value === null) yield [tokens, value];
  else for (const [key, member] of Object.entries(value)) yield* leaves(member, [...tokens, key]);
}
