import type { ContentBlock, MessageParam, ToolResultBlock } from '../contract.js';
import { clientCalls, type LoopCall } from './calls.js';
import { isFields } from './json.js';

/** Calls at the end of a history that have no result yet, and what their user message already holds. */
export interface Unanswered {
  /** Position of the assistant message that holds the calls. */
  at: number;
  calls: LoopCall[];
  /** Results that the history already has. */
  given: ContentBlock[];
  /** Everything else in the user message after the calls. */
  rest: ContentBlock[];
}

/** The unanswered calls with which a history ends: to be answered before anything else is sent. */
export function unansweredCalls(messages: readonly MessageParam[]): Unanswered | undefined {
  const at = messages.findLastIndex((message) => message.role === 'assistant');
  const all = at < 0 ? [] : clientCalls(messages[at]?.content);
  if (all.length === 0) return undefined;
  const after = messages.slice(at + 1).flatMap((message) => blocksOf(message.content));
  const given = after.filter((block) => block.type === 'tool_result');
  const answered = new Set(given.map((block) => block['tool_use_id']));
  const calls = all.filter((call) => !answered.has(call.id));
  const rest = after.filter((block) => block.type !== 'tool_result');
  return calls.length === 0 ? undefined : { at, calls, given, rest };
}

function blocksOf(content: unknown): ContentBlock[] {
  if (typeof content === 'string') return content === '' ? [] : [{ type: 'text', text: content }];
  return Array.isArray(content) ? content.filter((block): block is ContentBlock => isFields(block)) : [];
}

/** The one user message that answers a turn: results first, in the order of the calls, then what else was there. */
export function answerMessage(results: readonly ToolResultBlock[], pending?: Unanswered): MessageParam {
  const blocks = results.map((result): ContentBlock => ({ ...result }));
  return { role: 'user', content: [...(pending?.given ?? []), ...blocks, ...(pending?.rest ?? [])] };
}

/**
 * Content of a last answer as it may stay in a history that ends here. A server tool without its result would make the
 * API refuse any text after it, so its block goes, unless one of the client's calls was made from it.
 */
export function closedContent(content: ContentBlock[]): ContentBlock[] {
  const finished = new Set(content.map((block) => block['tool_use_id']));
  const callers = new Set(content.map((block) => (isFields(block['caller']) ? block['caller']['tool_id'] : undefined)));
  const open = (block: ContentBlock): boolean =>
    SERVER_USES.has(block.type) && !finished.has(block['id']) && !callers.has(block['id']);
  return content.some(open) ? content.filter((block) => !open(block)) : content;
}

const SERVER_USES: ReadonlySet<string> = new Set(['server_tool_use', 'mcp_tool_use']);
