import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { afterAll, describe, expect, it } from 'vitest';
import type { JSONSchema, Toolkit } from '../../src/runtime/contract.js';
import { importPackage, writePackage } from '../support/packages.js';
import { checkTools } from '../support/strict-check.mjs';
import { ROOT, temporaryFolder } from '../support/temporary.js';
import { LARGE_SPECS, operationsOf, unpackSpec } from './large-specs.js';

type Package = Toolkit<Record<string, unknown>, Record<string, unknown>>;

const work = temporaryFolder('large');
afterAll(work.dispose);

/** Names whose schemas are compiled, spread evenly over the document. */
const SAMPLE = 30;

function sample(names: readonly string[]): string[] {
  const step = Math.max(1, names.length / SAMPLE);
  return Array.from({ length: Math.min(SAMPLE, names.length) }, (_, at) => names[Math.floor(at * step)] ?? '');
}

/** Targets of all references of a schema, those inside of data (`const`, `enum`, …) left out. */
function referencesOf(schema: JSONSchema): string[] {
  const found: string[] = [];
  const pending: unknown[] = [schema];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (typeof next !== 'object' || next === null) continue;
    const {
      const: _const,
      enum: _enum,
      default: _default,
      examples: _examples,
      ...rest
    } = next as Record<string, unknown>;
    if (typeof rest['$ref'] === 'string') found.push(rest['$ref']);
    pending.push(...Object.values(rest).filter((value) => value !== undefined));
  }
  return found;
}

function resolves(schema: JSONSchema, reference: string): boolean {
  if (!/^#(?:\/|$)/.test(reference)) return false;
  const keys = decodeURIComponent(reference.slice(1)).split('/').slice(1);
  let at: unknown = schema;
  for (const key of keys) {
    const name = key.replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, name)) return false;
    at = (at as Record<string, unknown>)[name];
  }
  return true;
}

describe.each(LARGE_SPECS)('the whole package for $name', (spec) => {
  it(`makes a tool of every one of its ${spec.operations} operations, or says why not`, async () => {
    const folder = join(work.path, spec.name);
    mkdirSync(folder);
    const { path, text } = unpackSpec(spec, work.path);
    const operations = operationsOf(path, text);
    expect(operations).toHaveLength(spec.operations);

    const { tools, skipped, files, diagnostics } = await writePackage(folder, { spec: path });
    const told = [...tools, ...skipped].map(({ method, path: template }) => `${method} ${template}`);
    expect(told.sort()).toEqual([...operations].sort());
    expect(skipped.every(({ code, reason }) => code !== '' && reason !== '')).toBe(true);
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);

    const definitions = tools.map(({ definition }) => definition);
    expect(checkTools(definitions, { all: true }).errors).toEqual([]);

    const marks = [work.path, ROOT, encodeURI(work.path)].flatMap((place) => [place, place.replaceAll('\\', '\\\\')]);
    expect(files.filter((file) => marks.some((mark) => file.text.includes(mark))).map((file) => file.path)).toEqual([]);

    const pack = await importPackage<Package>(folder);
    const packed = new Map(pack.tools.map((tool) => [tool.name, tool]));
    expect(packed.size).toBe(definitions.length);
    const different = definitions.filter((tool) => !isDeepStrictEqual(packed.get(tool.name), tool));
    expect(different.map(({ name }) => name)).toEqual([]);
    expect(Object.keys(pack.operations).sort()).toEqual([...packed.keys()].sort());
    expect(checkTools(pack.tools, { all: true }).errors).toEqual([]);
    for (const name of sample(definitions.map(({ name }) => name))) {
      const schema = await pack.inputSchema(name);
      const foreign = referencesOf(schema).filter((reference) => !resolves(schema, reference));
      expect(foreign, name).toEqual([]);
      const ajv = new Ajv2020({ strict: false, allErrors: false, validateSchema: true, logger: false });
      formats.default(ajv);
      expect(ajv.compile(schema), name).toBeTypeOf('function');
    }
  });
});
