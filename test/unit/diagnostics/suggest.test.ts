import { describe, expect, it } from 'vitest';
import { didYouMean, suggest } from '../../../src/diagnostics/suggest.js';

describe('suggest', () => {
  it.each([
    ['inspekt', ['generate', 'inspect', 'init'], 'inspect'],
    ['maxDescripton', ['maxDescription', 'maxTokens'], 'maxDescription'],
    ['getpet', ['getPet', 'addPet'], 'getPet'],
    ['--otu', ['--out', '--name'], '--out'],
    ['zebra', ['generate', 'inspect'], undefined],
    ['', ['a'], 'a'],
    ['x'.repeat(100_000), ['generate'], undefined],
  ])('%s among %j is %s', (given, known, want) => {
    expect(suggest(given, known)).toBe(want);
  });

  it('makes a sentence, or nothing', () => {
    expect(didYouMean('pln', ['plan'])).toBe(' Did you mean "plan"?');
    expect(didYouMean('zzz', ['plan'])).toBe('');
  });
});
