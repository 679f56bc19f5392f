import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import type { ValidatorModule } from '../../src/runtime/contract.js';
import { writePackage } from '../support/packages.js';
import { temporaryFolder } from '../support/temporary.js';
import { EXPECTATIONS, pathOf } from './documents.js';
import { foreignCode } from './syntax.js';

const work = temporaryFolder('hostile-precompiled');
afterAll(work.dispose);

const NAMES = Object.entries(EXPECTATIONS).filter(([, { error }]) => error === undefined);

describe('precompiled validators of hostile documents', () => {
  let checked = 0;

  it.each(NAMES.map(([name]) => name))('%s: hold its texts as data', async (name) => {
    const folder = join(work.path, name);
    const result = await writePackage(folder, { spec: pathOf(name), validators: 'precompiled' }).catch(() => undefined);
    const before = Reflect.ownKeys(Object.prototype).length;
    for (const { path, text } of result?.files ?? []) {
      if (!path.startsWith('validators/')) continue;
      expect(path).toMatch(/^validators\/(?:check|explain|shared)_[\w-]+\.js$/);
      expect(foreignCode(path, text), path).toEqual([]);
      expect(text, path).not.toMatch(/[\0-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\u200b\ufeff]/);
      const module = (await import(pathToFileURL(join(folder, path)).href)) as Partial<ValidatorModule>;
      if (module.validate) expect(typeof module.validate({ id: 1 })).toBe('boolean');
      checked += 1;
    }
    expect(Object.hasOwn(globalThis, 'CANARY')).toBe(false);
    expect(Reflect.ownKeys(Object.prototype).length).toBe(before);
  });

  it('are many', () => {
    expect(checked).toBeGreaterThan(100);
  });
});
