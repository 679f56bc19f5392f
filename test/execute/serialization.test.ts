import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../support/temporary.js';
import { type WireCase, wireFaults } from '../support/wire-case.js';
import { expandRow, type WireRow } from '../support/wire-row.js';

const read = (file: string) => readFileSync(join(ROOT, 'fixtures/cases/serialize', file), 'utf8');
const CASES = JSON.parse(read('serialization.json')) as WireCase[];
const FAULTS = JSON.parse(read('field-faults.json')) as WireCase[];
const ROWS = JSON.parse(read('further.json')) as WireRow[];

async function check(each: WireCase): Promise<void> {
  const { faults, answer } = await wireFaults(each);
  if (!faults.some((found) => found.length === 0)) expect.fail(`${faults[0]?.join('; ')}\n${answer}`);
}

describe('serialization, from document to wire', () => {
  it.each(CASES.map((one) => [one.id, one] as const))('%s', (_, one) => check(one));
});

describe('further cases of the same kinds', () => {
  it.each(ROWS.map((row) => [row.id, expandRow(row)] as const))('%s', (_, one) => check(one));
});

describe('what other programs got wrong in the field', () => {
  it.each(FAULTS.map((one) => [one.id, one] as const))('%s', (_, one) => check(one));
});
