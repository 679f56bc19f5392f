import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { loadSpec } from '../../../src/load/load-spec.js';
import { lowerApi } from '../../../src/lower/lower-api.js';
import { buildModel } from '../../../src/model/build-model.js';
import { normalizeSpec } from '../../../src/normalize/normalize-spec.js';
import { checkTools } from '../../support/strict-check.mjs';
import { ROOT } from '../../support/temporary.js';

/** One fault that users of other tools met, from a document to what must come of it; or where or why there is no case here. */
interface Case {
  readonly id: string;
  readonly name: string;
  readonly version?: string;
  readonly paths?: object;
  readonly schemas?: object;
  readonly want?: {
    /** Tool names in document order; `?` for any. */
    readonly tools?: readonly string[];
    readonly paths?: readonly string[];
    readonly codes?: readonly string[];
    /** Inputs that the validation schema of the first tool takes and refuses. */
    readonly accepts?: readonly unknown[];
    readonly refuses?: readonly unknown[];
    /** Text that no definition holds. */
    readonly absent?: string;
  };
  /** The test or table that has the case. */
  readonly see?: string;
  readonly reason?: string;
}

const ALL: readonly Case[] = JSON.parse(
  readFileSync(join(ROOT, 'fixtures', 'cases', 'model', 'field-faults.json'), 'utf8'),
);
const CASES = ALL.filter(({ want }) => want !== undefined);

async function build({ version = '3.0.3', paths = {}, schemas = {} }: Case) {
  const document = { openapi: version, info: { title: 't', version: '1' }, paths, components: { schemas } };
  const { spec } = await loadSpec({ name: 'a.json', text: JSON.stringify(document) });
  const normalized = normalizeSpec(spec);
  const built = buildModel(normalized.spec, { include: [], exclude: [], strict: 'plan', overrides: {} });
  const lowered = lowerApi(built.model, { maxDescription: 600, maxTokens: 4000 });
  const diagnostics = [...normalized.diagnostics, ...built.diagnostics, ...lowered.diagnostics];
  return { ...lowered, codes: new Set<string>(diagnostics.map(({ code }) => code)) };
}

describe('faults of the field: naming, schemas, servers, large documents', () => {
  it.each(CASES.map((each) => [`${each.id} ${each.name}`, each] as const))('%s', async (_title, given) => {
    const { tools, sharedSchemas, codes } = await build(given);
    const { want = {} } = given;
    const definitions = tools.map(({ definition }) => definition);
    expect(checkTools(definitions, { all: true }).errors).toEqual([]);
    const names = definitions.map(({ name }) => name);
    expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length);
    if (want.tools) expect(names).toEqual(want.tools.map((name) => (name === '?' ? expect.any(String) : name)));
    if (want.paths) expect(tools.map(({ descriptor }) => descriptor.path)).toEqual(want.paths);
    if (want.absent !== undefined) expect(JSON.stringify(definitions)).not.toContain(want.absent);
    for (const code of want.codes ?? []) expect([...codes]).toContain(code);
    const ajv = new Ajv2020({ strict: false, validateFormats: false, logger: false });
    ajv.addSchema({ $id: 'shared', $defs: sharedSchemas });
    const validate = ajv.compile(tools[0]?.validationSchema ?? false);
    for (const input of want.accepts ?? [])
      expect([input, validate(input), validate.errors]).toEqual([input, true, null]);
    for (const input of want.refuses ?? []) expect([input, validate(input)]).toEqual([input, false]);
  });

  it.each(ALL.filter(({ want }) => want === undefined))('$id $name: elsewhere', ({ see, reason }) => {
    expect(reason !== undefined || existsSync(join(ROOT, see ?? ''))).toBe(true);
  });
});
