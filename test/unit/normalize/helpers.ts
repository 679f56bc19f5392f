import { loadSpec } from '../../../src/load/load-spec.js';
import { type NormalizeResult, normalizeSpec } from '../../../src/normalize/normalize-spec.js';

/** Normalizes a document given as a value. */
export async function normalize(document: object): Promise<NormalizeResult> {
  const { spec } = await loadSpec({ name: 'test.json', text: JSON.stringify(document) });
  return normalizeSpec(spec);
}

/** The codes of the diagnostics, each once, sorted. */
export function codesOf(result: NormalizeResult): string[] {
  return [...new Set(result.diagnostics.map(({ code }) => code))].sort();
}

/** Maps as objects, for comparing with JSON. */
export function plain(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (_key, member) => (member instanceof Map ? Object.fromEntries(member) : member)),
  );
}
