import { describe, expect, it } from 'vitest';
import { cli, spec } from './support.js';

describe('inspect', () => {
  it('shows an aligned table, totals and the fixed overhead', async () => {
    const { code, stdout } = await cli(['inspect', spec('pets.yaml')]);
    expect(code).toBe(0);
    const [head = '', ...rows] = stdout.split('\n');
    expect(head).toMatch(/^TOOL +METHOD +PATH +EFFECT +K +BYTES +GUARDED +TOKENS +ENCODINGS +STRICT$/);
    const column = head.indexOf('PATH');
    expect(rows.slice(0, 4).map((row) => row.slice(column).split(' ')[0])).toEqual([
      '/pets',
      '/pets',
      '/pets/{petId}',
      '/pets/{petId}',
    ]);
    expect(stdout).toMatch(/4 tools \(4 strict\), about \d+ tokens/);
    expect(stdout).toMatch(/Opus 5 +286 +406/);
  });

  it('adds up tokens, strict tools and guarded fields by tag', async () => {
    const { stdout } = await cli(['inspect', spec('pets.yaml'), '--json']);
    const { tools, tags, totals } = JSON.parse(stdout);
    const sum = (field: 'tools' | 'strict' | 'tokens') =>
      tags.reduce((total: number, tag: Record<string, number>) => total + (tag[field] ?? 0), 0);
    expect([sum('tools'), sum('strict'), sum('tokens')]).toEqual([tools.length, totals.strict, totals.tokens]);
    expect(totals.guarded).toBe(1);
    expect(tools[0].cost).toEqual({
      pooled: expect.any(Number),
      optional: expect.any(Number),
      unions: expect.any(Number),
      size: expect.any(Number),
      fields: expect.any(Number),
      guarded: 1,
    });
    const table = await cli(['inspect', spec('pets.yaml')]);
    expect(table.stdout).toMatch(/^TAG +TOOLS +STRICT +GUARDED +TOKENS$/m);
  });

  it('takes the tools that the strict plan serves first', async () => {
    const wrong = await cli(['inspect', spec('pets.yaml'), '--strict-first', 'colour:red']);
    expect(wrong.code).toBe(2);
    expect(wrong.stderr).toContain('"colour:red" of "strictFirst" cannot be read');
    const nothing = await cli(['inspect', spec('pets.yaml'), '--strict-first', 'tool:getPett']);
    expect(nothing.code).toBe(0);
    expect(nothing.stderr).toContain('SELECTOR_UNMATCHED');
  });

  it('says why a tool is not strict', async () => {
    const { stdout } = await cli(['inspect', spec('pets.yaml'), '--strict', 'none', '--json']);
    for (const tool of JSON.parse(stdout).tools) {
      expect(tool).toMatchObject({ strict: false, strictReason: expect.any(String) });
    }
  });

  it('lists what is left out, with the place', async () => {
    const { code, stdout, stderr } = await cli(['inspect', spec('left-out.yaml')]);
    expect(code).toBe(0);
    expect(stdout).toContain('Left out:\n  TRACE /trace  METHOD_UNSUPPORTED');
    expect(stderr).toMatch(/left-out\.yaml:\d+:\d+ - warning METHOD_UNSUPPORTED/);
  });

  it('shows notes, and nothing but errors with --quiet', async () => {
    const { stderr } = await cli(['inspect', spec('left-out.yaml'), '--quiet']);
    expect(stderr).toBe('');
  });
});
