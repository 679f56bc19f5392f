import { createHash } from 'node:crypto';
import type { SourceFile } from '../load/loaded-spec.js';

/**
 * SHA-256, hexadecimal, over the bytes of a document and the names and bytes of the files it refers to. The document's own
 * name plays no part: it is a matter of the folder somebody stands in.
 */
export function specHash(files: readonly Pick<SourceFile, 'name' | 'text'>[]): string {
  const hash = createHash('sha256');
  for (const [index, { name, text }] of files.entries()) {
    // Lengths keep names and texts apart.
    hash.update(`${index === 0 ? '' : name}\0${Buffer.byteLength(text)}\0`).update(text);
  }
  return hash.digest('hex');
}
