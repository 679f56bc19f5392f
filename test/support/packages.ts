import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type GenerateOptions, generate } from '../../src/index.js';

/** Generates a package into `folder` and returns the result of the run. */
export async function writePackage(folder: string, options: GenerateOptions) {
  const result = await generate(options);
  for (const { path, text } of result.files) {
    const target = join(folder, path);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, text);
  }
  return result;
}

/** Imports a generated package as its user would. */
export async function importPackage<T>(folder: string, entry = 'index.js'): Promise<T> {
  return (await import(pathToFileURL(join(folder, entry)).href)) as T;
}
