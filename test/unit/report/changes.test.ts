import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { GeneratedFile } from '../../../src/emit/generated-file.js';
import { generate } from '../../../src/generate.js';
import { changesAgainst, compareTexts } from '../../../src/report/changes/against-folder.js';
import { changeReport } from '../../../src/report/changes/change.js';
import { changeLine, changeLines, countsOf, toolNamesOf } from '../../../src/report/changes/render-changes.js';
import { renderMarkdown } from '../../../src/report/changes/render-markdown.js';
import { temporaryFolder } from '../../support/temporary.js';

interface Case {
  name: string;
  /** JSON Pointer, and the value that goes there; without one the place goes. */
  edits: [pointer: string, value?: unknown][];
  /** Level, kind, tools and message of each change, in any order. */
  want: string[];
}

const { base: BASE, cases: CASES } = JSON.parse(
  readFileSync(new URL('../../../fixtures/cases/changes/specs.json', import.meta.url), 'utf8'),
) as { base: object; cases: Case[] };

function edited(edits: Case['edits']): object {
  const spec = structuredClone(BASE);
  for (const [pointer, ...value] of edits) {
    const keys = pointer.slice(1).split('/');
    const names = keys.map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
    const last = names.pop() ?? '';
    let at: object = spec;
    for (const name of names) at = Reflect.get(at, name) as object;
    if (value.length === 0) Reflect.deleteProperty(at, last);
    else Reflect.set(at, last, value[0]);
  }
  return spec;
}

const filesOf = async (edits: Case['edits']) => (await generate({ spec: edited(edits) })).files;
const RENAMED: Case['edits'] = [['/paths/~1pets/get/operationId', 'allPets']];

const readerOf = (files: readonly GeneratedFile[]) => {
  const texts = new Map(files.map(({ path, text }) => [path, text]));
  return (path: string) => texts.get(path);
};
const folder = temporaryFolder('changes');
afterAll(folder.dispose);
let base: readonly GeneratedFile[] = [];
beforeAll(async () => {
  base = await filesOf([]);
});

describe('changes between two outputs', () => {
  it.each(CASES.map((row): [string, Case] => [row.name, row]))('%s', async (_, { edits, want }) => {
    const after = await filesOf(edits);
    const { changes } = compareTexts(readerOf(base), readerOf(after), ['default']);
    const lines = changes.map(({ level, kind, tools, message }) =>
      [`${level} ${kind}`, ...(tools.length > 0 ? [`${tools.join(', ')}:`] : []), message].join(' '),
    );
    expect(lines.sort()).toEqual([...want].sort());
  });

  it('reads a folder, but nothing that is a link or was edited into code', async () => {
    const out = join(folder.path, 'out');
    for (const { path, text } of base) {
      mkdirSync(join(out, path, '..'), { recursive: true });
      writeFileSync(join(out, path), text);
    }
    const after = await filesOf(RENAMED);
    expect(changesAgainst(base, out)?.changes).toEqual([]);
    expect(changesAgainst(after, join(folder.path, 'none'))).toBeUndefined();
    expect(changesAgainst(after, out)?.breaking).toBe(1);
    writeFileSync(join(out, 'data/default.js'), '\nexport const definitions = [process.exit(9)];\n');
    expect(changesAgainst(after, out)?.changes.map(changeLine)).toEqual([
      'data/default.js on disk was edited and cannot be read: its tools are not compared',
    ]);
    // What no run wrote is nobody's earlier output.
    writeFileSync(join(out, 'data/other.js'), base.find(({ path }) => path === 'data/default.js')?.text ?? '');
    const others = after.map((file) => ({ ...file, path: file.path.replace('/default.', '/other.') }));
    expect(changesAgainst(others, out)?.changes.filter(({ kind }) => kind === 'renamed')).toEqual([]);
    rmSync(join(out, 'data/default.js'));
    symlinkSync('/etc/passwd', join(out, 'data/default.js'));
    expect(changesAgainst(base, out)?.changes.every(({ kind }) => kind === 'added')).toBe(true);
  });
});

describe('a change report', () => {
  const many = Array.from({ length: 150 }, (_, index) => ({
    level: 'breaking' as const,
    kind: 'removed' as const,
    tools: [`t${index}`],
    message: 'was removed',
  }));

  it('counts, names and bounds', () => {
    const report = changeReport([
      { level: 'cosmetic', kind: 'description', tools: ['a', 'b', 'c', 'd', 'e'], message: 'x' },
      ...many,
    ]);
    expect(countsOf(report)).toBe('150 breaking, 1 cosmetic');
    expect(toolNamesOf(report)).toMatch(/^-t0, .*-t9, … \(140 more\)$/);
    expect(changeLines(report, 'breaking', 2)).toEqual([
      't0: was removed',
      't1: was removed',
      '… 148 more; --report <file> or --json lists them all',
    ]);
    expect(changeLines(report, 'cosmetic', 2)).toEqual(['a, b, c and 2 more tools: x']);
  });

  it('is Markdown in which text of a document formats nothing', () => {
    const message = '<img src=x> [a](https://x) @team #1 `code` **b** www.x.y a\nb\u202e';
    const text = renderMarkdown([
      {
        folder: 'a`b',
        changes: changeReport([
          { level: 'cosmetic', kind: 'description', tools: ['t'], message, before: '``x\n# y', after: '' },
        ]),
        stale: ['README.md'],
      },
      { folder: 'new' },
      { folder: 'bad', errors: ['SPEC_NOT_FOUND: <b> does not exist.'] },
    ]);
    expect(text).toBe(`# Changes of Claude tools

## \`\`a\`b\`\`

1 cosmetic.

The output on disk is stale: 1 of its files differ.

### Cosmetic (1)

- \`t\`: &#60;img src=x&#62; &#91;a&#93;(https&#58;//x) &#64;team &#35;1 &#96;code&#96; &#42;&#42;b&#42;&#42; www&#46;x.y a b\uFFFD
  - before: \`\`\` \`\`x # y \`\`\`
  - after: \`  \`

## \`new\`

The first output: there is nothing to compare it with.

## \`bad\`

Nothing was generated.

- SPEC&#95;NOT&#95;FOUND: &#60;b&#62; does not exist.
`);
  });

  it('fits into a comment', () => {
    const text = renderMarkdown([{ folder: 'a', changes: changeReport(many) }]);
    expect(text).toContain('- … 50 more');
    expect(text.length).toBeLessThan(65_536);
  });
});
