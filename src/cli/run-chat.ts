import { existsSync, statSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { printable } from '../diagnostics/create.js';
import { asFailure } from '../output/failure.js';
import type { LoopRequest, MessageParam, MessagesClient, ToolLoopResult, ToolUnion } from '../runtime/contract.js';
import { createToolkit, runToolLoop, ToolLoopError } from '../runtime/index.js';
import { createApproval } from './ask-approval.js';
import type { ReadArgs } from './read-args.js';
import { readToolSet } from './read-toolset.js';
import { showLoopEvents } from './show-loop.js';
import { terminalOf } from './terminal.js';
import { UsageError } from './usage-error.js';

const DEFAULT_MODEL = 'claude-sonnet-5-5';
const DEFAULT_MAX_TURNS = 20;
const MAX_TOKENS = 8192;
/** More tools than this are found by search instead of being shown all at once. */
const MOST_SHOWN_TOOLS = 30;
const TOOL_SEARCH = { type: 'tool_search_tool_bm25_20251119', name: 'tool_search_tool_bm25' };

/** Lets Claude use the tools of a spec: text is streamed, calls and results take a line each, writes are asked for. */
export async function runChat(args: ReadArgs): Promise<number> {
  const { flags, operands } = args;
  const prompt = operands[1] ?? '';
  checkSavePlace(flags['save']);
  const history = typeof flags['resume'] === 'string' ? await readHistory(flags['resume']) : [];
  const client = await createClient();
  const { set } = await readToolSet(args);
  const toolkit = createToolkit([set]);
  const stop = new AbortController();
  const approval = createApproval(flags['yes'] === true, stop.signal);
  const dispatcher = toolkit.createDispatcher({ approve: approval.approve });
  const request: LoopRequest = {
    model: typeof flags['model'] === 'string' ? flags['model'] : DEFAULT_MODEL,
    max_tokens: MAX_TOKENS,
    messages: [...history, { role: 'user', content: prompt }],
  };
  const interrupt = () => stop.abort();
  process.once('SIGINT', interrupt);
  const show = showLoopEvents(terminalOf(process.stdout), terminalOf(process.stderr));
  try {
    const result = await runToolLoop({
      client,
      dispatcher,
      request,
      stream: true,
      maxTurns: typeof flags['maxTurns'] === 'number' ? flags['maxTurns'] : DEFAULT_MAX_TURNS,
      signal: stop.signal,
      onEvent: show.onEvent,
      ...(toolkit.tools.length > MOST_SHOWN_TOOLS && { tools: searchedTools(toolkit.selectTools({ defer: true })) }),
    });
    show.end(result);
    await saveHistory(flags['save'], result.messages);
    return result.outcome === 'completed' ? 0 : 1;
  } catch (error) {
    if (!(error instanceof ToolLoopError)) throw error;
    process.stderr.write(`\n${printable(error.message)}\n`);
    await saveHistory(flags['save'], (error.result as ToolLoopResult).messages);
    return 1;
  } finally {
    process.removeListener('SIGINT', interrupt);
    approval.close();
  }
}

const searchedTools = (tools: readonly ToolUnion[]): ToolUnion[] => [TOOL_SEARCH, ...tools];

/** The SDK is the user's: it is not loaded, and need not be installed, for anything else. */
async function createClient(): Promise<MessagesClient> {
  const { ANTHROPIC_API_KEY: key, ANTHROPIC_AUTH_TOKEN: token } = process.env;
  if (!key && !token) throw new UsageError('chat needs an API key: set ANTHROPIC_API_KEY.');
  const sdk = await import('@anthropic-ai/sdk').catch(() => undefined);
  if (!sdk) throw new UsageError('chat needs the SDK: npm install @anthropic-ai/sdk');
  return new sdk.default() as unknown as MessagesClient;
}

async function readHistory(file: string): Promise<MessageParam[]> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new UsageError(`The conversation ${printable(file)} cannot be read.`);
  });
  try {
    const value = JSON.parse(text) as unknown;
    if (Array.isArray(value)) return value as MessageParam[];
  } catch {
    // Told below, as for any other text that is no conversation.
  }
  throw new UsageError(`${printable(file)} is not a conversation that --save wrote.`);
}

async function saveHistory(file: unknown, messages: readonly MessageParam[]): Promise<void> {
  if (typeof file !== 'string') return;
  await writeFile(file, `${JSON.stringify(messages, null, 2)}\n`, { mode: 0o600 }).catch((error: unknown) => {
    throw asFailure(file, error);
  });
}

/** A conversation costs money: that it cannot be saved is better known before. */
function checkSavePlace(file: unknown): void {
  if (typeof file !== 'string') return;
  const place = statSync(file, { throwIfNoEntry: false });
  if (place?.isDirectory() || !existsSync(dirname(file))) {
    throw new UsageError(
      `The conversation cannot be saved to ${printable(file)}: it must be a file in a folder that exists.`,
    );
  }
}
