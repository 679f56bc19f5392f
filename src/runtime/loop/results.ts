import type { ResultContentBlock, ToolResultBlock } from '../contract.js';
import { wellFormed } from '../text.js';
import { isProgrammatic, type LoopCall } from './calls.js';
import { copyJson, isFields } from './json.js';

/** What a dispatcher or a handler gave, before the API's rules for results are applied. */
export interface RawResult {
  content: unknown;
  is_error?: boolean | undefined;
}

/** The result block of a call, as the API takes it (`claude-tool-use.md` 8.1). */
export function resultBlock(call: LoopCall, raw: RawResult): ToolResultBlock {
  const failed = raw.is_error === true;
  const content = repair(raw.content);
  const shaped = failed || isProgrammatic(call) ? textOnly(content, failed) : content;
  return {
    type: 'tool_result',
    tool_use_id: call.id,
    content: shaped,
    ...(failed && { is_error: true }),
    ...(call.toolset_name !== undefined && { toolset_name: call.toolset_name }),
  };
}

/** An error result: the one form in which a call that failed or was not run is answered. */
export function errorBlock(call: LoopCall, text: string): ToolResultBlock {
  return resultBlock(call, { content: text, is_error: true });
}

type Content = ToolResultBlock['content'];

/** Text or blocks, as the API takes them; anything else that a tool may give becomes JSON text. */
function repair(given: unknown): Content {
  if (given === undefined || given === null) return '';
  const content = plain(given);
  if (typeof content === 'string') return content;
  if (!Array.isArray(content) || !content.every(isResultContent)) return JSON.stringify(content) ?? String(content);
  const blocks = content.filter((block) => block.type !== 'text' || block.text.trim() !== '');
  return blocks.length === 0 ? '' : blocks.map(withoutMark);
}

/** The given as JSON data of its own, every string well-formed. */
function plain(given: unknown): unknown {
  if (typeof given === 'string') return wellFormed(given);
  try {
    return copyJson(given);
  } catch {
    return wellFormed(String(given));
  }
}

/** A mark on every result would soon be more than the four that a request may have. */
function withoutMark(block: ResultContentBlock): ResultContentBlock {
  const { cache_control: _mark, ...rest } = block as ResultContentBlock & { cache_control?: unknown };
  return rest;
}

const CONTENT_TYPES: ReadonlySet<unknown> = new Set([
  'text',
  'image',
  'document',
  'search_result',
  'tool_reference',
  'browser_state',
]);

function isResultContent(block: unknown): block is ResultContentBlock {
  if (!isFields(block) || !CONTENT_TYPES.has(block['type'])) return false;
  return block['type'] !== 'text' || typeof block['text'] === 'string';
}

/** Text alone: the only content an error and the result of a programmatic call may have; an error's is never empty. */
function textOnly(content: Content, failed: boolean): string {
  const text = typeof content === 'string' ? content : content.map(blockText).join('\n');
  return failed && text.trim() === '' ? 'The tool failed and gave no reason.' : text;
}

function blockText(block: ResultContentBlock): string {
  return block.type === 'text'
    ? block.text
    : `[${(block as { type: string }).type} left out: only text can be given here]`;
}
