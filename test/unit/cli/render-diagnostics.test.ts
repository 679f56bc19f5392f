import { describe, expect, it } from 'vitest';
import { renderDiagnostics } from '../../../src/cli/render-diagnostics.js';
import type { Terminal } from '../../../src/cli/terminal.js';
import { createDiagnostic } from '../../../src/diagnostics/create.js';
import type { Diagnostic } from '../../../src/diagnostics/diagnostic.js';

const text = 'openapi: 3.1.0\npaths:\n  /a:\n    get: {}\n';
const files = [{ name: 'a.yaml', text, format: 'yaml' as const, value: {} }];
const plain: Terminal = { color: false, live: false, columns: 100, write: () => {} };
const at = (line: number, column: number) => ({ file: 'a.yaml', pointer: `/${line}/${column}` });
const warning = (message: string, line: number, column = 1) =>
  createDiagnostic('PATH_INVALID', message, { location: at(line, column) });

function render(diagnostics: readonly Diagnostic[], terminal = plain, all = false): string {
  return renderDiagnostics({
    diagnostics,
    files,
    terminal,
    all,
    show: ['error', 'warning'],
    find: ({ location }) => {
      const [, line, column] = location?.pointer.split('/') ?? [];
      return location && { file: 'a.yaml', index: 0, line: Number(line), column: Number(column) };
    },
  });
}

describe('renderDiagnostics', () => {
  it('has the form of compilers, in file order, infos left out', () => {
    const info = createDiagnostic('ENUM_DUPLICATE', 'Twice.', { location: at(1, 1) });
    expect(render([warning('Second.', 4, 5), info, warning('First.', 3, 3)])).toBe(
      'a.yaml:3:3 - warning PATH_INVALID: First.\n    help: A path starts with a single slash and has no host.\n' +
        'a.yaml:4:5 - warning PATH_INVALID: Second.\n    help: A path starts with a single slash and has no host.\n',
    );
  });

  it('tells the same fault once, with a count', () => {
    expect(render([warning('Same.', 3), warning('Same.', 3), warning('Same.', 4)])).toMatch(
      /^a.yaml:3:1 .*Same\. \(2 times\)\n.*\na.yaml:4:1 .*Same\.\n/,
    );
  });

  it('shows twenty of a code and the number of the rest, or all when asked', () => {
    const many = Array.from({ length: 25 }, (_, index) => warning(`Fault ${index}.`, index + 1));
    expect(render(many)).toContain('5 more PATH_INVALID; --verbose or --json shows them all.');
    expect(render(many).match(/Fault/g)).toHaveLength(20);
    expect(render(many, plain, true).match(/Fault/g)).toHaveLength(25);
  });

  it('draws the line in question on a terminal, colours only where they are wanted', () => {
    const live = { ...plain, live: true };
    expect(render([warning('Here.', 4, 5)], live)).toContain('    3 |   /a:\n    4 |     get: {}\n      |     ^\n');
    expect(render([warning('Here.', 4, 5)], live)).not.toContain('\u001b');
    expect(render([warning('Here.', 4, 5)], { ...live, color: true })).toContain('\u001b[33mwarning\u001b[0m');
  });

  it('lets no control character of a document reach the terminal', () => {
    const raw: Diagnostic = { code: 'PATH_INVALID', severity: 'warning', message: 'a\u001b[2Jb', help: 'c\u0007' };
    expect(render([raw])).not.toMatch(/[\u0000-\u0009\u000b-\u001f]/);
    const place = { file: 'a\u001b[2J\u202e.yaml', index: 0, line: 1, column: 1 };
    const odd = [{ ...files[0], name: place.file, text: `x: ${'\u001b]8;;\u0007\u202e'.repeat(100)}` }] as typeof files;
    const shown = renderDiagnostics({
      ...{ diagnostics: [raw], files: odd, terminal: { ...plain, live: true }, all: true, show: ['warning'] },
      find: () => place,
    });
    expect(shown).toContain('1 | x: ');
    expect(shown).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
    for (const line of shown.split('\n')) expect(line.length).toBeLessThanOrEqual(100);
  });
});
