import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { GenerateOptions, ResolvedOptions } from '../config/generate-options.js';
import { isUrl } from '../config/is-url.js';
import { loadConfig } from '../config/load-config.js';
import { folderFault, resolveOptions } from '../config/resolve-options.js';
import { printable } from '../diagnostics/create.js';
import type { ReadArgs } from './read-args.js';
import { commandMeant } from './unknown-args.js';
import { UsageError } from './usage-error.js';

/**
 * The options of every run that a command line asks for: those of the configuration, overruled by the command line. A spec
 * named on the command line takes the shared defaults, and the entry of the configuration that names the same spec.
 *
 * @param again the configuration was read before and changed
 */
export async function optionsOf(
  { command, operands, options, flags }: ReadArgs,
  again = false,
): Promise<ResolvedOptions[]> {
  const { refRoot } = options;
  const fault = refRoot === undefined ? undefined : folderFault(refRoot);
  if (fault !== undefined) throw new UsageError(`The folder ${printable(refRoot ?? '')} of --ref-root ${fault}.`);
  const named = flags['config'];
  const config = await loadConfig(process.cwd(), typeof named === 'string' ? named : undefined, again);
  const [spec] = operands;
  refuseSpec(spec, command);
  if (spec !== undefined) {
    const entry = config?.entries.find((one) => isSameSpec(one.spec, spec));
    return [resolveOptions({ ...config?.defaults, ...entry, ...options, spec })];
  }
  const entries = config?.entries ?? [];
  if (entries.length === 0) {
    throw new UsageError(
      config
        ? `${config.file} names no spec: add "spec" or "specs", or give a spec on the command line.`
        : 'No spec is given, and there is no configuration here: tools-gen <spec>, or tools-gen init.',
    );
  }
  if (entries.length > 1 && options.out !== undefined) {
    throw new UsageError('--out cannot be shared by several specs: set "out" for each in the configuration.');
  }
  return entries.map((entry) => resolveOptions({ ...entry, ...options } as GenerateOptions));
}

function isSameSpec(a: string | object, b: string): boolean {
  if (typeof a !== 'string') return false;
  return a === b || (!isUrl(a) && !isUrl(b) && resolve(a) === resolve(b));
}

/** What cannot be a spec, with what is probably meant. */
function refuseSpec(spec: string | undefined, command: ReadArgs['command']): void {
  if (spec === undefined) return;
  if (spec === '') throw new UsageError('The spec must not be empty.');
  if (command === 'generate') refuseMisspelt(spec);
  const scheme = /^([a-z][a-z0-9+.-]+):\/\//i.exec(spec)?.[1];
  if (scheme !== undefined && !isUrl(spec)) {
    throw new UsageError(`A spec is a file, an http(s) URL or -; "${scheme}:" URLs are not read.`);
  }
  const short = /^(https?:)\/?(?=[^/])/i.exec(spec);
  if (short && !existsSync(spec)) {
    throw new UsageError(`A URL starts with "${short[1]}//": ${short[1]}//${printable(spec.slice(short[0].length))}`);
  }
}

/** `tools-gen inspekt` is a misspelt command rather than a document, unless there is such a file. */
function refuseMisspelt(spec: string): void {
  const near = commandMeant(spec);
  if (near !== '') throw new UsageError(`Unknown command "${spec}".${near}`);
}
