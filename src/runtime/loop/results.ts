import type { ResultContentBlock, ToolResultBlock } from '../contract.js';
import { wellFormed } from '../text.js';
import { isProgrammatic, type LoopCall } from './calls.js';
import { isFields } from './json.js';

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

/** Text or blocks, every string well-formed: one lone surrogate would make the whole request invalid. */
function repair(content: unknown): Content {
  if (content === undefined || content === null) return '';
  if (typeof content === 'string') return wellFormed(content);
  if (!Array.isArray(content)) return wellFormed(jsonText(content));
  const blocks = content.filter((block) => isFields(block) && !isEmptyText(block));
  return blocks.length === 0 ? '' : (blocks.map(repairStrings) as ResultContentBlock[]);
}

function jsonText(value: unknown): string {
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    return String(value);
  }
}

function isEmptyText(block: Readonly<Record<string, unknown>>): boolean {
  return block['type'] === 'text' && (typeof block['text'] !== 'string' || block['text'] === '');
}

function repairStrings(value: unknown): unknown {
  if (typeof value === 'string') return wellFormed(value);
  if (Array.isArray(value)) return value.map(repairStrings);
  if (!isFields(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [wellFormed(key), repairStrings(item)]));
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
