import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Root of the clone. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/**
 * A fresh folder inside the clone, so that packages written there find the clone's dependencies; removed by `dispose`.
 */
export function temporaryFolder(prefix: string): { path: string; dispose: () => void } {
  const base = join(ROOT, 'test', '.tmp');
  mkdirSync(base, { recursive: true });
  const path = mkdtempSync(join(base, `${prefix}-`));
  return { path, dispose: () => rmSync(path, { recursive: true, force: true }) };
}
