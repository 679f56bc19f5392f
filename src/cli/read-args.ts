import { readFileSync } from 'node:fs';
import yargs from 'yargs';
import type { GenerateOptions } from '../config/generate-options.js';
import { flagOf, OPTIONS } from '../config/option-table.js';
import { didYouMean } from '../diagnostics/suggest.js';
import { COMMANDS, type CommandName, type FlagEntry, flagsOf } from './command-table.js';
import { refuseExtra, refuseSwitchValues, refuseUnknownOption } from './unknown-args.js';
import { UsageError } from './usage-error.js';

/** A command line that was read and checked. */
export interface ReadArgs {
  readonly command: CommandName;
  /** Positional arguments after the command's name. */
  readonly operands: readonly string[];
  /** Options of the generator, by the names of {@link GenerateOptions}. */
  readonly options: Partial<GenerateOptions>;
  /** Flags of the command line itself, by name in camelCase. */
  readonly flags: Readonly<Record<string, string | boolean | number | undefined>>;
}

/** Stands before operands that begin with a dash while the parser runs, which would take them for options. */
const OPERAND = '\uE000';

type Parsed = Readonly<Record<string, unknown>>;

/**
 * Reads the command line. Loads nothing but the argument parser.
 *
 * @param argv arguments without node and script
 * @param print receives the text of `--help` and `--version`
 * @returns `undefined` when that was all that was asked for
 * @throws UsageError
 */
export function readArgs(argv: readonly string[], print: (text: string) => void): ReadArgs | undefined {
  let read: ReadArgs | undefined;
  const parser = yargs([])
    .scriptName('tools-gen')
    .detectLocale(false)
    .exitProcess(false)
    .version(ownVersion())
    .alias('h', 'help')
    .alias('v', 'version')
    .wrap(Math.min(process.stdout.columns || 100, 110))
    .showHelpOnFail(false)
    .parserConfiguration({
      'boolean-negation': false,
      'dot-notation': false,
      'greedy-arrays': false,
      'parse-numbers': false,
      'parse-positional-numbers': false,
    })
    .fail((message: string | undefined, error: Error | undefined) => {
      if (error && error.name !== 'YError') throw error;
      throw new UsageError(plainMessage(error?.message ?? message ?? 'Wrong usage.', argv));
    });
  for (const command of COMMANDS) {
    parser.command(
      [...command.usage],
      command.text,
      (sub) => {
        for (const operand of command.operands) {
          sub.positional(operand.name, { describe: operand.text, type: 'string' });
        }
        for (const entry of flagsOf(command.name)) sub.option(flagOf(entry.name), yargsOption(entry));
        for (const [line, text] of command.examples) sub.example(line, text);
        return sub.epilog('Exit codes: 0 done, 1 errors, 2 wrong usage, 3 stale output (--check).');
      },
      (parsed) => {
        read = checkArgs(command.name, parsed, argv);
      },
    );
  }
  parser.parse(markOperands(argv), {}, (error: Error | undefined | null, _parsed: unknown, output: string) => {
    if (error) throw error;
    if (output !== '') print(output);
  });
  return read;
}

/** Marks `-`, and what follows `--`, as operands. */
function markOperands(argv: readonly string[]): string[] {
  const end = argv.indexOf('--');
  const options = end < 0 ? argv : argv.slice(0, end);
  const operands = end < 0 ? [] : argv.slice(end + 1);
  return [...options.map((text) => (text === '-' ? OPERAND + text : text)), ...operands.map((text) => OPERAND + text)];
}

function yargsOption(entry: FlagEntry) {
  const type = { strings: 'array', boolean: 'boolean', count: 'number' } as const;
  return {
    describe: entry.choices ? `${entry.text} (${entry.choices.join(' | ')})` : entry.text,
    group: `${entry.group}:`,
    type: Object.hasOwn(type, entry.kind) ? type[entry.kind as keyof typeof type] : ('string' as const),
    ...(entry.alias && { alias: entry.alias }),
    ...(entry.kind !== 'boolean' && { requiresArg: true }),
    ...(entry.kind === 'strings' && { string: true }),
  };
}

function checkArgs(name: CommandName, parsed: Parsed, argv: readonly string[]): ReadArgs {
  const command = COMMANDS.find((entry) => entry.name === name);
  const entries = flagsOf(name);
  const operands = (command?.operands ?? [])
    .map(({ name: key }) => parsed[key])
    .filter((value): value is string => typeof value === 'string')
    .map((value) => (value.startsWith(OPERAND) ? value.slice(1) : value));
  const own = new Set([
    '_',
    '$0',
    'help',
    'h',
    'version',
    'v',
    ...(command?.operands ?? []).map(({ name: key }) => key),
  ]);
  for (const entry of entries)
    for (const key of [entry.name, flagOf(entry.name), entry.alias]) own.add(key ?? entry.name);
  refuseSwitchValues(entries, argv);
  refuseUnknownOption(
    Object.keys(parsed).filter((key) => !own.has(key)),
    entries,
    argv,
  );
  refuseExtra(
    name,
    operands,
    (parsed['_'] as unknown[]).map((text) => String(text).replace(OPERAND, '')),
  );
  const options: Record<string, unknown> = {};
  const flags: Record<string, string | boolean | number> = {};
  for (const entry of entries) {
    const value = parsed[entry.name];
    if (value === undefined) continue;
    const checked = checkFlag(entry, value);
    if (OPTIONS.some((option) => option.name === entry.name)) options[entry.name] = checked;
    else flags[entry.name] = checked as string | boolean | number;
  }
  return { command: name, operands, options: options as Partial<GenerateOptions>, flags };
}

function checkFlag(entry: FlagEntry, value: unknown): unknown {
  const flag = `--${flagOf(entry.name)}`;
  if (entry.kind === 'strings') return value;
  if (Array.isArray(value)) throw new UsageError(`${flag} is given more than once.`);
  if (entry.kind === 'count' && !(Number.isSafeInteger(value) && Number(value) > 0)) {
    throw new UsageError(`${flag} must be a whole number above 0.`);
  }
  if (entry.kind === 'string' && value === '') throw new UsageError(`${flag} must not be empty.`);
  if (entry.choices && !entry.choices.includes(String(value))) {
    const near = didYouMean(String(value), entry.choices);
    throw new UsageError(`${flag} must be one of ${entry.choices.join(', ')}; "${String(value)}" is not.${near}`);
  }
  return value;
}

/** The parser's own sentences in the words of this command line. */
function plainMessage(message: string, argv: readonly string[]): string {
  const value = /^Not enough arguments following: (.+)$/.exec(message)?.[1];
  if (value !== undefined) return `${value.length === 1 ? '-' : '--'}${value} needs a value.`;
  const missing = message.startsWith('Not enough non-option arguments');
  const command = COMMANDS.find(({ name }) => argv.includes(name));
  return missing && command ? `An argument is missing: tools-gen ${command.usage[0]}` : message;
}

/** Version of this package. */
function ownVersion(): string {
  const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as unknown;
  return (manifest as { version: string }).version;
}
