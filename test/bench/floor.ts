import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

// What no generator can be cheaper than: start Node, read the document, parse it, write as many bytes as it has.
const [spec = '', out = ''] = process.argv.slice(2);
const text = readFileSync(spec, 'utf8');
const document = spec.endsWith('.json') ? JSON.parse(text) : (await import('yaml')).parse(text, { merge: true });
mkdirSync(out, { recursive: true });
writeFileSync(join(out, 'floor.bin'), Buffer.alloc(Buffer.byteLength(text), 32));
if (typeof document?.paths !== 'object') throw new Error(`${spec} has no paths`);
