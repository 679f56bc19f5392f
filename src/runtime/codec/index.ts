export { CodecError } from './codec-error.js';
export { decodeValue } from './decode.js';
export { encodeValue } from './encode.js';
