#!/usr/bin/env node
import { setFlagsFromString } from 'node:v8';
import { engineFlags } from './engine-flags.js';
import { readArgs } from './read-args.js';
import { UsageError } from './usage-error.js';

for (const flag of engineFlags(process.versions.v8)) setFlagsFromString(flag);

/** Loads the module of the command that was asked for, and nothing before that. */
const RUNNERS = {
  generate: async () => (await import('./run-generate.js')).runGenerate,
  inspect: async () => (await import('./run-inspect.js')).runInspect,
  call: async () => (await import('./run-call.js')).runCall,
  chat: async () => (await import('./run-chat.js')).runChat,
  init: async () => (await import('./run-init.js')).runInit,
} as const;

async function main(argv: readonly string[]): Promise<number> {
  try {
    const args = readArgs(argv, (text) => process.stdout.write(`${text}\n`));
    if (args === undefined) return 0;
    const run = await RUNNERS[args.command]();
    return await run(args);
  } catch (error) {
    if (argv.includes('--json')) await printJsonFailure(argv, error);
    if (error instanceof UsageError) {
      process.stderr.write(`tools-gen: ${error.message}\nSee tools-gen --help.\n`);
      return 2;
    }
    return (await import('./report-failure.js')).reportFailure(error);
  }
}

/** Programs that asked for JSON get JSON whatever happens; people read the sentence on standard error. */
async function printJsonFailure(argv: readonly string[], error: unknown): Promise<void> {
  const { asksForJson, printFailure } = await import('./print-failure.js');
  if (asksForJson(argv)) printFailure(error);
}

// A reader that closes the pipe (`| head`) ends the program quietly, as it does other tools; a full disk does not.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0);
    if (stream === process.stdout)
      process.stderr.write(`tools-gen: standard output cannot be written: ${error.message}\n`);
    process.exit(1);
  });
}

process.exitCode = await main(process.argv.slice(2));
