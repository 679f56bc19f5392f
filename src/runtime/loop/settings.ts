import type { LoopRequest, MessageParam, ToolLoopOptions } from '../contract.js';
import { copyJson, type Fields, isFields } from './json.js';
import { checkToolChoice } from './tool-choice.js';
import { createToolTable, type ToolTable } from './tools.js';

/** Options of a run, checked, with their defaults. */
export interface LoopSettings {
  table: ToolTable;
  /** Every field of the request but `messages` and `tool_choice`: a copy, constant for all turns. */
  fixed: Fields;
  toolChoice: LoopRequest['tool_choice'];
  messages: MessageParam[];
  maxTurns: number;
  maxCalls: number;
  maxTokens: number;
  concurrency: number;
}

/** Checks everything that can be checked before a request is sent. Throws `TypeError` with what to do. */
export function readSettings(options: ToolLoopOptions): LoopSettings {
  const { request } = options;
  if (typeof options.client?.messages?.create !== 'function') {
    throw new TypeError('`client` must be a client of the Messages API, such as `new Anthropic()`.');
  }
  if (!isFields(request) || !Array.isArray(request.messages) || request.messages.length === 0) {
    throw new TypeError('`request.messages` must hold at least one message.');
  }
  if (typeof request.model !== 'string' || request.model === '') throw new TypeError('`request.model` is missing.');
  if (!Number.isInteger(request.max_tokens) || request.max_tokens < 0) {
    throw new TypeError('`request.max_tokens` must be a whole number.');
  }
  if (request['tools'] !== undefined) throw new TypeError('Pass tools as `tools` beside `request`, not inside it.');
  if (request['stream'] !== undefined) throw new TypeError('Pass `stream` beside `request`, not inside it.');
  const table = createToolTable(options);
  checkToolChoice(request, table.tools);
  if (table.tools.length === 0 && request.messages.some(holdsToolBlock)) {
    throw new TypeError('The messages hold calls or results of tools, so `tools` must not be empty.');
  }
  const { messages, tool_choice: toolChoice, ...fixed } = request;
  return {
    table,
    fixed: copyJson(fixed),
    toolChoice: copyJson(toolChoice),
    messages: copyJson(messages) as MessageParam[],
    maxTurns: limit('maxTurns', options.maxTurns, 50, 1),
    maxCalls: limit('maxCalls', options.maxCalls, Number.POSITIVE_INFINITY, 0),
    maxTokens: limit('maxTokens', options.maxTokens, Number.POSITIVE_INFINITY, 0),
    concurrency: limit('concurrency', options.concurrency, 8, 1),
  };
}

function holdsToolBlock({ content }: { content: unknown }): boolean {
  const isTool = (block: unknown): boolean =>
    isFields(block) && (block['type'] === 'tool_use' || block['type'] === 'tool_result');
  return Array.isArray(content) && content.some(isTool);
}

function limit(name: string, value: number | undefined, standard: number, least: number): number {
  if (value === undefined) return standard;
  if (value === Number.POSITIVE_INFINITY || (Number.isInteger(value) && value >= least)) return value;
  throw new TypeError(`\`${name}\` must be a whole number, at least ${least}.`);
}
