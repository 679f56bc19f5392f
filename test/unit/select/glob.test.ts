import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { matchesGlob, parseGlob } from '../../../src/runtime/glob.js';
import { matchesSelector, parseSelector } from '../../../src/runtime/selectors.js';

const matches = (glob: string, text: string) => matchesGlob(parseGlob(glob), text);

describe('globs', () => {
  test.each([
    ['getPet', 'getPet', true],
    ['getPet', 'getPets', false],
    ['getPet', 'GetPet', false],
    ['get*', 'getPet', true],
    ['get*', 'get', true],
    ['*Pet*', 'listPets', true],
    ['/pets/*', '/pets/{id}', true],
    ['/pets/*', '/pets/{id}/toys', false],
    ['/pets/*', '/pets', false],
    ['/pets/**', '/pets/{id}/toys', true],
    ['/pets/**', '/pets', true],
    ['/pets/**', '/petshop', false],
    ['/pets**', '/petshop/a', true],
    ['/a/**/z', '/a/z', true],
    ['/a/**/z', '/a/b/c/z', true],
    ['/a/**/z', '/az', false],
    ['**', '', true],
    ['**', '/a/b', true],
    ['*', 'a/b', false],
    ['?et', 'get', true],
    ['a?b', 'a/b', false],
    ['/pets/{id}', '/pets/{id}', true],
    ['/pets/{id,name}', '/pets/id', false],
    ['[ab]', 'a', false],
    ['?', '🐶', true],
    ['a.c', 'abc', false],
    ['', '', true],
  ])('%j against %j: %s', (glob, text, want) => {
    expect(matches(glob, text)).toBe(want);
  });

  test('property: agrees with the regular expression of the same meaning', () => {
    const piece = fc.constantFrom('a', 'b', '/', '*', '?', '**');
    const text = fc.array(fc.constantFrom('a', 'b', '/'), { maxLength: 8 }).map((list) => list.join(''));
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 6 }).map((list) => list.join('')),
        text,
        (glob, given) => {
          const source = glob
            .replace(/\/\*\*(?=\/)/g, '\u0001')
            .replace(/\/\*\*$/, '\u0002')
            .replace(/\*\*/g, '\u0003')
            .replace(/\*/g, '[^/]*')
            .replace(/\?/g, '[^/]')
            .replaceAll('\u0001/', '/(?:[^]*/)?')
            .replaceAll('\u0001', '/(?:[^]*/)?')
            .replaceAll('\u0002', '(?:/[^]*)?')
            .replaceAll('\u0003', '[^]*');
          // A glob with three stars in a row reads in more than one way; one rule is as good as another there.
          fc.pre(!glob.includes('***') && !/\/\*\*\/\*\*/.test(glob));
          expect(matches(glob, given)).toBe(new RegExp(`^${source}$`).test(given));
        },
      ),
      { seed: 5, numRuns: 2000 },
    );
  });

  test('takes no longer than pattern times text', () => {
    const start = performance.now();
    expect(matches('*a'.repeat(200), `${'a'.repeat(5000)}b`)).toBe(false);
    expect(matches('/**/a'.repeat(100), '/a'.repeat(3000))).toBe(true);
    expect(performance.now() - start).toBeLessThan(2000);
  });
});

describe('selectors', () => {
  const target = { name: 'getPet', method: 'GET', path: '/pets/{id}', operationId: 'get:pet', tags: ['Pets', 'a:b'] };
  test.each([
    ['tag:Pets', true],
    ['tag:pets', false],
    ['tag:a:b', true],
    ['tag:default', false],
    ['method:get', true],
    ['METHOD:Get', true],
    ['path:/pets/{id}', true],
    ['operation:get:pet', true],
    ['operation:getPet', false],
    ['tool:get*', true],
    [' getPet ', true],
    ['getpet', false],
  ])('%j: %s', (text, want) => {
    const selector = parseSelector(text);
    expect(selector !== undefined && matchesSelector(selector, target)).toBe(want);
  });

  test.each(['', ' ', 'tag:', 'nope:x', 'toString:x', '__proto__:x'])('%j is none', (text) => {
    expect(parseSelector(text)).toBeUndefined();
  });

  test('operations without a tag have the tag default', () => {
    const selector = parseSelector('tag:default');
    expect(selector !== undefined && matchesSelector(selector, { name: 'a', method: 'GET', path: '/' })).toBe(true);
  });
});
