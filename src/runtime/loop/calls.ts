import type { ContentBlock, ToolUse } from '../contract.js';
import { isFields } from './json.js';

/** A `tool_use` block that waits for its result. */
export interface LoopCall extends ToolUse {
  /** Set for a member of an Anthropic-schema toolset; the result must echo it. */
  toolset_name?: string;
}

/** The client's calls in an assistant message, in order. Server tools are run by the API and are not among them. */
export function clientCalls(content: unknown): LoopCall[] {
  if (!Array.isArray(content)) return [];
  return content.filter(isClientCall).map((block) => ({
    id: block['id'] as string,
    name: typeof block['name'] === 'string' ? block['name'] : '',
    input: block['input'],
    ...(isFields(block['caller']) && { caller: block['caller'] as { type: string } }),
    ...(typeof block['toolset_name'] === 'string' && { toolset_name: block['toolset_name'] }),
  }));
}

function isClientCall(block: unknown): block is ContentBlock {
  return isFields(block) && block['type'] === 'tool_use' && typeof block['id'] === 'string';
}

/** True for a call that code execution makes: its result may hold nothing but text. */
export function isProgrammatic(call: LoopCall): boolean {
  return typeof call.caller?.type === 'string' && call.caller.type !== 'direct';
}
