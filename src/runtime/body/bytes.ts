import type { BytesInput, DispatcherOptions, ResolvedBytes } from '../contract.js';
import { ToolCallError } from '../errors.js';
import { fromBase64, utf8 } from '../platform.js';

/** True for `{ source: 'base64' | 'text' | 'file', data }`. */
export function isBytesInput(value: unknown): value is BytesInput {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, 'source') || !Object.hasOwn(value, 'data')) {
    return false;
  }
  const { source, data } = value as { source: unknown; data: unknown };
  return typeof data === 'string' && (source === 'base64' || source === 'text' || source === 'file');
}

/** Makes the function that turns a bytes input into bytes. Files are looked up by the host only, never on a disk. */
export function bytesResolver(files: DispatcherOptions['files']): (input: BytesInput) => Promise<ResolvedBytes> {
  return async (input) => {
    const named = described(input);
    if (input.source === 'text') return { ...named, bytes: utf8(input.data) };
    if (input.source === 'base64') {
      const bytes = fromBase64(input.data);
      if (bytes === undefined) throw new ToolCallError('INVALID_INPUT', 'data: is not valid base64');
      return { ...named, bytes };
    }
    return { ...(await resolveFile(input.data, files)), ...named };
  };
}

function described({ filename, contentType }: BytesInput): { filename?: string; contentType?: string } {
  return { ...(filename === undefined ? {} : { filename }), ...(contentType === undefined ? {} : { contentType }) };
}

async function resolveFile(handle: string, files: DispatcherOptions['files']): Promise<ResolvedBytes> {
  if (files === undefined) {
    throw new ToolCallError(
      'FILE_UNAVAILABLE',
      'Files cannot be used here: the host gave no `files` option. Send the content with source "base64" or "text"',
    );
  }
  const found = await files(handle);
  if (found === undefined || found === null) {
    throw new ToolCallError('FILE_UNAVAILABLE', `There is no file "${handle.slice(0, 100)}"`);
  }
  if (typeof found === 'string') return { bytes: utf8(found) };
  if (found instanceof Uint8Array) return { bytes: found };
  const { data, filename, contentType } = found;
  return {
    bytes: typeof data === 'string' ? utf8(data) : data,
    ...(filename === undefined ? {} : { filename }),
    ...(contentType === undefined ? {} : { contentType }),
  };
}
