import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { schemaModule, sharedSchemas } from '../../src/emit/files/schema-modules.js';
import { groupTools } from '../../src/emit/group-tools.js';
import { validatorFile, validatorModules } from '../../src/emit/validators/validator-modules.js';
import type { Validate, ValidatorModule } from '../../src/runtime/contract.js';
import { createCompiler } from '../../src/runtime/validate/ajv.js';
import { describeIssues, dottedPath } from '../../src/runtime/validate/describe.js';
import { definitions, schemas } from '../support/random-schemas.js';
import { readSuite, type SuiteGroup, wrap } from '../support/schema-suite.js';
import { lowerDocument } from '../support/spec-toolkit.js';
import { ROOT, temporaryFolder } from '../support/temporary.js';

const KINDS = ['first', 'all'] as const;
const work = temporaryFolder('parity');
let count = 0;

beforeAll(() => {
  cpSync(join(ROOT, 'dist/assets/runtime'), join(work.path, 'runtime'), { recursive: true });
});
afterAll(work.dispose);

/** Judges an input: what is wrong with it, in every detail that the runtime reads. */
function judge(validate: Validate, input: unknown): unknown {
  let fits: boolean;
  try {
    fits = validate(input);
  } catch (error) {
    return (error as Error).message;
  }
  const issues = fits ? [] : (validate.errors ?? []);
  const faults = issues.map(({ instancePath, keyword, params, message }) => [instancePath, keyword, params, message]);
  return [fits, faults, describeIssues(issues, input, dottedPath)];
}

/** Inputs of the tools of a document that precompiled and compiled validators judge differently, and how many were the same. */
async function compare(document: object, inputsOf: (tool: string) => readonly unknown[]) {
  const { model, lowered } = await lowerDocument(document);
  count += 1;
  const files = [
    ...(await validatorModules(lowered)).files,
    ...groupTools(model, lowered.tools).flatMap(schemaModule),
    ...sharedSchemas(lowered),
  ];
  for (const { path, text } of files) {
    const target = join(work.path, String(count), path);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, text.replaceAll("'../runtime/", "'../../runtime/"));
  }
  const compiler = createCompiler({ $defs: lowered.sharedSchemas });
  const differences: unknown[] = [];
  let same = 0;
  for (const { definition, validationSchema } of lowered.tools) {
    for (const kind of KINDS) {
      const file = join(work.path, String(count), 'validators', validatorFile(definition.name, kind));
      const { validate } = (await import(pathToFileURL(file).href)) as ValidatorModule;
      const compiled = await compiler[kind](definition.name, validationSchema);
      for (const input of inputsOf(definition.name)) {
        const [given, want] = [judge(validate, input), judge(compiled, input)];
        if (JSON.stringify(given) === JSON.stringify(want)) same += 1;
        else differences.push({ document, kind, input, given, want });
      }
    }
  }
  return { differences, same };
}

describe('precompiled validators judge as those that are compiled at run time', () => {
  const groups = readSuite('draft2020-12');
  const files = [...new Set(groups.map(({ file }) => file))];
  const ofFile = (file: string): SuiteGroup[] => groups.filter((group) => group.file === file);

  it.each(files)('%s of JSON-Schema-Test-Suite', async (file) => {
    let judged = 0;
    for (const group of ofFile(file)) {
      const inputs = [...group.tests.map(({ data }) => ({ body: data })), {}, { body: { ['__proto__']: 1 } }];
      const { differences, same } = await compare(wrap(group, '3.1.0'), () => inputs);
      expect(differences).toEqual([]);
      judged += same;
    }
    expect(judged).toBeGreaterThan(0);
  });

  it.each([
    ['a chain', (at: number) => [at + 1]],
    ['a knot', (at: number) => [at + 1, (at * 7) % 600]],
  ])('%s of definitions that is too long for Ajv to recurse into', async (_name, nextOf) => {
    const schema = (at: number) => {
      const next = nextOf(at).filter((target) => target < 600);
      const links = next.map((target, index) => [`link${index}`, { $ref: `#/components/schemas/Part${target}` }]);
      return { type: 'object', properties: { id: { type: 'integer' }, ...Object.fromEntries(links) } };
    };
    const content = { 'application/json': { schema: { $ref: '#/components/schemas/Part0' } } };
    const document = {
      openapi: '3.1.0',
      info: { title: 'Long', version: '1' },
      paths: { '/send': { post: { operationId: 'send', requestBody: { content }, responses: {} } } },
      components: { schemas: Object.fromEntries(Array.from({ length: 600 }, (_, at) => [`Part${at}`, schema(at)])) },
    };
    const nest = (depth: number, id: unknown): object => (depth === 0 ? { id } : { link0: nest(depth - 1, id) });
    const bodies = [nest(0, 1), nest(3, 1), nest(3, 'x'), nest(40, 'x'), { link0: [] }];
    const { differences, same } = await compare(document, () => bodies.map((body) => ({ body })));
    expect(differences).toEqual([]);
    expect(same).toBe(2 * bodies.length);
  });

  it('random schemas, several tools a document', async () => {
    const values = fc.array(fc.jsonValue({ maxDepth: 3 }), { minLength: 5, maxLength: 10 });
    const bodies = fc.array(schemas, { minLength: 2, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(bodies, values, async (all, bodyValues) => {
        const paths = all.map((schema, index) => {
          const content = { 'application/json': { schema } };
          const post = { operationId: `send${index}`, requestBody: { content }, responses: {} };
          return [`/send${index}`, { post }] as const;
        });
        const document = JSON.parse(
          JSON.stringify({
            openapi: '3.1.0',
            info: { title: 'Random', version: '1' },
            paths: Object.fromEntries(paths),
            components: { schemas: definitions },
          }).replaceAll('#/$defs/', '#/components/schemas/'),
        );
        const { differences } = await compare(document, () => bodyValues.map((body) => ({ body })));
        expect(differences).toEqual([]);
      }),
      { numRuns: 40, seed: 7 },
    );
  }, 120_000);
});
