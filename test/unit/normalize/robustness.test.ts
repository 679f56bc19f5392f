import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ToolsGenError } from '../../../src/diagnostics/tools-gen-error.js';
import { normalize } from './helpers.js';

/** Values that stand where something else should. */
const JUNK: readonly string[] = [
  'null',
  '1',
  '-1',
  '"x"',
  'true',
  '[]',
  '{}',
  '[null]',
  '[[]]',
  '{"$ref": "#"}',
  '{"$ref": "#/paths"}',
  '{"$ref": 1}',
  '{"$ref": "#/info/title"}',
  '{"allOf": [{"$ref": "#"}]}',
  '{"type": "array"}',
  '{"__proto__": {"type": "string"}, "constructor": 1}',
];

/** Replaces the value that the steps lead to. */
function spoil(document: object, steps: readonly number[], junk: string): void {
  let node = document;
  for (const [index, step] of steps.entries()) {
    const keys = Object.keys(node).filter((key) => key !== 'openapi');
    const key = keys[step % Math.max(keys.length, 1)];
    if (key === undefined) return;
    const next: unknown = Reflect.get(node, key);
    if (typeof next !== 'object' || next === null || index === steps.length - 1) {
      Reflect.defineProperty(node, key, { value: JSON.parse(junk) });
      return;
    }
    node = next;
  }
}

describe('a document with faults anywhere', () => {
  const url = new URL('../../../fixtures/specs/real/v31/scalar-galaxy--3.1.json', import.meta.url);
  const text = readFileSync(url, 'utf8');
  const fault = fc.tuple(fc.array(fc.nat(40), { minLength: 1, maxLength: 12 }), fc.constantFrom(...JUNK));

  it('is read without a crash, and no reference dangles', async () => {
    const check = async (faults: [number[], string][]): Promise<void> => {
      const document: object = JSON.parse(text);
      for (const [steps, junk] of faults) spoil(document, steps, junk);
      const { spec } = await normalize(document).catch((error: unknown) => {
        expect(error).toBeInstanceOf(ToolsGenError);
        return { spec: undefined };
      });
      const shown = JSON.stringify([...(spec?.definitions.values() ?? [])]);
      for (const [, name = ''] of shown.matchAll(/"\$ref":"#\/\$defs\/([^"]*)"/g)) {
        expect(spec?.definitions.has(name)).toBe(true);
      }
    };
    await fc.assert(fc.asyncProperty(fc.array(fault, { minLength: 1, maxLength: 6 }), check), {
      seed: 3,
      numRuns: 150,
    });
  });
});
