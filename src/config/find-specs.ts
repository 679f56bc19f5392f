import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { compareText } from '../report/compare-text.js';

const DOCUMENT = /\.(?:json|ya?ml)$/i;
const SKIPPED_FOLDERS = new Set(['node_modules', 'dist', 'build', 'out', 'coverage', 'target', 'vendor']);
/** The version key of an OpenAPI document, in JSON or YAML. */
const MARK = /(?:^|[{,\n])\s*["']?(?:openapi["']?\s*:\s*["']?3\.|swagger["']?\s*:\s*["']?2)/;
/** Bytes at the start of a file in which the version key is looked for. */
const HEAD_BYTES = 65_536;

/** OpenAPI documents in a folder and up to two levels below it, by path with `/` separators, sorted. */
export async function findSpecs(folder: string, depth = 2): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const found: string[] = [];
  for (const entry of entries) {
    if (entry.isFile() && DOCUMENT.test(entry.name) && (await isSpec(join(folder, entry.name)))) found.push(entry.name);
    if (entry.isDirectory() && depth > 0 && !entry.name.startsWith('.') && !SKIPPED_FOLDERS.has(entry.name)) {
      const below = await findSpecs(join(folder, entry.name), depth - 1);
      found.push(...below.map((name) => `${entry.name}/${name}`));
    }
  }
  return found.sort(compareText);
}

async function isSpec(file: string): Promise<boolean> {
  const handle = await open(file).catch(() => undefined);
  if (!handle) return false;
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return MARK.test(buffer.toString('utf8', 0, bytesRead));
  } finally {
    await handle.close();
  }
}
