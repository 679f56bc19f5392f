import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { GenerateOptions } from '../../src/index.js';
import { ROOT } from './temporary.js';

/** A whole output that is kept under `fixtures/golden/<name>`. */
export interface GoldenCase {
  name: string;
  spec: string;
  options?: Omit<GenerateOptions, 'spec'>;
}

export const GOLDEN_CASES = JSON.parse(
  readFileSync(join(ROOT, 'fixtures', 'golden', 'cases.json'), 'utf8'),
) as GoldenCase[];

/** Options for `generate` with the spec's path as a user in the clone's root would give it. */
export function goldenOptions({ spec, options }: GoldenCase): GenerateOptions {
  return { ...options, spec: join(ROOT, spec) };
}
