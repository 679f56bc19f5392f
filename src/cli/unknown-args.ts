import { existsSync } from 'node:fs';
import { flagOf } from '../config/option-table.js';
import { didYouMean } from '../diagnostics/suggest.js';
import { parseSelector } from '../runtime/selectors.js';
import { COMMANDS, type CommandName, type FlagEntry, flagsOf } from './command-table.js';
import { UsageError } from './usage-error.js';

/** What other tools call these commands. */
const OTHER_WORDS: Readonly<Record<string, string>> = {
  list: 'inspect',
  ls: 'inspect',
  tools: 'inspect',
  show: 'inspect',
  describe: 'inspect',
  validate: 'inspect',
  lint: 'inspect',
  run: 'call',
  exec: 'call',
  invoke: 'call',
  build: 'generate',
  create: 'generate',
  ask: 'chat',
  version: '--version',
};

/** What a word that no file has as its name could mean as a command: ` Did you mean "inspect"?`, or nothing. */
export function commandMeant(word: string): string {
  if (!/^[a-z]+$/i.test(word) || existsSync(word)) return '';
  const names = COMMANDS.map(({ name }) => name);
  const whole =
    OTHER_WORDS[word.toLowerCase()] ?? (word.length < 2 ? undefined : names.find((name) => name.startsWith(word)));
  return whole === undefined ? didYouMean(word, names) : ` Did you mean "${whole}"?`;
}

/** Refuses the first option that a command does not have, with the one that could be meant. */
export function refuseUnknownOption(
  unknown: readonly string[],
  entries: readonly FlagEntry[],
  argv: readonly string[],
) {
  // yargs-parser reports `--max-foo` both as written and in camelCase; the one as written comes first.
  const [first] = unknown;
  if (first === undefined) return;
  const long = entries.map(({ name }) => flagOf(name));
  // `-out` is read as three letters.
  const run = argv.find((text) => /^-[a-z]{2,}/i.test(text) && text.includes(first));
  if (first.length === 1 && run !== undefined && long.includes(run.slice(1))) {
    throw new UsageError(`Unknown option ${run}. Did you mean "-${run}"?`);
  }
  const dashes = first.length === 1 ? '-' : '--';
  const owner = COMMANDS.find((command) => flagsOf(command.name).some(({ name }) => flagOf(name) === first));
  const elsewhere = owner && ` It is an option of tools-gen ${owner.name}.`;
  throw new UsageError(`Unknown option ${dashes}${first}.${elsewhere ?? optionMeant(first, long, entries)}`);
}

function optionMeant(given: string, long: readonly string[], entries: readonly FlagEntry[]): string {
  if (given.length === 1) {
    const letters = ['h', 'v', ...entries.flatMap(({ alias }) => alias ?? [])];
    const letter = letters.find((one) => one === given.toLowerCase());
    return letter === undefined ? '' : ` Did you mean "-${letter}"?`;
  }
  const known = [...long, 'help', 'version'];
  const near = didYouMean(
    `--${given}`,
    known.map((name) => `--${name}`),
  );
  if (near !== '' || given.length < 3) return near;
  // `--output` for `--out`, `--desc` for nothing: only what starts alike, and only one.
  const alike = known.filter((name) => name.startsWith(given) || (name.length > 2 && given.startsWith(name)));
  return alike.length === 1 ? ` Did you mean "--${alike[0]}"?` : '';
}

/** Refuses an operand too many, and says where a further document or selector goes. */
export function refuseExtra(name: CommandName, operands: readonly string[], rest: readonly string[]): void {
  const [first] = rest[0] === name ? rest.slice(1) : rest;
  if (first === undefined) return;
  const [given = ''] = operands;
  const near = name === 'generate' ? commandMeant(given) : '';
  if (near !== '') throw new UsageError(`Unknown command "${given}".${near}`);
  throw new UsageError(`Unexpected argument "${first}".${placeOf(name, first)}`);
}

function placeOf(name: CommandName, extra: string): string {
  if (/^\w+:/.test(extra) && parseSelector(extra)) return ` Repeat the option for each selector: --include ${extra}`;
  const isSpec = /\.(?:json|ya?ml)$/i.test(extra) || /^https?:/i.test(extra);
  return isSpec && name === 'generate' ? ' Several specs go into a configuration: tools-gen init writes one.' : '';
}

/** Refuses `--check=no`, which would not mean no: a switch is there or not, or says true or false. */
export function refuseSwitchValues(entries: readonly FlagEntry[], argv: readonly string[]): void {
  const end = argv.indexOf('--');
  for (const text of end < 0 ? argv : argv.slice(0, end)) {
    const [, flag = '', value = ''] = /^--?([\w-]+)=(.*)$/s.exec(text) ?? [];
    const entry = entries.find(({ name, alias }) => [name, flagOf(name), alias].includes(flag));
    if (entry?.kind === 'boolean' && value !== 'true' && value !== 'false') {
      throw new UsageError(`--${flagOf(entry.name)} takes no value but true or false; "${value}" is neither.`);
    }
  }
}
