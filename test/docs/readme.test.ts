import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CATALOGUE } from '../../src/diagnostics/catalogue.js';
import { ROOT } from '../support/temporary.js';

const README = join(ROOT, 'README.md');
const START = '<!-- diagnostics: written by `npm run readme` -->';
const END = '<!-- /diagnostics -->';

function table(): string {
  const rows = Object.entries(CATALOGUE).map(
    ([code, { severity, title, help }]) => `| \`${code}\` | ${severity} | ${title} | ${help} |`,
  );
  return ['| Code | Severity | Meaning | What to do |', '| --- | --- | --- | --- |', ...rows].join('\n');
}

describe('README', () => {
  it('has the table of diagnostics that the catalogue says', () => {
    const text = readFileSync(README, 'utf8');
    const [before, rest] = text.split(START);
    const after = rest?.split(END)[1];
    expect(after, 'the markers of the table are gone').toBeDefined();
    const wanted = `${before}${START}\n\n${table()}\n\n${END}${after}`;
    if (process.env['UPDATE_README'] === '1') writeFileSync(README, wanted);
    else expect(text).toBe(wanted);
  });

  it('shows the very turbo.json of the example', () => {
    const file = readFileSync(join(ROOT, 'examples/monorepo/turbo.json'), 'utf8');
    expect(readFileSync(README, 'utf8')).toContain(`\`\`\`json\n${file}\`\`\``);
  });
});
