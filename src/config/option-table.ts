import type { GenerateOptions } from './generate-options.js';

/** What a value of an option must be. */
export type OptionKind = 'string' | 'strings' | 'boolean' | 'count' | 'choice' | 'operations' | 'spec';

export interface OptionEntry {
  readonly name: keyof GenerateOptions;
  readonly kind: OptionKind;
  readonly choices?: readonly string[];
  /** One letter on the command line. */
  readonly alias?: string;
  /** Where it can be given; both where absent. */
  readonly only?: 'config';
  readonly group: 'Output' | 'Selection' | 'Tools' | 'Reading';
  readonly text: string;
  /** Values are paths: relative ones in a configuration file start at that file. */
  readonly path?: true;
}

/** Every option once: help text, command-line flags, configuration keys and checks are all made from this table. */
export const OPTIONS: readonly OptionEntry[] = [
  { name: 'spec', kind: 'spec', only: 'config', group: 'Reading', text: 'file, http(s) URL or - for standard input' },
  { name: 'out', kind: 'string', alias: 'o', group: 'Output', text: 'folder to write to', path: true },
  { name: 'name', kind: 'string', group: 'Output', text: 'npm name of the package' },
  {
    name: 'include',
    kind: 'strings',
    group: 'Selection',
    text: 'only these (repeatable): tag:pets, path:/pets/**, method:get, operation:getPet, tool:get*, or a glob',
  },
  { name: 'exclude', kind: 'strings', group: 'Selection', text: 'all but these (repeatable)' },
  { name: 'server', kind: 'string', group: 'Tools', text: "base URL that replaces the document's servers" },
  {
    name: 'check',
    kind: 'boolean',
    group: 'Output',
    text: 'write nothing; show how the output on disk differs, and exit 3 when it is stale',
  },
  { name: 'bare', kind: 'boolean', group: 'Output', text: 'leave out package.json, README and examples' },
  {
    name: 'validators',
    kind: 'choice',
    choices: ['lazy', 'precompiled'],
    group: 'Tools',
    text: 'when Ajv compiles: at the first call, or at generation',
  },
  {
    name: 'strict',
    kind: 'choice',
    choices: ['plan', 'all', 'none'],
    group: 'Tools',
    text: 'which tools get strict: true',
  },
  {
    name: 'strictFirst',
    kind: 'strings',
    group: 'Tools',
    text: 'tools that the strict plan serves first, in this order (repeatable selectors)',
  },
  {
    name: 'maxDescription',
    kind: 'count',
    group: 'Tools',
    text: "characters of an operation's description at most (default 600)",
  },
  {
    name: 'maxTokens',
    kind: 'count',
    group: 'Tools',
    text: 'estimated tokens above which parts of a tool become JSON text (default 4000)',
  },
  {
    name: 'warningsAsErrors',
    kind: 'boolean',
    group: 'Output',
    text: 'a warning gives exit code 1, nothing is written',
  },
  {
    name: 'force',
    kind: 'boolean',
    group: 'Output',
    text: 'generate although nothing changed; replace files that are in the way',
  },
  {
    name: 'refRoot',
    kind: 'string',
    group: 'Reading',
    text: "folder below which references to files are followed (default: the document's)",
    path: true,
  },
  { name: 'allowRemoteRefs', kind: 'boolean', group: 'Reading', text: 'follow references to http(s) URLs' },
  {
    name: 'operations',
    kind: 'operations',
    only: 'config',
    group: 'Tools',
    text: 'adjustments by operationId, tool name or "METHOD /path"',
  },
];

/** `maxDescription` → `max-description`. */
export function flagOf(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
