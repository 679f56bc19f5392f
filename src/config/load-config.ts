import { existsSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname, extname, join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createDiagnostic, printable } from '../diagnostics/create.js';
import { ToolsGenError } from '../diagnostics/tools-gen-error.js';
import { placeAt } from '../load/failure.js';
import { jsonFault, jsonReason } from '../load/json-fault.js';
import { checkOptions } from './check-options.js';
import type { GenerateOptions } from './generate-options.js';
import { isUrl } from './is-url.js';
import { OPTIONS } from './option-table.js';

/** A configuration that was read: shared defaults and entries, paths relative to the working folder. */
export interface LoadedConfig {
  readonly file: string;
  readonly defaults: Partial<GenerateOptions>;
  readonly entries: readonly GenerateOptions[];
}

/** Names that a configuration can have. */
export const CONFIG_FILES = ['json', 'js', 'mjs', 'ts'].map((extension) => `tools-gen.config.${extension}`);
const PACKAGE_KEY = 'tools-gen';

/**
 * Path of the configuration: the named file, or the only one of `tools-gen.config.json|js|mjs|ts`, or else a package.json with
 * the key `tools-gen` in the working folder. Never searched for in folders above: a configuration may be code.
 */
export async function findConfig(cwd: string, named?: string): Promise<string | undefined> {
  if (named !== undefined) return resolve(cwd, named);
  const files = CONFIG_FILES.filter((name) => existsSync(join(cwd, name)));
  // Which of two was meant nobody knows: a change to the other would do nothing, and say nothing.
  if (files.length > 1)
    throw invalid(`There are several configurations: ${files.join(', ')}. Keep one, or name it with --config.`);
  const [file] = files;
  if (file !== undefined) return join(cwd, file);
  const manifest = join(cwd, 'package.json');
  if (!existsSync(manifest)) return undefined;
  const value = await readJson(manifest);
  return isRecord(value) && Object.hasOwn(value, PACKAGE_KEY) ? manifest : undefined;
}

/**
 * Reads the configuration that `findConfig` names.
 *
 * @param again it was read before: a module is loaded anew
 */
export async function loadConfig(cwd: string, named?: string, again = false): Promise<LoadedConfig | undefined> {
  const file = await findConfig(cwd, named);
  if (file === undefined) return undefined;
  const stats = statSync(file, { throwIfNoEntry: false });
  if (!stats) throw invalid(`The configuration file ${printable(named ?? file)} does not exist.`);
  if (stats.isDirectory()) throw invalid(`The configuration ${printable(named ?? file)} is a folder; name the file.`);
  if (!/\.(?:json|[cm]?[jt]s)$/.test(file)) {
    throw invalid(`The configuration ${printable(named ?? file)} must be a .json, .js, .mjs or .ts file.`);
  }
  return checkConfig(await readConfig(file, again), file, cwd);
}

async function readConfig(file: string, again: boolean): Promise<unknown> {
  if (basename(file) === 'package.json') {
    const value = await readJson(file);
    return isRecord(value) && Object.hasOwn(value, PACKAGE_KEY) ? value[PACKAGE_KEY] : undefined;
  }
  return extname(file) === '.json' ? readJson(file) : importConfig(file, again);
}

async function readJson(file: string): Promise<unknown> {
  let text = '';
  try {
    text = (await readFile(file, 'utf8')).replace(/^\uFEFF/, '');
    return JSON.parse(text) as unknown;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw invalid(`${printable(file)} cannot be read: ${textOf(error)}`);
    const message = `${basename(file)} is not valid JSON: ${jsonReason(error)}.`;
    const location = { file: relative(process.cwd(), file) || file, pointer: '', ...placeAt(text, jsonFault(text)) };
    throw new ToolsGenError([createDiagnostic('CONFIG_INVALID', message, { location })]);
  }
}

async function importConfig(file: string, again: boolean): Promise<unknown> {
  const url = pathToFileURL(file);
  // Modules are kept by address.
  if (again) url.searchParams.set('changed', String(statSync(file).mtimeMs));
  try {
    const module = (await import(url.href)) as { default?: unknown };
    const value = module.default;
    return typeof value === 'function' ? await (value as () => unknown)() : value;
  } catch (error) {
    if (isRecord(error) && error['code'] === 'ERR_UNKNOWN_FILE_EXTENSION' && /^\.[cm]?ts$/.test(extname(file))) {
      throw invalid(
        `${basename(file)} needs a Node that strips types (22.18 or later); this is ${process.version}. Use .mjs or .json.`,
      );
    }
    throw invalid(`${printable(file)} cannot be loaded: ${textOf(error)}`);
  }
}

function checkConfig(value: unknown, file: string, cwd: string): LoadedConfig {
  const context = basename(file);
  if (!isRecord(value)) throw invalid(`${context}: the configuration must be an object (its default export).`);
  const { specs, $schema: _, ...rest } = value;
  const problems = checkOptions(rest, context, ['specs', '$schema']);
  if (specs !== undefined && !(Array.isArray(specs) && specs.length > 0 && specs.every(isRecord))) {
    throw invalid(`${context}: "specs" must be a list of objects.`);
  }
  if (specs !== undefined && rest['spec'] !== undefined) throw invalid(`${context}: give "spec" or "specs", not both.`);
  const { spec, ...defaults } = rest as Partial<GenerateOptions>;
  const listed = (specs ?? (spec === undefined ? [] : [rest])) as Partial<GenerateOptions>[];
  for (const [index, entry] of listed.entries()) {
    if (specs !== undefined) problems.push(...checkOptions(entry, `${context}, specs[${index}]`));
    if (entry.spec === undefined) throw invalid(`${context}, specs[${index}]: "spec" is missing.`);
  }
  if (problems.length > 0) throw new ToolsGenError(problems);
  const place = (path: string) => relative(cwd, resolve(dirname(file), path)) || '.';
  return {
    file,
    defaults: placePaths(defaults, place),
    entries: listed.map((entry) => placePaths({ ...defaults, ...entry }, place) as GenerateOptions),
  };
}

/** Paths in a configuration start at its own folder, wherever the command is run. */
function placePaths(options: Partial<GenerateOptions>, place: (path: string) => string): Partial<GenerateOptions> {
  const result: Record<string, unknown> = { ...options };
  for (const { name } of OPTIONS.filter((option) => option.path)) {
    const value = result[name];
    if (typeof value === 'string') result[name] = place(value);
  }
  if (typeof options.spec === 'string' && !isUrl(options.spec) && options.spec !== '-') {
    result['spec'] = place(options.spec);
  }
  return result as Partial<GenerateOptions>;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const textOf = (error: unknown) => printable(error instanceof Error ? error.message : String(error));

const invalid = (message: string) => new ToolsGenError([createDiagnostic('CONFIG_INVALID', message)]);
