import { describe, expect, it } from 'vitest';
import { createDiagnostic } from '../../../src/diagnostics/create.js';
import { ToolsGenError } from '../../../src/diagnostics/tools-gen-error.js';

const note = createDiagnostic('ENCODED', 'a note');
const error = createDiagnostic('INTERNAL', 'what went wrong');

describe('the message of a ToolsGenError', () => {
  it.each([
    ['errors alone, where there are some', [note, error, note], 'INTERNAL: what went wrong'],
    ['whatever it was thrown for, where there are none', [note, note], 'ENCODED: a note\nENCODED: a note'],
  ])('tells %s', (_, diagnostics, want) => {
    const thrown = new ToolsGenError(diagnostics);
    expect(thrown.message).toBe(want);
    expect(thrown.diagnostics).toBe(diagnostics);
  });
});
