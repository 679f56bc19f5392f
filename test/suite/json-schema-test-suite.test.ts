import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { differences, readSuite, SUITE, type SuiteGroup } from '../support/schema-suite.js';

/** `<what differs>: <reason>` by draft and by `<file> / <group> / <test>`. */
interface Exceptions {
  readonly reasons: Readonly<Record<string, string>>;
  readonly tests: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

const EXCEPTIONS = JSON.parse(readFileSync(join(SUITE, 'exceptions.json'), 'utf8')) as Exceptions;

function byFile(groups: readonly SuiteGroup[]): readonly (readonly [string, readonly SuiteGroup[]])[] {
  return [...new Set(groups.map(({ file }) => file))].map((file) => [
    file,
    groups.filter((group) => group.file === file),
  ]);
}

describe.each([
  ['draft2020-12', '3.1.0'],
  ['draft4', '3.0.3'],
])('%s as the body of an OpenAPI %s document', (draft, version) => {
  const known = Object.entries(EXCEPTIONS.tests[draft] ?? {});

  it.each(byFile(readSuite(draft)))(
    '%s: values are judged as the suite does, through both forms',
    async (file, groups) => {
      const found: [string, string][] = [];
      for (const group of groups) {
        for (const { what, test } of await differences(group, version))
          found.push([`${file} / ${group.description} / ${test}`, what]);
      }
      const expected = known.filter(([name]) => name.startsWith(`${file} / `));
      expect(Object.fromEntries(found)).toEqual(
        Object.fromEntries(expected.map(([name, text]) => [name, text.slice(0, text.indexOf(':'))])),
      );
    },
    120_000,
  );

  it('has a reason for every exception', () => {
    const reasons = new Set(known.map(([, text]) => text.slice(text.indexOf(': ') + 2)));
    expect([...reasons].filter((reason) => !Object.hasOwn(EXCEPTIONS.reasons, reason))).toEqual([]);
  });
});
