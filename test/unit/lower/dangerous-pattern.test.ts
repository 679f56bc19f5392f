import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createPatternJudge } from '../../../src/lower/natural/dangerous-pattern.js';
import { patternCost } from '../../../src/lower/natural/pattern-cost.js';

/** Real ones are those of the documents in fixtures/specs/real and fixtures/large. */
const PATTERNS: Readonly<Record<'exponential' | 'steep' | 'quick' | 'real' | 'refusedThoughQuick', string[]>> =
  JSON.parse(readFileSync(new URL('../../../fixtures/cases/lower/patterns.json', import.meta.url), 'utf8'));

/** Each by a judge of its own: as if it stood alone in its document. */
const isDangerous = (pattern: string) => createPatternJudge()(pattern);

describe('patterns that could take too long', () => {
  it.each([...PATTERNS.exponential, ...PATTERNS.steep, ...PATTERNS.refusedThoughQuick])(
    '%s is dangerous',
    (pattern) => {
      expect(isDangerous(pattern)).toBe(true);
    },
  );

  it.each([...PATTERNS.quick, ...PATTERNS.real])('%s is not', (pattern) => {
    expect(isDangerous(pattern)).toBe(false);
  });

  it('are those too long to look at, and those for which no more proofs are left', () => {
    const judge = createPatternJudge();
    expect(judge('a'.repeat(2001))).toBe(true);
    expect(judge('^(?:foo|bar)+$')).toBe(false);
    for (let count = 0; count < 50; count += 1) judge(`(a{${count}}|b\\1)`.repeat(2) + '|'.repeat(1900));
    expect(judge('^(?:foo|bar)+$')).toBe(false);
    expect(judge('^(?:foo|baz)+$')).toBe(true);
    expect(judge('^[a-z]+$')).toBe(false);
  });

  it('are as dangerous the second time', () => {
    const judge = createPatternJudge();
    for (const pattern of [...PATTERNS.quick.slice(0, 20), ...PATTERNS.quick.slice(0, 20)])
      expect(judge(pattern)).toBe(isDangerous(pattern));
  });
});

describe('the cost of a pattern', () => {
  it.each([
    ['^[a-z]{1,64}$', 0, 64, false],
    ['^a+$', 1, 1, false],
    ['a+', 2, 1, false],
    ['^a+|b+', 3, 1, false],
    ['^a+@a+$', 1, 1, false],
    ['^a+@.+@.+$', 2, 1, false],
    ['^.+@.+\\..+$', 3, 1, false],
    ['^a*(?:b*,c*)a*$', 3, 1, false],
    ['^a*(?=a*$)', 2, 1, false],
    ['^(?=.*a)(?=.*b).*$', 1, 1, false],
    ['^([a-z]+,)*$', 1, 1, false],
    ['^(-[a-z]+)*$', 1, 1, false],
    ['^([a-z]+-?)*$', 1, 2, true],
    ['^(a|b)+$', 0, 1, true],
    ['^(.)\\1$', 0, 1, true],
    ['^(?:a?){30}$', 0, 2, true],
    ['^a?a?a?$', 0, 8, false],
  ])('%s', (pattern, degree, ways, nested) => {
    expect(patternCost(pattern)).toMatchObject({ degree, nested, ...(nested ? {} : { ways }) });
  });
});
