import vm from 'node:vm';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { importCode } from '../../../src/emit/source/compiled-code.js';
import { dataLiteral, openLiteral, quotedEntries } from '../../../src/emit/source/data-literal.js';
import {
  docText,
  identifier,
  literalKey,
  primitiveLiteral,
  stringLiteral,
  typeExportStatement,
} from '../../../src/emit/source/sink.js';
import { fillTemplate } from '../../../src/emit/source/template.js';

const evaluate = (literal: string): unknown => JSON.parse(vm.runInNewContext(`JSON.stringify(${literal})`) as string);
const SEED = { seed: 20261201, numRuns: 300 };

describe('identifier', () => {
  it.each(['a', '_', '$x1', 'GetPet'])('takes %j', (name) => expect(identifier(name)).toBe(name));
  it.each(['', '1a', 'a-b', 'class', 'string', 'then()', 'ä', 'a\u200b', 'eval', 'any'])('refuses %j', (name) =>
    expect(() => identifier(name)).toThrow('Not an identifier'),
  );
});

describe('string literal', () => {
  it.each([
    ['a"b', '"a\\"b"'],
    ['a\u2028b', '"a\\u2028b"'],
    ['\ud800', '"\\ud800"'],
    ['\u202e', '"\\u202e"'],
    ['${x}`', '"${x}`"'],
    ['//# sourceMappingURL=x', '"//\\u0023 sourceMappingURL=x"'],
  ])('writes %j as %s', (text, want) => expect(stringLiteral(text)).toBe(want));

  it('is read back as it was', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => evaluate(stringLiteral(text)) === text),
      SEED,
    );
  });
});

const key = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('__proto__', 'constructor', 'then', 'toString'));
const { tree } = fc.letrec((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4 },
    fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.boolean(),
      fc.constant(null),
    ),
    fc.array(tie('tree'), { maxLength: 4 }),
    fc.array(fc.tuple(key, tie('tree')), { maxLength: 4 }).map((entries) => Object.fromEntries(entries)),
  ),
}));

describe('data literal', () => {
  it('is read back as it was, whatever the names', () => {
    fc.assert(
      fc.property(tree, (value) => {
        expect(vm.runInNewContext(`JSON.stringify(${dataLiteral(value)})`)).toBe(JSON.stringify(value));
      }),
      SEED,
    );
  });

  it('computes __proto__', () => {
    expect(literalKey('__proto__')).toBe('["__proto__"]');
    const data = JSON.parse('{"__proto__":{"polluted":true}}') as object;
    expect(openLiteral(data)).toBe('{\n  ["__proto__"]: { polluted: true },\n}');
  });

  it('refuses what is nested too deeply', () => {
    const nested = (levels: number): unknown => JSON.parse('['.repeat(levels) + ']'.repeat(levels));
    expect(dataLiteral(nested(900))).toContain('[');
    expect(() => dataLiteral(nested(1500))).toThrow('nested too deeply');
  });

  it('opens up what is long, one line an entry', () => {
    expect(dataLiteral({ a: [1, 2], b: 'x'.repeat(120) })).toBe(`{\n  a: [1, 2],\n  b: "${'x'.repeat(120)}",\n}`);
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY, () => 1, 1n, undefined, Symbol('x')])('refuses %s', (value) => {
    expect(() => primitiveLiteral(value)).toThrow('Not JSON data');
    expect(() => dataLiteral([value])).toThrow('Not JSON data');
  });
});

it('the module of an export is a path of ours', () => {
  const names = [identifier('A')];
  expect(typeExportStatement(names, './types.js')).toBe("export type { A } from './types.js';");
  expect(() => typeExportStatement(names, "./x'; evil(); '")).toThrow('Not the path');
  expect(() => importCode(names, "./x'; evil(); '")).toThrow('Not the path');
});

describe('entries as a string', () => {
  /** What the runtime makes of the string: see `createToolSet`. */
  const read = (literal: string): string =>
    vm.runInNewContext(`JSON.stringify(JSON.parse('[' + ${literal}.slice(0, -1) + ']'))`) as string;

  it('are read back as they were, whatever they hold', () => {
    fc.assert(
      fc.property(fc.array(tree, { maxLength: 3 }), (value) => {
        const literal = quotedEntries(value);
        expect(read(literal)).toBe(JSON.stringify(value));
        // One string and nothing else, whatever it holds: no quote, and no backslash but in front of what it may escape.
        expect(literal).toMatch(/^'(?:[^'\\\r\n\u2028\u2029]|\\['\\\n])*'$/);
      }),
      SEED,
    );
  });

  it.each([
    [["it's"], "'\\\n  \"it\\'s\",\\\n'"],
    [['a\nb"'], `'\\\n  "a\\\\nb\\\\"",\\\n'`],
    [["\\'; process.exit(); '"], "'\\\n  \"\\\\\\\\\\'; process.exit(); \\'\",\\\n'"],
    [['\u2265 1 \ud83d\ude00 \u4e2d'], '\'\\\n  "\\\\u2265 1 \\\\ud83d\\\\ude00 \u4e2d",\\\n\''],
    [['//# sourceURL=x'], '\'\\\n  "//\\\\u0023 sourceURL=x",\\\n\''],
    [[], "'\\\n'"],
  ])('writes %j as %s', (value, want) => expect(quotedEntries(value)).toBe(want));

  it('have lines of their own, each closed by a comma', () => {
    const one = { name: 'one', deep: { list: ['x'.repeat(120)] } };
    const [start, ...lines] = quotedEntries([one]).split('\n');
    const [, ...more] = quotedEntries([one, { name: 'two' }]).split('\n');
    expect(start).toBe("'\\");
    expect(more.slice(0, lines.length - 1)).toEqual(lines.slice(0, -1));
    expect(more.slice(lines.length - 1)).toEqual(['  { "name": "two" },\\', "'"]);
    expect(quotedEntries({ one: [] })).toBe('\'\\\n  "one": [],\\\n\'');
  });
});

describe('doc text', () => {
  it.each([
    ['a */ b', 'a *\\/ b'],
    ['**/', '**\\/'],
    ['a\rb\r\nc\u2028d\u2029e\u0085f', 'a\nb\nc\nd\ne\nf'],
    ['*\n/', '*\n\\/'],
    ['/// <reference path="x"/>', '\\/// <reference path="x"/>'],
    ['@ts-nocheck', '\\@ts-nocheck'],
    ['x\n * @import {a} from "b"', 'x\n * \\@import {a} from "b"'],
    ['mail me@example.com', 'mail me@example.com'],
    ['a\u0000\u202eb', 'ab'],
    ['//# sourceMappingURL=x', '\\//#\\ sourceMappingURL=x'],
  ])('%j becomes %j', (text, want) => expect(docText(text)).toBe(want));

  it('never ends a comment', () => {
    const piece = fc.constantFrom('*', '/', '\\', '\n', '\r', '\u2028', ' ', '@', 'a', '\u200b');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => !`${docText(pieces.join(''))} `.includes('*/')),
      SEED,
    );
  });
});

describe('templates', () => {
  const templates = { a: 'x %%NAME%% %%NAME%%\r\n' };
  it('fills every place once', () =>
    expect(fillTemplate(templates, 'a', { NAME: '%%NAME%%$&' })).toBe('x %%NAME%%$& %%NAME%%$&\n'));
  it('refuses unknown templates, unknown places and values without a place', () => {
    expect(() => fillTemplate(templates, 'b', {})).toThrow('There is no template b');
    expect(() => fillTemplate(templates, 'a', {})).toThrow('asks for NAME');
    expect(() => fillTemplate(templates, 'a', { NAME: '', OTHER: '' })).toThrow('no place for OTHER');
  });
});
