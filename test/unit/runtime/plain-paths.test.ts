import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isUnsafeSegment, keepsSegments } from '../../../src/runtime/serialize/path.js';

const PIECES = ['a', '1', '_', '-', '~', '.', '..', '%', '%2e', '%2E', '%2f', '/', '//', '\\', ';', ':', '@', '?', '#'];
const piece = fc.constantFrom(...PIECES, '\t', '\n', ' ', 'é', '\ud800', '*', "'");
const text = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''));

it('lets no path pass as plain whose segments a URL parser changes', () => {
  let plain = 0;
  const check = fc.property(text, text, (path, query) => {
    if (!keepsSegments(path)) return;
    plain += 1;
    const url = new URL(`https://api.test/v1${path}?${query}`);
    expect(url.origin).toBe('https://api.test');
    expect(url.pathname).toBe(`/v1${path}`);
  });
  fc.assert(check, { numRuns: 20_000, seed: 11 });
  expect(plain).toBeGreaterThan(1000);
});

it.each(['/a', '/a/b.c/', '/a%2Fb', '', '/', "/a/(x)!*'"])('%j is plain', (path) => {
  expect(keepsSegments(path)).toBe(true);
});

it.each(['a', '/..', '/a/./b', '/%2e%2e', '/.%2e/', '//', '/a//b', '/a\\b', '/a?b', '/a#b', '/ä', '/a\n'])(
  '%j is not plain',
  (path) => {
    expect(keepsSegments(path)).toBe(false);
  },
);

it('takes no segment for safe that decoding would fold', () => {
  const check = fc.property(text, (segment) => {
    const decoded = segment.replace(/%([0-9a-f]{2})/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));
    const parts = decoded.split(/[/\\]/);
    const folds = parts.some((part) => ['.', '..'].includes((part.split(';')[0] ?? '').trim()));
    if (folds) expect(isUnsafeSegment(segment)).toBe(true);
  });
  fc.assert(check, { numRuns: 20_000, seed: 11 });
});
