import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openLiteral, quotedEntries } from '../../../src/emit/source/data-literal.js';
import { readLiteral } from '../../../src/report/changes/read-literal.js';

const moduleOf = (text: string) => `// head\nexport const data = ${text};\n`;

describe('readLiteral', () => {
  it('reads back what the printer wrote', () => {
    fc.assert(
      fc.property(fc.oneof(fc.array(fc.jsonValue()), fc.dictionary(fc.string(), fc.jsonValue())), (value) => {
        const read = readLiteral(moduleOf(openLiteral(value as object)), 'data');
        expect(JSON.stringify(read)).toBe(JSON.stringify(value));
      }),
      { seed: 7, numRuns: 300 },
    );
  });

  it('reads back what the printer wrote as entries', () => {
    const member = fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue());
    fc.assert(
      fc.property(fc.oneof(fc.array(member), fc.dictionary(fc.string({ unit: 'binary' }), member)), (value) => {
        const read = readLiteral(moduleOf(quotedEntries(value)), 'data');
        // Without an entry nothing tells a record from a list.
        expect(JSON.stringify(read)).toBe(Object.keys(value).length === 0 ? '[]' : JSON.stringify(value));
        const onWindows = moduleOf(quotedEntries(value)).replaceAll('\n', '\r\n');
        expect(readLiteral(onWindows.replace('// head\r\n', '// head\n'), 'data')).toEqual(read);
      }),
      { seed: 7, numRuns: 300 },
    );
  });

  it('takes __proto__ as a name like any other', () => {
    const value = JSON.parse('{"__proto__": {"a": 1}, "constructor": 2}') as object;
    const read = readLiteral(moduleOf(openLiteral(value)), 'data') as object;
    expect(Object.keys(read)).toEqual(['__proto__', 'constructor']);
    expect(Object.getPrototypeOf(read)).toBe(Object.prototype);
  });

  it.each([
    ['a call', '[process.exit(1)]'],
    ['a template', '[`a`]'],
    ['a spread', '[...other]'],
    ['a getter', '{ get a() { return 1; } }'],
    ['an unknown word', '[undefined]'],
    ['an open list', '[1, 2'],
    ['an open string', '["a'],
    ['no comma', '[1 2]'],
    ['a merge conflict', '[\n<<<<<<< HEAD\n1,\n=======\n2,\n>>>>>>> other\n]'],
    ['a bad escape', '["\\x41"]'],
    ['a string without an end', "'{},"],
    ['a line that does not go on', "'{},\n'"],
    ['an escape that we do not write', "'{},\\x41'"],
    ['a string that is no JSON', "'{]'"],
    ['too deep a nest in a string', `'${'['.repeat(5000)}${']'.repeat(5000)}'`],
    ['too deep a nest', `${'['.repeat(5000)}${']'.repeat(5000)}`],
  ])('gives nothing for %s', (_, text) => {
    expect(readLiteral(moduleOf(text), 'data')).toBeUndefined();
  });

  it('gives nothing where there is no such constant', () => {
    expect(readLiteral(moduleOf('1'), 'other')).toBeUndefined();
  });
});
