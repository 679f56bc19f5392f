import type { BodyReaderLike, ResponseLike } from '../contract.js';
import type { Deadline } from './deadline.js';

/** Bytes of an answer, and why there are no more of them where it was cut. */
export interface ReadBody {
  bytes: Uint8Array;
  cut?: 'size' | 'time';
}

/**
 * Reads an answer up to a number of bytes, counted after decompression, and cancels the stream there. A stream of events
 * that outlives the deadline gives what came until then.
 */
export async function readBody(
  response: ResponseLike,
  limit: number,
  deadline: Deadline,
  isStream: boolean,
): Promise<ReadBody> {
  const reader = response.body?.getReader();
  if (reader === undefined) return wholeBody(response, limit, deadline);
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for (;;) {
      const { done, value } = await deadline.race(reader.read());
      if (done) return { bytes: join(chunks, size) };
      if (value === undefined) continue;
      chunks.push(value);
      size += value.length;
      if (size > limit) {
        cancel(reader);
        return { bytes: join(chunks, size).subarray(0, limit), cut: 'size' };
      }
    }
  } catch (error) {
    cancel(reader);
    if (isStream && size > 0 && deadline.failure()?.code === 'TIMEOUT')
      return { bytes: join(chunks, size), cut: 'time' };
    throw error;
  }
}

/** Stops a stream without waiting for it. */
function cancel(reader: BodyReaderLike): void {
  reader.cancel().catch(() => undefined);
}

/** Drops an answer that is not read, so that its connection is free. */
export function discardBody(response: ResponseLike): void {
  try {
    const reader = response.body?.getReader();
    if (reader !== undefined) cancel(reader);
  } catch {
    // A stub may have handed out a reader before.
  }
}

async function wholeBody(response: ResponseLike, limit: number, deadline: Deadline): Promise<ReadBody> {
  if (response.body === null || typeof response.arrayBuffer !== 'function') return { bytes: new Uint8Array() };
  const bytes = new Uint8Array(await deadline.race(response.arrayBuffer()));
  return bytes.length > limit ? { bytes: bytes.subarray(0, limit), cut: 'size' } : { bytes };
}

function join(chunks: readonly Uint8Array[], size: number): Uint8Array {
  const joined = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    joined.set(chunk, offset);
    offset += chunk.length;
  }
  return joined;
}
