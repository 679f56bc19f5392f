import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { didYouMean } from '../diagnostics/suggest.js';
import { loadFailure } from './failure.js';

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  EACCES: 'may not be read',
  EPERM: 'may not be read',
  EISDIR: 'is a folder',
  ENOTDIR: 'does not exist',
  ELOOP: 'is a link that leads in a circle',
  ENAMETOOLONG: 'does not exist',
};

/** Reads a regular file as UTF-8 (UTF-16 by its byte order mark). Throws a ToolsGenError when that is not possible. */
export async function readLocalText(path: string, name: string, maxBytes: number): Promise<string> {
  const bytes = await readLocalBytes(path, name, maxBytes);
  return decodeText(bytes);
}

async function readLocalBytes(path: string, name: string, maxBytes: number): Promise<Buffer> {
  try {
    const stats = await stat(path);
    if (stats.isDirectory()) {
      const message = `${name} is a folder.${await documentIn(path)}`;
      throw loadFailure('SPEC_NOT_FOUND', message, name, undefined, 'Give the document itself.');
    }
    // A pipe such as /dev/stdin or <(…) has no size; devices could be endless.
    if (!stats.isFile() && !stats.isFIFO()) throw loadFailure('SPEC_NOT_FOUND', `${name} is not a regular file.`, name);
    if (stats.size > maxBytes) throw loadFailure('SPEC_TOO_LARGE', `${name} is over ${maxBytes} bytes.`, name);
    return await readFile(path);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : undefined;
    if (code === undefined) throw error;
    const near = code === 'ENOENT' ? await nearFile(path) : '';
    throw loadFailure('SPEC_NOT_FOUND', `${name} ${REASONS[code] ?? `cannot be read (${code})`}.${near}`, name);
  }
}

const EXTENSION = /\.(?:json|ya?ml)$/i;

/** A document beside a path that leads nowhere, whose name is near, or the same with an extension. */
async function nearFile(path: string): Promise<string> {
  const names = (await namesIn(dirname(path))).filter((name) => EXTENSION.test(name));
  const given = basename(path);
  const whole = names.find((name) => name.replace(EXTENSION, '') === given);
  return whole === undefined ? didYouMean(given, names) : ` Did you mean "${whole}"?`;
}

/** The document that a folder holds by one of the usual names. */
async function documentIn(path: string): Promise<string> {
  const found = (await namesIn(path)).find((name) => /^(?:openapi|swagger)\.(?:json|ya?ml)$/i.test(name));
  return found === undefined ? '' : ` Did you mean "${join(path, found).replaceAll('\\', '/')}"?`;
}

async function namesIn(folder: string): Promise<string[]> {
  return (await readdir(folder).catch(() => [])).sort();
}

/** UTF-8, or UTF-16 where a byte order mark says so. */
export function decodeText(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  return bytes.toString('utf8');
}
