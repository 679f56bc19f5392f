import { expect, it } from 'vitest';
import { createCompiler } from '../../../src/runtime/validate/ajv.js';

const compiler = createCompiler({ $defs: {} });

it('tells patterns apart and tries them on texts of common length', async () => {
  const schema = { type: 'object', properties: { a: { pattern: '^a+$' }, b: { pattern: '^b+$' } } };
  const validate = await compiler.first('two', schema);
  expect(validate({ a: 'a', b: 'b' })).toBe(true);
  expect(validate({ a: 'b', b: 'b' })).toBe(false);
  expect(validate({ a: 'a'.repeat(10_000), b: 'a' })).toBe(false);
});

it.each(['first', 'all'] as const)('does not try a pattern on texts that would take minutes (%s)', async (mode) => {
  const validate = await compiler[mode]('slow', { items: { type: 'string', maxLength: 5, pattern: '^a*a*$' } });
  expect(validate([`${'a'.repeat(300_000)}!`])).toBe(false);
  expect(validate(Array.from({ length: 2000 }, () => `${'a'.repeat(5000)}!`))).toBe(false);
});
