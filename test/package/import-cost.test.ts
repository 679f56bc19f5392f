import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { generate } from '../../src/index.js';
import { syntheticSpec } from '../bench/synthetic.js';
import { temporaryFolder } from '../support/temporary.js';

const work = temporaryFolder('import-cost');
afterAll(work.dispose);

/** Operations of the packages, and the tags that the family of documents gives them. */
const SIZES = { small: 50, large: 500 } as const;
const TAG_SIZE = 25;
type Size = keyof typeof SIZES;

/**
 * Counts what runs while the entry point is imported, and when the tools and one descriptor are looked at. Engines keep what a
 * text costs to themselves, but not what is made of it.
 */
const COUNT = `
const counts = {};
const watch = (owner, name) => {
  const original = owner[name];
  counts[name] = 0;
  owner[name] = function (...args) {
    counts[name] += 1;
    return Reflect.apply(original, this, args);
  };
};
watch(JSON, 'parse');
watch(Object, 'freeze');
watch(Object, 'fromEntries');
watch(Object, 'entries');
const { tools, operations } = await import('./index.js');
const imported = { ...counts };
operations.getThing1.method;
const described = { ...counts };
JSON.stringify(tools);
console.log(JSON.stringify({ imported, described, used: counts, tools: tools.length }));
`;

interface Counts {
  parse: number;
  freeze: number;
  fromEntries: number;
  entries: number;
}
type Report = Record<'imported' | 'described' | 'used', Counts> & { tools: number };

const folderOf = (size: Size) => join(work.path, size);
const reports = {} as Record<Size, Report>;

beforeAll(async () => {
  for (const size of Object.keys(SIZES) as Size[]) {
    await generate({ spec: syntheticSpec({ operations: SIZES[size] }), out: folderOf(size), name: 'x-tools' });
    writeFileSync(join(folderOf(size), 'count.mjs'), COUNT);
    const text = execFileSync(process.execPath, ['count.mjs'], { cwd: folderOf(size), encoding: 'utf8' });
    reports[size] = JSON.parse(text) as Report;
  }
});

/** Modules that are loaded with the entry point. */
function modulesOf(folder: string): string[] {
  const found = new Set(['index.js']);
  for (const path of found) {
    const text = readFileSync(join(folder, path), 'utf8');
    for (const [, next = ''] of text.matchAll(/^(?:import|export)[^;]*? from ["']([^"']+)["'];/gm)) {
      found.add(posix.join(posix.dirname(path), next));
    }
  }
  return [...found];
}

describe('importing a package', () => {
  it.each(Object.keys(SIZES) as Size[])('loads one module for each tag, and few others (%s)', (size) => {
    const modules = modulesOf(folderOf(size));
    const data = modules.filter((path) => path.startsWith('data/'));
    expect(data).toHaveLength(SIZES[size] / TAG_SIZE);
    for (const path of data) expect(readFileSync(join(folderOf(size), path), 'utf8')).not.toMatch(/^import /m);
    expect(modules.filter((path) => !data.includes(path)).sort()).toEqual([
      'descriptor.js',
      'index.js',
      'runtime/ajv.js',
      'runtime/index.js',
      'runtime/shared.js',
    ]);
  });

  it('parses nothing, and does the same for few tools and for many', () => {
    expect(reports.large.imported).toMatchObject({ parse: 0, fromEntries: 0, entries: 0 });
    expect(reports.large.imported).toEqual(reports.small.imported);
  });

  it('reads the descriptors of one tag for one of its tools', () => {
    for (const { imported, described } of Object.values(reports)) {
      expect(described.parse - imported.parse).toBe(1);
      // The descriptors of the tag, and the record of them.
      expect(described.freeze - imported.freeze).toBe(TAG_SIZE + 1);
    }
  });

  it.each(Object.keys(SIZES) as Size[])('reads all definitions for the tools, and plans nothing (%s)', (size) => {
    const { described, used, tools } = reports[size];
    expect(tools).toBe(SIZES[size]);
    expect(used.parse - described.parse).toBe(SIZES[size] / TAG_SIZE);
    // Of each tool itself, its schema, its properties and what it requires; and the list.
    expect(used.freeze - described.freeze).toBe(4 * SIZES[size] + 1);
  });
});
