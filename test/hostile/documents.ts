import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../support/temporary.js';

export const HOSTILE = join(ROOT, 'fixtures', 'specs', 'hostile');

/** What is special about a document: see fixtures/specs/hostile/README.md. */
export interface Expectation {
  readonly error?: string;
  readonly either?: boolean;
  readonly codes?: readonly string[];
  readonly absent?: readonly string[];
  readonly host?: string;
}

/** Every hostile document by file name. */
export const EXPECTATIONS: Readonly<Record<string, Expectation>> = JSON.parse(
  readFileSync(join(HOSTILE, 'expectations.json'), 'utf8'),
);

export const pathOf = (name: string): string => join(HOSTILE, 'documents', name);
