import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findSpecs } from '../config/find-specs.js';
import { CONFIG_FILES } from '../config/load-config.js';
import { starterConfig } from '../config/starter.js';
import { printable } from '../diagnostics/create.js';
import { asFailure } from '../output/failure.js';
import type { ReadArgs } from './read-args.js';
import { UsageError } from './usage-error.js';

const FILE = 'tools-gen.config.json';

/** Writes a starter configuration into the working folder; one that is there already is kept without `--force`. */
export async function runInit({ options }: ReadArgs): Promise<number> {
  const cwd = process.cwd();
  const other = CONFIG_FILES.find((name) => name !== FILE && existsSync(join(cwd, name)));
  if (other !== undefined)
    throw new UsageError(`${other} is there already, and of two configurations neither is read.`);
  const specs = await findSpecs(cwd);
  try {
    await writeFile(join(cwd, FILE), starterConfig(specs), { flag: options.force ? 'w' : 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw asFailure(cwd, error);
    throw new UsageError(`${FILE} is there already; --force replaces it.`);
  }
  const found = specs.length === 0 ? 'No OpenAPI document was found here: fill in "spec".' : 'It lists:';
  process.stdout.write(`Wrote ${FILE}. ${found}\n${specs.map((spec) => `  ${printable(spec)}\n`).join('')}`);
  process.stdout.write('Next: npx tools-gen\n');
  return 0;
}
