import { createHash } from 'node:crypto';
import type { SourceFile } from '../load/loaded-spec.js';

/**
 * SHA-256, hexadecimal, over the bytes of a document and the names and bytes of the files it refers to. The document's own
 * name plays no part: it is a matter of the folder somebody stands in.
 */
export function specHash(files: readonly Pick<SourceFile, 'name' | 'text' | 'bytes'>[]): string {
  const hash = createHash('sha256');
  for (const [index, file] of files.entries()) {
    const bytes = file.bytes ?? Buffer.from(file.text);
    // Lengths keep names and texts apart.
    hash.update(`${index === 0 ? '' : file.name}\0${bytes.length}\0`).update(bytes);
  }
  return hash.digest('hex');
}
