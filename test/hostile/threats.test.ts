import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ts } from 'ts-morph';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../support/temporary.js';
import { parse } from './syntax.js';

/**
 * `threats.json` says for every attack that this project knows (T: threats, B: faults that others had) which files hold
 * against it and which tests prove that. Here: that nothing it names has gone.
 */

interface Threat {
  readonly id: string;
  readonly attack: string;
  /** Files or folders of the defence. */
  readonly defence?: readonly string[];
  /** File and title of each proof. */
  readonly proof?: readonly (readonly [string, string])[];
  /** The entry whose defence and proof hold for this one too. */
  readonly like?: string;
}

const THREATS: readonly Threat[] = JSON.parse(readFileSync(join(ROOT, 'test', 'hostile', 'threats.json'), 'utf8'));

/** Titles of the tests and groups of a file, as they are written. */
function titlesOf(file: string): Set<string> {
  const titles = new Set<string>();
  const visit = (node: ts.Node): void => {
    const [title] = ts.isCallExpression(node) && isTest(node.expression) ? node.arguments : [];
    if (title && (ts.isStringLiteralLike(title) || ts.isTemplateExpression(title)))
      titles.add(ts.isStringLiteralLike(title) ? title.text : title.getText().slice(1, -1));
    ts.forEachChild(node, visit);
  };
  visit(parse(file, readFileSync(join(ROOT, file), 'utf8')));
  return titles;
}

/** `it`, `it.each(…)`, `describe.runIf(…)`. */
function isTest(called: ts.Expression): boolean {
  if (ts.isCallExpression(called) || ts.isPropertyAccessExpression(called)) return isTest(called.expression);
  return ts.isIdentifier(called) && ['it', 'test', 'describe'].includes(called.text);
}

describe('the table of threats', () => {
  it('has every entry once, with a defence and a proof or another entry that has them', () => {
    const ids = THREATS.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const numbered = Array.from({ length: 27 }, (_, index) => `T${String(index + 1).padStart(2, '0')}`);
    expect(ids).toEqual(expect.arrayContaining(numbered));
    for (const { id, attack, defence, proof, like } of THREATS) {
      expect(attack.length, id).toBeGreaterThan(10);
      if (like !== undefined) expect(THREATS.find((other) => other.id === like)?.proof, id).toBeDefined();
      else
        expect(
          [defence?.length ?? 0, proof?.length ?? 0].every((count) => count > 0),
          id,
        ).toBe(true);
    }
  });

  it.each(THREATS.filter(({ like }) => like === undefined))('$id: what it names is there', ({ defence, proof }) => {
    for (const path of defence ?? []) expect(existsSync(join(ROOT, path)), path).toBe(true);
    for (const [file, title] of proof ?? []) expect([...titlesOf(file)], file).toContain(title);
  });
});
