import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { readStdin } from '../assets/read-stdin.js';
import { printable } from '../diagnostics/create.js';
import { didYouMean } from '../diagnostics/suggest.js';
import type { ResultContentBlock, ToolResultBlock } from '../runtime/contract.js';
import { createToolkit, isToolCallError } from '../runtime/index.js';
import { placeholderCredentials, renderRequest } from './dry-run.js';
import type { ReadArgs } from './read-args.js';
import { readToolSet } from './read-toolset.js';
import { showable } from './terminal.js';
import { UsageError } from './usage-error.js';

/** Characters of an answer that are shown at most: a person or a program reads it, not a model. */
const MAX_RESULT_CHARS = 20_000_000;

/** Runs one tool by hand, or shows the request it would make. */
export async function runCall(args: ReadArgs): Promise<number> {
  const [spec = '', tool = '', text = '{}'] = args.operands;
  if (spec === '-' && text === '-') throw new UsageError('Spec and input cannot both come from standard input.');
  const input = parseInput(
    text.startsWith('@') ? await readInput(text.slice(1)) : text === '-' ? await readStdin() : text,
  );
  const { set, names } = await readToolSet(args);
  if (!names.includes(tool)) {
    throw new UsageError(
      `There is no tool "${printable(tool, 80)}".${didYouMean(tool, names)} tools-gen inspect lists them.`,
    );
  }
  const toolkit = createToolkit([set]);
  if (args.flags['dryRun']) {
    const { credentials, shown } = placeholderCredentials(set.package, randomBytes(8).toString('hex'));
    const dispatcher = toolkit.createDispatcher({
      credentials,
      env: baseUrlOnly(set.package.envPrefix),
      files: readInputFile,
    });
    try {
      const request = await dispatcher.buildRequest(tool, toolkit.decodeInput(tool, input));
      process.stdout.write(renderRequest(request, shown));
      return 0;
    } catch (error) {
      if (!isToolCallError(error)) throw error;
      process.stderr.write(`${showable(error.message)}\n${advice(error.code)}`);
      return 1;
    }
  }
  const seconds = args.flags['timeout'];
  let failure: string | undefined;
  const dispatcher = toolkit.createDispatcher({
    maxResultChars: MAX_RESULT_CHARS,
    files: readInputFile,
    onCall: (event) => {
      if (event.type === 'error') failure = event.code;
    },
    ...(typeof seconds === 'number' && { timeoutMs: seconds * 1000 }),
  });
  const code = showResult(await dispatcher.dispatch({ id: 'call', name: tool, input }));
  process.stderr.write(advice(failure));
  return code;
}

/** The text of a failure is the one that a model gets; this is for the person. */
function advice(code: string | undefined): string {
  if (code === 'MISSING_CREDENTIALS') return 'Set the variable and call again, or see the request with --dry-run.\n';
  return code === 'MISSING_SERVER' ? 'Here --server <url> says it too.\n' : '';
}

async function readInput(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch {
    throw new UsageError(`The input file ${printable(path)} cannot be read.`);
  }
}

function parseInput(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    const reason = printable(error instanceof Error ? error.message : String(error));
    throw new UsageError(
      `The input is not JSON: ${reason}. Quote it for the shell: '{"name": "value"}', or give @file.`,
    );
  }
}

/** Bytes of a local file that the user's own input names. */
async function readInputFile(path: string): Promise<Uint8Array | undefined> {
  return readFile(path).catch(() => undefined);
}

/** The base URL may come from the environment in a dry run; secrets may not. */
function baseUrlOnly(prefix: string): Record<string, string | undefined> {
  const name = `${prefix}_BASE_URL`;
  return { [name]: process.env[name] };
}

function showResult({ content, is_error: failed }: ToolResultBlock): number {
  const text = typeof content === 'string' ? content : content.map(blockText).join('\n');
  const stream = failed ? process.stderr : process.stdout;
  stream.write(`${showable(text)}\n`);
  return failed ? 1 : 0;
}

function blockText(block: ResultContentBlock): string {
  if (block.type === 'text') return block.text;
  const { media_type: type, data } = block.source;
  return `[${type}, ${Math.floor((data.length * 3) / 4)} bytes]`;
}
