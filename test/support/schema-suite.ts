import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Toolkit } from '../../src/runtime/contract.js';
import { toolkitFromSpec } from './spec-toolkit.js';
import { checkTools } from './strict-check.mjs';
import { ROOT } from './temporary.js';

export interface SuiteTest {
  readonly description: string;
  readonly data: unknown;
  readonly valid: boolean;
}

export interface SuiteGroup {
  readonly file: string;
  readonly description: string;
  readonly schema: unknown;
  readonly tests: readonly SuiteTest[];
}

export const SUITE = join(ROOT, 'fixtures/json-schema-test-suite');

/** The groups of one draft, by file. */
export function readSuite(draft: string): readonly SuiteGroup[] {
  const folder = join(SUITE, draft);
  return readdirSync(folder)
    .sort()
    .flatMap((name) => {
      const groups = JSON.parse(readFileSync(join(folder, name), 'utf8')) as Omit<SuiteGroup, 'file'>[];
      return groups.map((group) => ({ ...group, file: name.replace('.json', '') }));
    });
}

/** References to the root of a schema lead to where the schema stands in the document. */
function moveReferences(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(moveReferences);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => {
      if (key === 'enum' || key === 'const') return [key, item];
      const isLocal = key === '$ref' && typeof item === 'string' && (item === '#' || item.startsWith('#/'));
      return [key, isLocal ? `#/components/schemas/Body${String(item).slice(1)}` : moveReferences(item)];
    }),
  );
}

function hasId(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.hasOwn(value, '$id') || Object.hasOwn(value, 'id') || Object.values(value).some(hasId);
}

/** A document whose one operation takes the schema as its JSON body. */
export function wrap({ schema }: SuiteGroup, version: string): object {
  return {
    openapi: version,
    info: { title: 'Suite', version: '1' },
    servers: [{ url: 'https://suite.example' }],
    paths: {
      '/send': {
        post: {
          operationId: 'send',
          requestBody: {
            required: true,
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Body' } } },
          },
          responses: { 204: { description: 'taken' } },
        },
      },
    },
    components: { schemas: { Body: hasId(schema) ? schema : moveReferences(schema) } },
  };
}

/** A test whose outcome differs from the suite's; the whole group where `test` is empty. */
export interface Difference {
  readonly what: string;
  readonly test: string;
}

/** Every way in which a group's outcome differs from the suite's. */
export async function differences(group: SuiteGroup, version: string): Promise<readonly Difference[]> {
  const toolkit = await toolkitFromSpec(wrap(group, version));
  const [tool] = toolkit.tools;
  if (!tool) return [{ what: 'no tool', test: '' }];
  const faults = checkTools([tool], { all: true }).errors;
  if (faults.length > 0) return [{ what: `outside the subset: ${JSON.stringify(faults[0])}`, test: '' }];
  const ajv = new Ajv2020({ strict: false, ownProperties: true, validateFormats: false, logger: false });
  const isWritten = ajv.compile(tool.input_schema);
  const found: Difference[] = [];
  for (const test of group.tests) {
    const what = await problemOf(toolkit, isWritten, test);
    if (what !== undefined) found.push({ what, test: test.description });
  }
  return found;
}

async function problemOf(
  toolkit: Toolkit,
  isWritten: (value: unknown) => boolean,
  { data, valid }: SuiteTest,
): Promise<string | undefined> {
  const natural = { body: data };
  const written = toolkit.encodeInput('send', natural);
  const decoded = await decode(toolkit, written);
  if (!valid) return decoded === undefined ? undefined : 'accepted';
  if (decoded === undefined) return 'refused';
  if (!isDeepStrictEqual(JSON.parse(JSON.stringify(decoded)), natural)) return 'not given back';
  return isWritten(written) ? undefined : 'not writable';
}

/** What the runtime reads and lets through; undefined where it refuses. */
async function decode(toolkit: Toolkit, written: unknown): Promise<unknown> {
  try {
    const decoded = toolkit.decodeInput('send', written);
    await toolkit.createDispatcher().buildRequest('send', decoded as never);
    return decoded;
  } catch {
    return undefined;
  }
}
