import { readdirSync, readFileSync } from 'node:fs';
import type { HandlerContext, HandlerFunction, ToolHandler } from '../../src/runtime/contract.js';
import { isObject, type Json, type ScriptedTurn } from './fake-messages-api/script.js';

/** What a scripted handler does: a result, a throw, or nothing. */
interface ScriptedHandler {
  returns?: unknown;
  throws?: string;
  effect?: 'read' | 'write';
}

/** One conversation of `fixtures/conversations`: the model's side, the options, and what must come of it. */
export interface Conversation {
  name: string;
  /** Fields of the request, over the defaults. */
  request?: Json;
  /** `tools` of the loop; default: the stub dispatcher's. The text `generated` stands for all of those. */
  tools?: (Json | 'generated')[];
  handlers?: Record<string, ScriptedHandler>;
  options?: Json;
  grammarBytes?: number;
  turns: ScriptedTurn[];
  want: {
    outcome: string;
    stopReason?: string | null;
    turns?: number;
    calls?: number;
    /** Ids that reached the dispatcher, in order. */
    dispatched?: string[];
    /** Requests that reached the API, refused ones included. */
    requests?: number;
    /** Parts that must be in the bodies of the requests, by position. */
    bodies?: Record<string, Json>;
    /** Roles of the final history. */
    roles?: string;
    /** Parts of the final history's tool results, by id: a text they hold, or null for no error. */
    results?: Record<string, { error?: boolean; has?: string; content?: unknown }>;
    /** Fields of the last answer's `stop_details`. */
    stopDetails?: Json;
    violations?: string[];
  };
}

/** `["use", id, name, input, more?]` and plain strings are short for blocks. */
function expand(block: unknown): Json {
  if (typeof block === 'string') return { type: 'text', text: block, citations: null };
  if (!Array.isArray(block)) return block as Json;
  const [, id, name, input, more] = block as [string, string, string, unknown, Json | undefined];
  return { type: 'tool_use', id, name, input, caller: { type: 'direct' }, ...more };
}

export function expandTurn(turn: ScriptedTurn): ScriptedTurn {
  return turn.content === undefined ? turn : { ...turn, content: turn.content.map(expand) };
}

/** Messages of a script, with their short forms written out. */
export function expandMessages(messages: unknown): Json[] {
  return (messages as Json[]).map((message) =>
    Array.isArray(message['content']) ? { ...message, content: message['content'].map(expand) } : message,
  );
}

export function expandHandlers(handlers: Record<string, ScriptedHandler> = {}): Record<string, ToolHandler> {
  return Object.fromEntries(
    Object.entries(handlers).map(([name, { returns, throws, effect }]) => {
      const run = (async (_input: unknown, _context: HandlerContext) => {
        if (throws !== undefined) throw new Error(throws);
        return returns;
      }) as HandlerFunction;
      return [name, effect === undefined ? run : { run, effect }];
    }),
  );
}

export function readConversations(): Conversation[] {
  const folder = new URL('../../fixtures/conversations/', import.meta.url);
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
  return files.sort().flatMap((name) => {
    const file = JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as { conversations: Conversation[] };
    return file.conversations;
  });
}

/** True when every field of `part` is in `whole`, lists compared item by item; null means "absent". */
export function holds(whole: unknown, part: unknown): boolean {
  if (isObject(part)) {
    return (
      isObject(whole) &&
      Object.entries(part).every(([key, value]) =>
        value === null ? whole[key] === undefined : holds(whole[key], value),
      )
    );
  }
  if (Array.isArray(part)) {
    return (
      Array.isArray(whole) && whole.length === part.length && part.every((item, index) => holds(whole[index], item))
    );
  }
  return Object.is(whole, part);
}
