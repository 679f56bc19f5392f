import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import yaml from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { type GenerateOptions, generate } from '../../src/index.js';
import { ROOT } from '../support/temporary.js';
import { diffLines, type Hunk } from './line-diff.js';

type Item = Record<string, Record<string, unknown>>;
interface Document {
  paths: Record<string, Item>;
}

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch'];

function read(spec: string): Document {
  const text = readFileSync(join(ROOT, 'fixtures/specs/real', spec), 'utf8');
  return (spec.endsWith('.json') ? JSON.parse(text) : yaml.load(text)) as Document;
}

const keysOf = ({ paths }: Document): [path: string, method: string][] =>
  Object.entries(paths).flatMap(([path, item]) =>
    METHODS.filter((method) => Object.hasOwn(item, method)).map((method): [string, string] => [path, method]),
  );

function without(document: Document, [path, method]: readonly [string, string]): Document {
  const copy = structuredClone(document);
  delete copy.paths[path]?.[method];
  if (!METHODS.some((name) => Object.hasOwn(copy.paths[path] ?? {}, name))) delete copy.paths[path];
  return copy;
}

/** The same document as it would be had `path` never been there, with it put back at `index`. */
function insert(document: Document, index: number, path: string, item: Item): Document {
  const entries = Object.entries(document.paths);
  return {
    ...document,
    paths: Object.fromEntries([...entries.slice(0, index), [path, item], ...entries.slice(index)]),
  };
}

type Tree = ReadonlyMap<string, string>;

async function treeOf(document: Document, options: Omit<GenerateOptions, 'spec'> = {}): Promise<Tree> {
  const { files } = await generate({ ...options, spec: document });
  return new Map(files.filter(({ path }) => !path.startsWith('runtime/')).map(({ path, text }) => [path, text]));
}

/** Lines that speak of the whole set and cannot but change with it. */
const TOTALS: readonly (readonly [file: string, line: RegExp])[] = [
  ['README.md', /^\d+ tools? for Claude/],
  // The section about the strict plan: whose row says what depends on who else is there.
  ['README.md', /^\| `[^`]+` \| (?:yes|no: [^|]+) \| (?:\d+%|–) \| \d+ \| \d+ \| [^|]+ \|$/],
  // Digests of the document and of the files that changed.
  ['tools-gen.json', /^ {4}"[^"]+": "[0-9a-f]{64}",?$/],
  ['tools-gen.json', /^ {2}"digest": |^ {4}"(?:warnings|notes)": \d/],
  // The strict plan is made for the set: who is in depends on who else is there.
  ['tools-gen.json', /^ {6}"(?:strict|strictReason|guarded)": /],
  ['index.js', /^ {2}[\w"-]+: \[|^ {4}"\/|^ {2}\],$/],
];

const isTotal = (file: string, line: string) => TOTALS.some(([name, pattern]) => name === file && pattern.test(line));

interface Change extends Hunk {
  file: string;
}

/** Hunks of all files, lines about the whole set taken out; a file that only one tree has is one hunk. */
function changesOf(larger: Tree, smaller: Tree): Change[] {
  return [...new Set([...larger.keys(), ...smaller.keys()])].flatMap((file) => {
    const whole = larger.get(file);
    const rest = smaller.get(file);
    if (whole === undefined || rest === undefined) {
      return [{ file, removed: whole === undefined ? [] : [whole], added: rest === undefined ? [] : [rest] }];
    }
    return diffLines(whole, rest)
      .map(({ removed, added }) => ({
        file,
        removed: removed.filter((line) => !isTotal(file, line)),
        added: added.filter((line) => !isTotal(file, line)),
      }))
      .filter(({ removed, added }) => removed.length + added.length > 0);
  });
}

/** Names of the components that an operation reaches: their declarations may come and go with it. */
function componentsOf(document: Document, operation: unknown): string[] {
  const schemas = (document as unknown as { components?: { schemas?: Record<string, unknown> } }).components?.schemas;
  const found = new Set<string>();
  const pending: unknown[] = [operation];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    for (const [, name = ''] of JSON.stringify(next).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      if (found.has(name)) continue;
      found.add(name);
      pending.push(schemas?.[name]);
    }
  }
  return [...found];
}

const squeeze = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, '');

/** Taking an operation away takes lines away that are about it, and changes no other line. */
function expectOnlyLinesOf(changes: readonly Change[], names: readonly string[]): void {
  expect(changes.filter(({ added }) => added.length > 0)).toEqual([]);
  const marks = names.map(squeeze);
  const strangers = changes.filter(({ file, removed }) => {
    const text = squeeze(`${file} ${removed.join('')}`);
    return !marks.some((mark) => text.includes(mark));
  });
  expect(strangers).toEqual([]);
}

const operationOf = (document: Document, [path, method]: readonly [string, string]) =>
  document.paths[path]?.[method] as { operationId: string; tags?: string[] };

const PLACES = ['first', 'middle', 'last'] as const;
const placeOf = (place: (typeof PLACES)[number], length: number) =>
  ({ first: 0, middle: length >> 1, last: length - 1 })[place];

describe.each(['v30/petstore-v3.yaml', 'v30/ory--keto.v26.2.0.json', 'v30/box--openapi-v2025.0.json'])(
  'the output for %s',
  (spec) => {
    const document = read(spec);
    const keys = keysOf(document);

    it.each(PLACES)('loses only its own lines when the %s operation goes', async (place) => {
      const key = keys[placeOf(place, keys.length)] ?? ['', ''];
      const operation = operationOf(document, key);
      const changes = changesOf(await treeOf(document), await treeOf(without(document, key)));
      expectOnlyLinesOf(changes, [
        operation.operationId,
        // A tag goes with its last operation.
        ...(operation.tags ?? []),
        ...componentsOf(document, operation),
      ]);
      expect(changes.length).toBeGreaterThan(4);
    });

    it.each(PLACES)('gains only its own lines when an operation of a new tag comes %s', async (place) => {
      const item = {
        get: {
          operationId: 'zebraCrossing',
          tags: ['Zebra crossings'],
          summary: 'Where zebras cross.',
          parameters: [{ name: 'stripes', in: 'query', schema: { type: 'integer' } }],
          responses: { 200: { description: 'Zebras.' } },
        },
      };
      const index =
        place === 'last' ? Object.keys(document.paths).length : placeOf(place, Object.keys(document.paths).length);
      const larger = insert(document, index, '/zebras', item);
      const changes = changesOf(await treeOf(larger), await treeOf(document));
      expectOnlyLinesOf(changes, ['zebra']);
      const files = changes.map(({ file }) => file);
      expect(files).toEqual(expect.arrayContaining(['index.js', 'index.d.ts', 'tools/zebra-crossings.js']));
    });

    it('has the same names, types and schemas when its paths are given backwards', async () => {
      const backwards = { ...document, paths: Object.fromEntries(Object.entries(document.paths).reverse()) };
      // Unplanned: which tools are strict is a matter of order where two are equally dear.
      const there = await generate({ spec: document, strict: 'none' });
      const back = await generate({ spec: backwards, strict: 'none' });
      const byName = ({ tools }: typeof there) =>
        tools
          .map(({ definition, method, path }) => ({ ...definition, method, path }))
          .sort((left, right) => (left.name < right.name ? -1 : 1));
      expect(byName(back)).toEqual(byName(there));
      expect(back.files.map(({ path }) => path).sort()).toEqual(there.files.map(({ path }) => path).sort());
      const lines = ({ files }: typeof there) =>
        files
          .find(({ path }) => path === 'index.d.ts')
          ?.text.split('\n')
          .sort();
      expect(lines(back)).toEqual(lines(there));
    });

    it('renames nothing under filters', async () => {
      const whole = await generate({ spec: document });
      const names = new Map(whole.tools.map(({ method, path, name }) => [`${method} ${path}`, name]));
      for (const options of [{ include: ['method:get'] }, { exclude: ['method:get'] }]) {
        const some = await generate({ ...options, spec: document });
        expect(some.tools.length).toBeLessThan(whole.tools.length);
        for (const { method, path, name } of some.tools) expect(name).toBe(names.get(`${method} ${path}`));
        expectSubset(whole.files, some.files);
      }
    });
  },
);

/** Every line of the smaller package but those about the whole set is a line of the larger one, the manifest's record of the options aside. */
function expectSubset(
  whole: readonly { path: string; text: string }[],
  some: readonly { path: string; text: string }[],
) {
  const larger = new Map(whole.map(({ path, text }) => [path, text]));
  const files = some.filter(({ path }) => path !== 'tools-gen.json');
  const strange = files.flatMap(({ path, text }) =>
    diffLines(larger.get(path) ?? '', text).flatMap(({ added }) =>
      added.filter((line) => !isTotal(path, line)).map((line) => `${path}: ${line}`),
    ),
  );
  expect(strange).toEqual([]);
}
