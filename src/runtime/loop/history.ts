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
  /** Everything else that the user said after the calls. */
  rest: ContentBlock[];
  /** Messages of other roles after the calls. */
  others: MessageParam[];
}

/** The unanswered calls with which a history ends: to be answered before anything else is sent. */
export function unansweredCalls(messages: readonly MessageParam[]): Unanswered | undefined {
  const at = messages.findLastIndex((message) => message.role === 'assistant');
  const all = at < 0 ? [] : clientCalls(messages[at]?.content);
  if (all.length === 0) return undefined;
  const after = userBlocks(messages, at);
  const given = after.filter((block) => block.type === 'tool_result');
  const answered = new Set(given.map((block) => block['tool_use_id']));
  const calls = all.filter((call) => !answered.has(call.id));
  const rest = after.filter((block) => block.type !== 'tool_result');
  const others = messages.slice(at + 1).filter(({ role }) => role !== 'user');
  return calls.length === 0 ? undefined : { at, calls, given, rest, others };
}

function userBlocks(messages: readonly MessageParam[], at: number): ContentBlock[] {
  return messages.slice(at + 1).flatMap(({ role, content }) => (role === 'user' ? blocksOf(content) : []));
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

/** Takes what the API would have to complete out of an answer that nothing of the kind follows. */
export function closeAnswer(messages: MessageParam[], at: number): void {
  const answer = messages[at];
  if (!Array.isArray(answer?.content)) return;
  const content = closedContent(answer.content);
  messages.splice(at, 1, ...(content.length > 0 ? [{ ...answer, content }] : []));
}

/** Closes the last answer of a stored history if the user has said more since than the results it waits for. */
export function closeFollowed(messages: MessageParam[]): void {
  const at = messages.findLastIndex(({ role }) => role === 'assistant');
  if (at >= 0 && userBlocks(messages, at).some(({ type }) => type !== 'tool_result')) closeAnswer(messages, at);
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
