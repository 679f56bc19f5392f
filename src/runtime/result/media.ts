import type { ImageBlock } from '../contract.js';

export type ImageType = ImageBlock['source']['media_type'];

/** Largest image and document that the Messages API takes, in bytes before base64. */
export const MAX_IMAGE_BYTES = 3_750_000;
export const MAX_DOCUMENT_BYTES = 24_000_000;

/** Pixels at most on a side: one larger image makes a whole Messages request invalid. */
const MAX_SIDE = 8000;

/** True for a PNG image whose header tells of more pixels than the Messages API takes. */
export function hasTooManyPixels(bytes: Uint8Array): boolean {
  const isPng = sniffMedia(bytes) === 'image/png' && bytes.length >= 24;
  if (!isPng || String.fromCharCode(...bytes.subarray(12, 16)) !== 'IHDR') return false;
  const header = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  return Math.max(header.getUint32(16), header.getUint32(20)) > MAX_SIDE;
}

const SIGNATURES: readonly (readonly [ImageType | 'application/pdf', readonly number[], number])[] = [
  ['image/png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], 0],
  ['image/jpeg', [0xff, 0xd8, 0xff], 0],
  ['image/gif', [0x47, 0x49, 0x46, 0x38], 0],
  ['image/webp', [0x57, 0x45, 0x42, 0x50], 8],
  ['application/pdf', [0x25, 0x50, 0x44, 0x46, 0x2d], 0],
];

/** The type that the first bytes prove, of those that the Messages API takes. */
export function sniffMedia(bytes: Uint8Array): ImageType | 'application/pdf' | undefined {
  return SIGNATURES.find(([, signature, offset]) =>
    signature.every((byte, index) => bytes[offset + index] === byte),
  )?.[0];
}

/** True where bytes are no text: many control characters near the beginning; without a declared type one NUL is enough. */
export function looksBinary(bytes: Uint8Array, isDeclaredText: boolean): boolean {
  const head = bytes.subarray(0, 1024);
  let odd = 0;
  for (const byte of head) {
    if (byte === 0 && !isDeclaredText) return true;
    if (byte < 9 || (byte > 13 && byte < 32 && byte !== 27)) odd += 1;
  }
  return odd > head.length / 10;
}
