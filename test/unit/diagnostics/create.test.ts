import { expect, it } from 'vitest';
import { createDiagnostic, printable } from '../../../src/diagnostics/create.js';

it('a message is one short line that steers no terminal', () => {
  const { message } = createDiagnostic('PATH_INVALID', `a\u001b[2J\r\nb\u202e\u{e0041}\u2028c${'x'.repeat(1000)}`);
  expect(message).toMatch(/^a \[2J b cx*…$/u);
  expect(message).toHaveLength(400);
});

it('a text is never cut inside of a character', () => {
  for (const start of ['', 'x']) expect(printable(start + '😀'.repeat(300))).not.toMatch(/\p{Surrogate}/u);
});
