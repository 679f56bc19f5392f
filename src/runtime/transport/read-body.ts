import type { BodyReaderLike, ResponseLike } from '../contract.js';
import type { Deadline } from './deadline.js';

/** Bytes of an answer, and why there are no more of them where it was cut. */
export interface ReadBody {
  bytes: Uint8Array;
  cut?: 'size' | 'time';
}

/** An answer that is being read, up to a number of bytes, counted after decompression. */
export class BodyReading {
  readonly #response: ResponseLike;
  readonly #limit: number;
  readonly #chunks: Uint8Array[] = [];
  #reader: BodyReaderLike | undefined;
  #size = 0;

  constructor(response: ResponseLike, limit: number) {
    this.#response = response;
    this.#limit = limit;
  }

  /** Reads to the end, or to the limit, where the stream is cancelled. Throws when time is over. */
  async read(deadline: Deadline): Promise<ReadBody> {
    const reader = this.#response.body?.getReader();
    if (reader === undefined) return this.#readWhole();
    this.#reader = reader;
    for (;;) {
      const { done, value } = await reader.read();
      const failure = deadline.failure();
      if (failure !== undefined) throw failure;
      if (done) return { bytes: this.soFar() };
      if (value === undefined) continue;
      this.#chunks.push(value);
      this.#size += value.length;
      if (this.#size > this.#limit) {
        this.cancel();
        return { bytes: this.soFar().subarray(0, this.#limit), cut: 'size' };
      }
    }
  }

  /** What came until now. */
  soFar(): Uint8Array {
    const [first] = this.#chunks;
    if (this.#chunks.length === 1 && first !== undefined && ownsItsBytes(first)) return first;
    const joined = new Uint8Array(this.#size);
    let offset = 0;
    for (const chunk of this.#chunks) {
      joined.set(chunk, offset);
      offset += chunk.length;
    }
    return joined;
  }

  /** Stops the stream without waiting for it. */
  cancel(): void {
    this.#reader?.cancel().catch(() => undefined);
  }

  async #readWhole(): Promise<ReadBody> {
    const { body, arrayBuffer } = this.#response;
    if (body === null || typeof arrayBuffer !== 'function') return { bytes: new Uint8Array() };
    const bytes = new Uint8Array(await this.#response.arrayBuffer());
    return bytes.length > this.#limit ? { bytes: bytes.subarray(0, this.#limit), cut: 'size' } : { bytes };
  }
}

/** A view of more bytes than its own must not be handed out: the others are nobody's business. */
function ownsItsBytes(chunk: Uint8Array): boolean {
  return chunk.constructor === Uint8Array && chunk.byteLength === chunk.buffer.byteLength;
}

/** Drops an answer that is not read, so that its connection is free. */
export function discardBody(response: ResponseLike): void {
  try {
    const reader = response.body?.getReader();
    reader?.cancel().catch(() => undefined);
  } catch {
    // A stub may have handed out a reader before.
  }
}
