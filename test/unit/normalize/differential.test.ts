import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { Diagnostic } from '../../../src/diagnostics/diagnostic.js';
import { loadSpec } from '../../../src/load/load-spec.js';
import { lowerApi } from '../../../src/lower/lower-api.js';
import { buildModel } from '../../../src/model/build-model.js';
import { normalizeSpec } from '../../../src/normalize/normalize-spec.js';
import type { OperationDescriptor } from '../../../src/runtime/contract.js';
import { ROOT } from '../../support/temporary.js';

type Raw = Record<string, unknown>;

/** A raw value and the file it stands in. */
interface Place {
  value: unknown;
  file: string;
}

interface Counted {
  parameters: string[];
  hasBody: boolean;
}

const SPECS = join(ROOT, 'fixtures', 'specs', 'real');
const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'];

const FILES = readdirSync(SPECS, { recursive: true, encoding: 'utf8' })
  .map((name) => name.replaceAll('\\', '/'))
  .filter((name) => /\.(?:json|ya?ml)$/.test(name) && /^["{\s]*(?:openapi|swagger)"?:/m.test(textOf(join(SPECS, name))))
  .sort();

function textOf(file: string): string {
  return readFileSync(file, 'utf8').replace(/^\uFEFF/, '');
}

const parsed = new Map<string, unknown>();
function rawOf(file: string): unknown {
  if (!parsed.has(file)) parsed.set(file, parse(textOf(file), { maxAliasCount: -1, uniqueKeys: false }));
  return parsed.get(file);
}

const isObject = (value: unknown): value is Raw => typeof value === 'object' && value !== null;
const field = (value: unknown, key: string): unknown =>
  isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;

/** What a place leads to once its references are followed; undefined where one cannot be. */
function followed({ value, file }: Place, hops = 0): Place | undefined {
  const reference = field(value, '$ref');
  if (typeof reference !== 'string') return { value, file };
  const [name = '', pointer = ''] = reference.split('#', 2);
  if (hops > 20 || /^[a-z]+:/i.test(name)) return undefined;
  const target = name === '' ? file : resolve(dirname(file), decodeURIComponent(name));
  const keys = decodeURIComponent(pointer).split('/').slice(1);
  const found = keys.reduce<unknown>(
    (at, key) => field(at, key.replaceAll('~1', '/').replaceAll('~0', '~')),
    rawOf(target),
  );
  return found === undefined ? undefined : followed({ value: found, file: target }, hops + 1);
}

/** Operations of a document and their parameters, counted without any code of the generator. */
function countDocument(file: string): Map<string, Counted> {
  const counted = new Map<string, Counted>();
  const paths = followed({ value: field(rawOf(file), 'paths'), file });
  for (const [path, raw] of Object.entries(isObject(paths?.value) ? paths.value : {})) {
    const item = path.startsWith('x-') ? undefined : followed({ value: raw, file: paths?.file ?? file });
    if (!item || !isObject(item.value)) continue;
    const operations = [
      ...METHODS.map((method) => [method, field(item.value, method)] as const),
      ...Object.entries(field(item.value, 'additionalOperations') ?? {}),
    ];
    for (const [method, operation] of operations) {
      if (isObject(operation)) counted.set(`${method.toUpperCase()} ${path}`, countOperation(item, operation));
    }
  }
  return counted;
}

function countOperation(item: Place, operation: Raw): Counted {
  const parameters = new Set<string>();
  let hasBody = isObject(operation['requestBody']);
  for (const holder of [item.value, operation]) {
    const list = field(holder, 'parameters');
    for (const raw of Array.isArray(list) ? list : []) {
      const parameter = followed({ value: raw, file: item.file })?.value;
      const place = field(parameter, 'in');
      if (place === 'body' || place === 'formData') hasBody = true;
      else parameters.add(`${String(place)} ${String(field(parameter, 'name'))}`);
    }
  }
  return { parameters: [...parameters].sort(), hasBody };
}

/** Parameters that are neither sent nor told of, and a body that is neither. */
function vanished(counted: Counted, descriptor: OperationDescriptor, told: readonly Diagnostic[]): string[] {
  const sent = new Set(descriptor.parameters.map((one) => `${one.in} ${one.name}`));
  const lost = counted.parameters.filter((key) => {
    const name = key.slice(key.indexOf(' ') + 1);
    return !sent.has(key) && !told.some(({ code, message }) => code.startsWith('PARAMETER_') && message.includes(name));
  });
  const isBodyTold = told.some(({ code }) => /^(?:BODY_|MEDIA_TYPE_)/.test(code));
  return counted.hasBody && !descriptor.body && !isBodyTold ? [...lost, 'body'] : lost;
}

/** Everything from the document to its tools, with all that is told on the way. */
async function readTools(file: string) {
  const { spec, diagnostics } = await loadSpec(file, { refRoot: SPECS });
  const normalized = normalizeSpec(spec);
  const built = buildModel(normalized.spec, { include: [], exclude: [], strict: 'plan', overrides: {} });
  const { tools, ...lowered } = lowerApi(built.model, { maxDescription: 600, maxTokens: 4000 });
  const skipped = [...new Set([...built.model.skipped, ...lowered.skipped])];
  return {
    tools,
    skipped,
    told: [...diagnostics, ...normalized.diagnostics, ...built.diagnostics, ...lowered.diagnostics],
  };
}

describe('nothing vanishes between document and tools', () => {
  it('looks at documents of every version', () => {
    expect(FILES.length).toBeGreaterThan(15);
    const versions = new Set(
      FILES.map((name) => String(field(rawOf(join(SPECS, name)), 'openapi') ?? '2.0').slice(0, 3)),
    );
    expect([...versions].sort()).toEqual(['2.0', '3.0', '3.1', '3.2']);
  });

  it.each(FILES)('%s', async (name) => {
    const file = join(SPECS, name);
    const counted = countDocument(file);
    if (counted.size === 0) return expect(readTools(file)).rejects.toThrow('NO_OPERATIONS');
    const { tools, skipped, told } = await readTools(file);
    const known = [...tools.map(({ descriptor }) => descriptor), ...skipped].map((one) => `${one.method} ${one.path}`);
    expect(known.sort()).toEqual([...counted.keys()].sort());
    const lost = tools.flatMap(({ descriptor }) => {
      const key = `${descriptor.method} ${descriptor.path}`;
      const count = counted.get(key) ?? { parameters: [], hasBody: false };
      return vanished(count, descriptor, told).map((what) => `${key}: ${what}`);
    });
    return expect(lost).toEqual([]);
  });
});
