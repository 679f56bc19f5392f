import { describe, expect, it } from 'vitest';
import { renderTable } from '../../../src/cli/render-table.js';
import { specFiles } from '../../../src/cli/spec-files.js';
import { showable } from '../../../src/cli/terminal.js';
import { starterConfig } from '../../../src/config/starter.js';
import { createDiagnostic } from '../../../src/diagnostics/create.js';
import { countSeverities, groupDiagnostics } from '../../../src/report/group-diagnostics.js';
import { createPlaceFinder } from '../../../src/report/place.js';
import { specHash } from '../../../src/report/spec-hash.js';
import { plural, withCommas } from '../../../src/report/summary.js';

const file = (name: string, text: string) => ({ name, text, format: 'yaml' as const, value: {} });

describe('groupDiagnostics', () => {
  it('adds up counts of the same fault at the same place', () => {
    const one = createDiagnostic('PATH_INVALID', 'x', { location: { pointer: '/a' } });
    const other = createDiagnostic('PATH_INVALID', 'x', { location: { pointer: '/b' } });
    const info = createDiagnostic('ENCODED', 'y');
    const grouped = groupDiagnostics([one, { ...one, count: 3 }, other, info, one]);
    expect(grouped.map(({ count }) => count)).toEqual([5, undefined, undefined]);
    expect(countSeverities(grouped)).toEqual({ errors: 0, warnings: 2, infos: 1 });
  });
});

describe('createPlaceFinder', () => {
  const files = [file('specs/api.yaml', 'a: 1\nb:\n  c: 2\n'), file('parts/x.yaml', 'p:\n  q: 1\n')];
  const at = (location: { file?: string; pointer: string; line?: number; column?: number }) =>
    createDiagnostic('PATH_INVALID', 'x', { location });

  it('finds lines, and names files from the working folder', async () => {
    const find = await createPlaceFinder(files);
    expect(find(at({ pointer: '/b/c' }))).toEqual({ file: 'specs/api.yaml', index: 0, line: 3, column: 3 });
    expect(find(at({ file: 'parts/x.yaml', pointer: '/p/q' }))).toMatchObject({ file: 'specs/parts/x.yaml', line: 2 });
    expect(find(at({ file: 'https://x.test/y.yaml', pointer: '' }))).toEqual({ file: 'https://x.test/y.yaml' });
    expect(find(at({ pointer: '/b', line: 7, column: 9 }))).toMatchObject({ line: 7, column: 9 });
    expect(find(createDiagnostic('NO_OPERATIONS', 'x'))).toBeUndefined();
  });

  it('knows no place without files', async () => {
    const find = await createPlaceFinder([]);
    expect(find(at({ pointer: '/a' }))).toBeUndefined();
    expect(find(at({ file: 'x.yaml', pointer: '' }))).toEqual({ file: 'x.yaml' });
  });
});

describe('specHash', () => {
  it('depends on texts and on the names of further files, not on the name of the document', () => {
    const base = specHash([file('a.yaml', 'x'), file('b.yaml', 'y')]);
    expect(specHash([file('/elsewhere/a.yaml', 'x'), file('b.yaml', 'y')])).toBe(base);
    expect(specHash([file('a.yaml', 'x'), file('c.yaml', 'y')])).not.toBe(base);
    expect(specHash([file('a.yaml', 'xy'), file('b.yaml', '')])).not.toBe(base);
    expect(base).toMatch(/^[0-9a-f]{64}$/);
  });
});

describe('starterConfig', () => {
  const outs = (...specs: string[]) => {
    const { spec, out, specs: entries } = JSON.parse(starterConfig(specs));
    return entries?.map((entry: { out: string }) => entry.out) ?? [spec, out];
  };
  it('names folders after what tells documents apart', () => {
    expect(outs()).toEqual(['openapi.yaml', 'tools/api']);
    expect(outs('pets.yaml')).toEqual(['pets.yaml', 'tools/pets']);
    expect(outs('billing/openapi.yaml', 'users/openapi.json')).toEqual(['tools/billing', 'tools/users']);
    expect(outs('a/x.yaml', 'b/x.yaml', 'openapi.yaml')).toEqual(['tools/x', 'tools/x-2', 'tools/api']);
  });
});

describe('texts', () => {
  it('formats numbers and tables', () => {
    expect([withCommas(999), withCommas(1000), withCommas(1_234_567)]).toEqual(['999', '1,000', '1,234,567']);
    expect([plural(1, 'tool'), plural(2, 'tool'), plural(0, 'tool')]).toEqual(['1 tool', '2 tools', '0 tools']);
    expect(
      renderTable(
        [{ title: 'A' }, { title: 'N', align: 'right' }],
        [
          ['x', '10'],
          ['longer', '5'],
        ],
      ),
    ).toBe('A        N\nx       10\nlonger   5\n');
  });

  it('shows foreign text without control and invisible characters, lines kept', () => {
    expect(showable('a\u001b[2J\nb\tc\u202e\u{e0041}')).toBe('a\uFFFD[2J\nb\tc\uFFFD\uFFFD');
  });

  it('lists local files to watch', () => {
    const files = ['p/b.yaml', 'https://x.test/c.yaml'];
    expect(specFiles('s/a.yaml', files)).toEqual([`${process.cwd()}/s/a.yaml`, `${process.cwd()}/s/p/b.yaml`]);
    expect(specFiles('https://x.test/a', files)).toEqual([]);
    expect(specFiles('-')).toEqual([]);
    expect(specFiles({})).toEqual([]);
  });
});
