import { expect, it } from 'vitest';
import { createPatternJudge } from '../../../src/lower/natural/dangerous-pattern.js';
import { createToValidation } from '../../../src/lower/natural/validation-schema.js';

it.each([
  ['^(a+)+$', 'PATTERN_DANGEROUS'],
  ['(', 'PATTERN_INVALID'],
])('keys that only the pattern %s allowed are not refused once it is dropped', (pattern, code) => {
  const codes: string[] = [];
  const convert = createToValidation(String, (found) => void codes.push(found), createPatternJudge());
  const closed = { additionalProperties: false, unevaluatedProperties: false } as const;
  expect(convert({ type: 'object', patternProperties: { '^b$': true }, ...closed })).toMatchObject(closed);
  expect(convert({ type: 'object', patternProperties: { [pattern]: true, '^b$': true }, ...closed })).toEqual({
    type: 'object',
    patternProperties: { '^b$': true },
  });
  expect(codes).toEqual([code]);
});
