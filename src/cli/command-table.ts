import { OPTIONS, type OptionKind } from '../config/option-table.js';

export type CommandName = 'generate' | 'inspect' | 'call' | 'chat' | 'init';

/** A flag as the command line sees it: an option of the generator, or one of the terminal's own. */
export interface FlagEntry {
  readonly name: string;
  readonly kind: OptionKind;
  readonly group: string;
  readonly text: string;
  readonly alias?: string;
  readonly choices?: readonly string[];
}

interface CommandEntry {
  readonly name: CommandName;
  /** In the notation of yargs; `$0` is the default command. */
  readonly usage: readonly string[];
  readonly text: string;
  readonly operands: readonly { readonly name: string; readonly text: string }[];
  readonly flags: readonly FlagEntry[];
  readonly examples: readonly (readonly [line: string, text: string])[];
}

const SPEC = { name: 'spec', text: 'file, http(s) URL or - for standard input' };

const flag = (name: string, kind: OptionKind, text: string, alias?: string): FlagEntry => ({
  name,
  kind,
  text,
  group: 'Terminal',
  ...(alias && { alias }),
});

const CONFIG = flag('config', 'string', 'configuration file (default: tools-gen.config.* or package.json here)');
const JSON_REPORT = flag('json', 'boolean', 'machine-readable report on standard output');
const QUIET = flag('quiet', 'boolean', 'print errors only', 'q');
const VERBOSE = flag('verbose', 'boolean', 'print notes too, and every place of a repeated warning');

/** The options that decide what the tools are; every command that reads a spec takes them. */
const READING = [
  'include',
  'exclude',
  'name',
  'server',
  'strict',
  'strictFirst',
  'maxDescription',
  'maxTokens',
  'refRoot',
  'allowRemoteRefs',
];

export const COMMANDS: readonly CommandEntry[] = [
  {
    name: 'generate',
    usage: ['$0 [spec]', 'generate [spec]'],
    text: 'Write a package of Claude tools for an OpenAPI document.',
    operands: [SPEC],
    flags: [
      CONFIG,
      flag(
        'watch',
        'boolean',
        'generate again whenever the spec, a file it refers to or the configuration changes',
        'w',
      ),
      flag('report', 'string', 'write what changed to this file: Markdown for pull requests, or JSON (*.json)'),
      JSON_REPORT,
      QUIET,
      VERBOSE,
    ],
    examples: [
      ['$0 openapi.yaml -o petstore-tools', 'generate a package'],
      ['$0 https://example.com/openapi.json --include tag:pets --include method:get', 'a part of a remote document'],
      ['$0 openapi.yaml -o src/tools --bare --check', 'fail a build when the output is stale'],
      ['$0 --check --report changes.md', 'what a pull request changes for prompts and code'],
      ['cat openapi.json | $0 - -o out --json', 'from a pipe, with a report'],
    ],
  },
  {
    name: 'inspect',
    usage: ['inspect <spec>'],
    text: 'Show what would be generated: tools, strict or why not, tokens, diagnostics.',
    operands: [SPEC],
    flags: [
      CONFIG,
      flag(
        'countTokens',
        'boolean',
        'let the API count tokens, of the set and its tags, with your own key (ANTHROPIC_API_KEY)',
      ),
      flag('model', 'string', 'model that counts (default: claude-sonnet-5-5)'),
      JSON_REPORT,
      QUIET,
      VERBOSE,
    ],
    examples: [
      ['$0 inspect openapi.yaml', 'a table of all tools'],
      ["$0 inspect openapi.yaml --include 'path:/pets/**' --json", 'a part, for a program'],
    ],
  },
  {
    name: 'call',
    usage: ['call <spec> <tool> [input]'],
    text: 'Run one tool by hand, or show the HTTP request it makes.',
    operands: [
      SPEC,
      { name: 'tool', text: 'name of the tool' },
      { name: 'input', text: 'JSON text, @file or - for standard input (default {})' },
    ],
    flags: [
      CONFIG,
      flag('dryRun', 'boolean', 'print the HTTP request (secrets masked) and a curl line; send nothing'),
      flag('timeout', 'count', 'seconds until the call is given up (default 60)'),
    ],
    examples: [
      [`$0 call openapi.yaml getPet '{"petId": 1}' --dry-run`, 'show the request'],
      ['$0 call openapi.yaml addPet @pet.json --server http://localhost:8080/v1', 'send it to another server'],
    ],
  },
  {
    name: 'chat',
    usage: ['chat <spec> <prompt>'],
    text: 'Let Claude use the tools, in the terminal, with your own API key (ANTHROPIC_API_KEY).',
    operands: [SPEC, { name: 'prompt', text: 'what Claude is asked to do' }],
    flags: [
      CONFIG,
      flag('model', 'string', 'model (default: claude-sonnet-5-5)'),
      flag('maxTurns', 'count', 'requests to the model at most (default 20)'),
      flag('yes', 'boolean', 'run calls that write without asking', 'y'),
      flag('save', 'string', 'write the conversation to this file'),
      flag('resume', 'string', 'continue the conversation of this file'),
    ],
    examples: [
      ['$0 chat openapi.yaml "Which pets are available?"', 'one question'],
      ['$0 chat openapi.yaml "And the sold ones?" --resume talk.json --save talk.json', 'the next one'],
    ],
  },
  {
    name: 'init',
    usage: ['init'],
    text: 'Write a starter configuration from the OpenAPI documents found here.',
    operands: [],
    flags: [flag('force', 'boolean', 'replace a configuration that is there')],
    examples: [['$0 init', 'writes tools-gen.config.json']],
  },
];

/** Every flag a command takes, options of the generator first. */
export function flagsOf(name: CommandName): readonly FlagEntry[] {
  const own = COMMANDS.find((command) => command.name === name)?.flags ?? [];
  if (name === 'init') return own;
  const options = OPTIONS.filter((option) => option.only !== 'config');
  return [...(name === 'generate' ? options : options.filter((option) => READING.includes(option.name))), ...own];
}
