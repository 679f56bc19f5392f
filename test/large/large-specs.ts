import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import yaml from 'js-yaml';
import { ROOT } from '../support/temporary.js';

/** A real document of the size that the generator has to bear. */
export interface LargeSpec {
  name: string;
  /** From the clone's root; a `.gz` is unpacked. */
  file: string;
  operations: number;
}

export const LARGE_SPECS: readonly LargeSpec[] = [
  { name: 'petstore', file: 'fixtures/specs/real/v30/petstore-v3.yaml', operations: 19 },
  { name: 'box', file: 'fixtures/specs/real/v30/box--openapi-v2025.0.json', operations: 37 },
  { name: 'discord', file: 'fixtures/specs/real/v31/discord.json', operations: 242 },
  { name: 'stripe', file: 'fixtures/large/stripe.yaml.gz', operations: 468 },
  { name: 'kubernetes', file: 'fixtures/large/kubernetes-v2.json.gz', operations: 1123 },
  { name: 'github', file: 'fixtures/large/github.json.gz', operations: 1223 },
];

/** The document's text on disk, unpacked into `folder`. */
export function unpackSpec({ file }: LargeSpec, folder: string): { path: string; text: string } {
  const bytes = readFileSync(join(ROOT, file));
  const text = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
  const path = join(folder, file.replace(/^.*\//, '').replace(/\.gz$/, ''));
  writeFileSync(path, text);
  return { path, text };
}

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

/** `METHOD path` of every operation, read from the raw document without any code of the generator. */
export function operationsOf(path: string, text: string): string[] {
  const document = (path.endsWith('.json') ? JSON.parse(text) : yaml.load(text)) as {
    paths: Record<string, Record<string, unknown>>;
  };
  return Object.entries(document.paths).flatMap(([template, item]) =>
    METHODS.filter((method) => Object.hasOwn(item, method)).map((method) => `${method.toUpperCase()} ${template}`),
  );
}
