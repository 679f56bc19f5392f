import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { load } from 'js-yaml';
import { expect, it } from 'vitest';
import type { Diagnostic } from '../../src/diagnostics/diagnostic.js';
import { ToolsGenError } from '../../src/diagnostics/tools-gen-error.js';
import { loadSpec } from '../../src/load/load-spec.js';
import { lowerApi } from '../../src/lower/lower-api.js';
import { buildModel } from '../../src/model/build-model.js';
import { normalizeSpec } from '../../src/normalize/normalize-spec.js';
import { checkTools } from '../support/strict-check.mjs';
import { ROOT } from '../support/temporary.js';
import { type Json, mutate, randomNumbers, textOf } from './mutations.js';

/** Documents to make; MUTATIONS_RUNS=5000 for a long run by hand, MUTATIONS_SEED for other ones. */
const RUNS = Number(process.env['MUTATIONS_RUNS'] ?? 60);
const SEED = Number(process.env['MUTATIONS_SEED'] ?? 1);

/** Paths of a real document that are kept in each run. */
const KEPT_PATHS = 4;

const FOLDER = join(ROOT, 'fixtures', 'specs', 'real');
const DOCUMENTS: readonly string[] = ['v2', 'v30', 'v31', 'v32'].flatMap((era) =>
  readdirSync(join(FOLDER, era)).map((name) => JSON.stringify(load(readFileSync(join(FOLDER, era, name), 'utf8')))),
);
const isObject = (value: Json | undefined): value is { [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const PARSED = DOCUMENTS.map((text): Json => JSON.parse(text)).filter((each) => isObject(each) && 'paths' in each);

/** A real document with some of its paths, and what they refer to. */
function excerpt(document: Json, random: () => number): Json {
  if (!isObject(document) || !isObject(document['paths'])) return structuredClone(document);
  const paths = Object.entries(document['paths']);
  const start = Math.floor(random() * Math.max(1, paths.length - KEPT_PATHS));
  const { components, definitions, ...rest } = document;
  const small: { [key: string]: Json } = structuredClone({
    ...rest,
    paths: Object.fromEntries(paths.slice(start, start + KEPT_PATHS)),
  });
  const open: Json[] = [small];
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    for (const [, reference = ''] of JSON.stringify(part).matchAll(/"#\/((?:components|definitions)\/[^"]+)"/g)) {
      const added = carry(document, small, reference.split('/'));
      if (added !== undefined) open.push(added);
    }
  }
  const schemes = isObject(components) ? components['securitySchemes'] : undefined;
  if (schemes) small['components'] = { ...(small['components'] as object), securitySchemes: structuredClone(schemes) };
  return small;
}

/** Copies a part of one document to the same place of the other; undefined where it stands there or nowhere. */
function carry(from: Json, to: { [key: string]: Json }, steps: readonly string[]): Json | undefined {
  let [source, target]: [Json | undefined, { [key: string]: Json }] = [from, to];
  for (const [index, step] of steps.entries()) {
    source = isObject(source) ? source[step] : undefined;
    if (source === undefined || (index === steps.length - 1 && step in target)) return undefined;
    if (index === steps.length - 1) {
      target[step] = structuredClone(source);
      return target[step];
    }
    const next: Json = target[step] ?? {};
    target[step] = next;
    if (!isObject(next)) return undefined;
    target = next;
  }
  return undefined;
}

const METHODS = /^(?:get|put|post|delete|options|head|patch|trace|query)$/i;

/** The operations of a document, counted without any code of the generator: `GET /a`. */
function operationsOf(document: Json): string[] {
  const paths = isObject(document) ? document['paths'] : undefined;
  if (!isObject(paths) || '$ref' in paths) return [];
  return Object.entries(paths).flatMap(([path, item]) =>
    isObject(item) && !path.startsWith('x-')
      ? Object.entries(item).flatMap(([method, operation]) =>
          METHODS.test(method) && operation !== null ? [`${method.toUpperCase()} ${path}`] : [],
        )
      : [],
  );
}

interface Outcome {
  readonly told: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}

/** All stages up to the tools. What they throw must be an error of the document. */
async function run(text: string): Promise<Outcome | undefined> {
  try {
    const { spec, diagnostics } = await loadSpec({ name: 'api.json', text });
    const normalized = normalizeSpec(spec);
    const { model, ...built } = buildModel(normalized.spec, {
      include: [],
      exclude: [],
      strict: 'plan',
      overrides: {},
    });
    const lowered = lowerApi(model, { maxDescription: 600, maxTokens: 4000 });
    const definitions = lowered.tools.map(({ definition }) => definition);
    expect(checkTools(definitions, { all: true }).errors).toEqual([]);
    const ajv = new Ajv2020({ strict: false, validateFormats: false, logger: false });
    ajv.addSchema({ $id: 'shared', $defs: lowered.sharedSchemas });
    for (const { validationSchema } of lowered.tools) ajv.compile(validationSchema);
    const skipped = [...model.skipped, ...lowered.skipped];
    const tools = lowered.tools.map(({ descriptor }) => descriptor);
    return {
      told: [...tools, ...skipped].map(({ method, path }) => `${method} ${path}`),
      diagnostics: [...diagnostics, ...normalized.diagnostics, ...built.diagnostics, ...lowered.diagnostics],
    };
  } catch (error) {
    if (!(error instanceof ToolsGenError)) throw error;
    expect(error.diagnostics.map(({ code }) => code)).not.toContain('INTERNAL');
    expect(error.diagnostics.some(({ severity }) => severity === 'error')).toBe(true);
    return undefined;
  }
}

it('reads real documents with faults in them, and leaves no operation out in silence', async () => {
  let survived = 0;
  for (let index = 0; index < RUNS; index += 1) {
    const random = randomNumbers(SEED * 100_003 + index);
    const document = excerpt(PARSED[index % PARSED.length] ?? null, random);
    mutate(document, 1 + Math.floor(random() * 12), random);
    const text = textOf(document);
    const outcome = await run(text).catch((error: Error) => {
      throw new Error(`run ${index}: ${error.stack}\n${text.slice(0, 20_000)}`);
    });
    if (!outcome) continue;
    survived += 1;
    const told = new Set(outcome.told);
    const isTold = (operation: string) => {
      const [method = '', path = ''] = [operation.split(' ', 1)[0], operation.slice(operation.indexOf(' ') + 1)];
      const bare = path.replace(/#.*$/s, '');
      return [path, `/${path}`, bare, `/${bare}`].some(
        (each) => told.has(`${method} ${each}`) || told.has(`* ${each}`),
      );
    };
    const silent = operationsOf(JSON.parse(text)).filter((operation) => !isTold(operation));
    expect(silent, `run ${index}`).toEqual([]);
  }
  expect(survived).toBeGreaterThan(RUNS / 2);
});
