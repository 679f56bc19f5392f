import { describe, expect, it } from 'vitest';
import { checkOptions } from '../../../src/config/check-options.js';

const CASES: [unknown, string[]][] = [
  [{ spec: 'a.yaml', out: 'x', include: ['tag:a'], maxDescription: 10, bare: true, strict: 'plan' }, []],
  [{ spec: 'a', out: undefined }, []],
  [{ spce: 'a' }, ['t: "spce" is not an option. Did you mean "spec"?']],
  [{ include: 'tag:a' }, ['t: "include" must be a list of strings.']],
  [{ bare: 'yes' }, ['t: "bare" must be true or false.']],
  [{ maxTokens: 0 }, ['t: "maxTokens" must be a whole number above 0.']],
  [{ maxTokens: 1.5 }, ['t: "maxTokens" must be a whole number above 0.']],
  [{ strict: 'pln' }, ['t: "strict" must be plan, all or none. Did you mean "plan"?']],
  [{ validators: 'precompile' }, ['t: "validators" must be lazy or precompiled. Did you mean "precompiled"?']],
  [{ name: '@acme/pets-tools' }, []],
  [{ spec: '' }, ['t: "spec" must be a path, a URL or an object.']],
  [{ operations: [] }, ['t: "operations" must be an object of objects.']],
  [
    { operations: { getPet: { descripton: 'x' } } },
    ['t: "operations" has an unknown key "descripton" for "getPet". Did you mean "description"?'],
  ],
  [{ constructor: 1 }, ['t: "constructor" is not an option.']],
];

describe('checkOptions', () => {
  it.each(CASES)('%j', (options, want) => {
    expect(checkOptions(options as object, 't').map(({ message }) => message)).toEqual(want);
  });

  it('refuses an own __proto__ as any other unknown name', () => {
    const options = JSON.parse('{"__proto__": 1}') as object;
    expect(checkOptions(options, 't')).toHaveLength(1);
  });
});
