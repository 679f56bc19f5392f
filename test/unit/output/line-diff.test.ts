import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lineDiff } from '../../../src/output/line-diff.js';

/** Length of the longest common subsequence. */
function common(a: readonly string[], b: readonly string[]): number {
  let row = b.map(() => 0).concat(0);
  for (const left of [...a].reverse()) {
    const next = [...row];
    for (let at = b.length - 1; at >= 0; at -= 1) {
      next[at] = left === b[at] ? (row[at + 1] ?? 0) + 1 : Math.max(row[at] ?? 0, next[at + 1] ?? 0);
    }
    row = next;
  }
  return row[0] ?? 0;
}

describe('lineDiff', () => {
  it('shows the lines around a change in the form of diff -u', () => {
    const before = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k'];
    const after = before.map((line) => (line === 'c' ? 'C' : line)).filter((line) => line !== 'j');
    expect(lineDiff(before.join('\n'), after.join('\n'))).toEqual({
      lines: ['@@ -1 +1 @@', ' a', ' b', '-c', '+C', ' d', ' e', '@@ -8 +8 @@', ' h', ' i', '-j', ' k'],
      added: 1,
      removed: 2,
    });
  });

  it('finds the shortest difference', () => {
    const lines = fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(lines, lines, (before, after) => {
        const { added, removed } = lineDiff(before.join('\n'), after.join('\n'));
        const kept = common(before, after);
        expect([removed, added]).toEqual([before.length - kept, after.length - kept]);
      }),
      { seed: 3, numRuns: 500 },
    );
  });

  it('gives up the search where too much differs, and stays right', () => {
    const [before, after] = ['x', 'y'].map((mark) => Array.from({ length: 2000 }, (_, index) => `${mark}${index}`));
    const { added, removed } = lineDiff(`same\n${before?.join('\n')}`, `same\n${after?.join('\n')}\nend`);
    expect([removed, added]).toEqual([2000, 2001]);
  });
});
