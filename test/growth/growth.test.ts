import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { dagSpec, type SyntheticShape, syntheticSpec } from '../bench/synthetic.js';
import { run } from '../support/run.js';
import { temporaryFolder } from '../support/temporary.js';

// Work is counted, not timed: calls of the generator's functions and bytes allocated are the same on every machine.

interface Work {
  /** Calls by function: `name (file:offset)`. */
  readonly calls: Readonly<Record<string, number>>;
  readonly allocated: number;
  readonly bytes: number;
}

/** What twice the operations may cost at most. */
const DOUBLED = 2.2;
/** The same for bytes, of which only one in some thousands is sampled. */
const DOUBLED_BYTES = 2.45;
/** Twice the levels of a graph lengthen one schema, whose way to its end is longer from each level. */
const DOUBLED_LEVELS = 2.5;

const work = temporaryFolder('growth');
afterAll(work.dispose);

async function count(name: string, spec: object): Promise<Work> {
  const path = join(work.path, `${name}.json`);
  writeFileSync(path, JSON.stringify(spec));
  const script = fileURLToPath(new URL('count-work.mjs', import.meta.url));
  const { stdout, stderr } = await run(process.execPath, [script, path]);
  expect(stderr).toBe('');
  return JSON.parse(stdout) as Work;
}

const total = ({ calls }: Work): number => Object.values(calls).reduce((sum, one) => sum + one, 0);

/** Functions that are called often and grew by more than `factor`: where to look when a bound is broken. */
const growing = (small: Work, large: Work, factor: number): string[] =>
  Object.entries(large.calls)
    .filter(([name, calls]) => calls > 20_000 && calls / (small.calls[name] ?? 1) > factor)
    .map(([name, calls]) => `${name}: ${small.calls[name] ?? 0} to ${calls}`);

describe('work of the generator', () => {
  it.each<NonNullable<SyntheticShape['graph']>>(['wide', 'near', 'chain'])(
    'at most doubles with the operations, schemas referring %s',
    async (graph) => {
      const small = await count(`${graph}-300`, syntheticSpec({ operations: 300, graph }));
      const large = await count(`${graph}-600`, syntheticSpec({ operations: 600, graph }));
      expect(total(small), 'calls are counted at all').toBeGreaterThan(300_000);
      expect(total(large) / total(small), growing(small, large, 3).join('\n')).toBeLessThan(DOUBLED);
      expect(growing(small, large, 4)).toEqual([]);
      expect(large.allocated / small.allocated).toBeLessThan(DOUBLED_BYTES);
      expect(large.bytes / small.bytes).toBeLessThan(DOUBLED);
    },
    120_000,
  );

  it('grows with the levels of a graph, not with the 2^40 ways through it', async () => {
    const [small, large] = [await count('levels-20', dagSpec(20)), await count('levels-40', dagSpec(40))];
    expect(total(small), 'calls are counted at all').toBeGreaterThan(10_000);
    expect(total(large) / total(small), growing(small, large, 3).join('\n')).toBeLessThan(DOUBLED_LEVELS);
    expect(large.allocated / small.allocated).toBeLessThan(DOUBLED_LEVELS);
  }, 60_000);
});
