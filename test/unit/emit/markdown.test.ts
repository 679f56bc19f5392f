import { describe, expect, it } from 'vitest';
import { cell, codeCell, table } from '../../../src/emit/files/markdown.js';

describe('a cell', () => {
  it.each([
    ['[a](https://x.test)', '\\[a\\]\\(https&#8203;://x.test\\)'],
    ['![a](data:x)', '\\!\\[a\\]\\(data&#8203;:x\\)'],
    ['<b>&lt;', '&lt;b&gt;&amp;lt;'],
    ['a | b', 'a \\| b'],
    ['a\\|b', 'a\\\\\\|b'],
    ['`a` *b* _c_ ~d~ # e', '\\`a\\` \\*b\\* \\_c\\_ \\~d\\~ \\# e'],
    ['\\[a', '\\\\\\[a'],
    ['@org/team of a@b.test', '&#64;&#8203;org/team of a&#64;&#8203;b.test'],
    ['www.x.test', 'www&#8203;.x.test'],
    ['a\r\n\u2028| - \u202eb\u0000', 'a \\| - b'],
  ])('%j is plain text', (text, want) => expect(cell(text)).toBe(want));

  it('is short, and never ends inside of a character', () => {
    expect(cell('x'.repeat(500))).toBe(`${'x'.repeat(159)}…`);
    for (const write of [cell, codeCell]) {
      for (const start of ['', 'x']) expect(write(start + '😀'.repeat(100))).not.toMatch(/\p{Surrogate}/u);
    }
    expect(codeCell('x'.repeat(500)).length).toBe(162);
  });
});

describe('code in a cell', () => {
  it.each([
    ['GET /a/{b}', '`GET /a/{b}`'],
    ['a`b` | c', "`a'b' \\| c`"],
    ['a\\|b', '`a\\\\\\|b`'],
    ['a\n\u2029b', '`a b`'],
  ])('%j ends where it should', (text, want) => expect(codeCell(text)).toBe(want));
});

it('a table is made of cells', () =>
  expect(table(['A', 'B'], [['1', '2']])).toBe('| A | B |\n| --- | --- |\n| 1 | 2 |'));
