import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { load } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { loadSpec } from '../../../src/load/load-spec.js';
import { normalizeSpec } from '../../../src/normalize/normalize-spec.js';

const ROOT = fileURLToPath(new URL('../../../fixtures/specs/real/', import.meta.url));
const MULTI = 'multi-file/matrix/data/api';

const FILES = [
  ...['v2', 'v30', 'v31', 'v32'].flatMap((folder) =>
    readdirSync(join(ROOT, folder)).map((name) => `${folder}/${name}`),
  ),
  `${MULTI}/client-server/rooms.yaml`,
  `${MULTI}/client-server/search.yaml`,
  `${MULTI}/application-service/protocols.yaml`,
];

/** Counts the operations of the raw document, by other means than the code under test. */
function countOperations(path: string): number {
  const raw = load(readFileSync(path, 'utf8')) as { paths?: Record<string, Record<string, object>> };
  const methods = /^(?:get|put|post|delete|options|head|patch|trace|query)$/;
  let count = 0;
  for (const item of Object.values(raw.paths ?? {})) {
    count += Object.keys(item).filter((key) => methods.test(key)).length;
    count += Object.keys(item['additionalOperations'] ?? {}).length;
  }
  return count;
}

describe('real documents', () => {
  it.each(FILES)('%s', async (file) => {
    const path = join(ROOT, file);
    const { spec, diagnostics } = await loadSpec(path, { refRoot: join(ROOT, 'multi-file') });
    const result = normalizeSpec(spec);
    expect(result.spec.operations).toHaveLength(countOperations(path));
    expect(result.spec.unreadable).toEqual([]);
    expect(diagnostics).toEqual([]);
    const warnings = result.diagnostics.filter(({ severity }) => severity !== 'info').map(({ code }) => code);
    expect(warnings).toEqual(warnings.filter((code) => code === 'SCHEMA_INVALID'));
  });

  it.each(FILES)('%s has no reference that dangles', async (file) => {
    const { spec } = await loadSpec(join(ROOT, file), { refRoot: join(ROOT, 'multi-file') });
    const normalized = normalizeSpec(spec).spec;
    const text = JSON.stringify([normalized.operations, [...normalized.definitions.values()]], (_key, value) =>
      value instanceof Map ? [...value] : value,
    );
    const names = [...text.matchAll(/"\$ref":"#\/\$defs\/([^"]*)"/g)].map(([, name = '']) => name);
    for (const name of names) expect(normalized.definitions.has(name)).toBe(true);
  });
});
