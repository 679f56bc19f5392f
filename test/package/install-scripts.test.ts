import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../support/temporary.js';

/** What this test reads of a package in the lock file. */
interface Locked {
  readonly dev?: boolean;
  readonly hasInstallScript?: boolean;
}

const { packages }: { packages: Record<string, Locked> } = JSON.parse(
  readFileSync(join(ROOT, 'package-lock.json'), 'utf8'),
);
// The empty name is tools-gen itself, whose `prepare` builds it here and never runs for those who install it.
const installed = Object.entries(packages).filter(([path]) => path !== '');
const named = (entries: readonly [string, Locked][]) => entries.map(([path]) => path);

describe('what comes with tools-gen', () => {
  it('has no script that runs at install', () => {
    const production = installed.filter(([, { dev }]) => dev !== true);
    expect(named(production)).toEqual(expect.arrayContaining(['node_modules/ajv', 'node_modules/ts-morph']));
    expect(named(production.filter(([, { hasInstallScript }]) => hasInstallScript === true))).toEqual([]);
  });

  it('would be noticed: the lock file marks such packages of the tests', () => {
    const marked = installed.filter(([, { hasInstallScript }]) => hasInstallScript === true);
    expect(named(marked)).toContain('node_modules/esbuild');
  });
});
