import type { ContentBlock, Message } from '../contract.js';
import type { Emit } from './events.js';
import { type Fields, isFields } from './json.js';

/** Builds a message from the events of a stream. */
export interface Accumulator {
  add(event: unknown): void;
  /** The message, once the stream has said that it is complete. */
  message(): Message | undefined;
}

type Mutable = Record<string, unknown>;

/**
 * Collects every block whole, unknown kinds included, because the next request must echo them unchanged. Input that is
 * not JSON (cut, or from an eager tool) becomes `{ INVALID_JSON: text }`; see {@link invalidJson}.
 */
export function createAccumulator(turn: number, emit: Emit): Accumulator {
  const blocks: Mutable[] = [];
  const inputs = new Map<number, string>();
  let message: Mutable | undefined;
  let complete = false;

  const handlers: Readonly<Record<string, (event: Fields) => void>> = {
    message_start: (event) => {
      message = { ...(event['message'] as Fields) };
    },
    content_block_start: (event) => {
      blocks[event['index'] as number] = { ...(event['content_block'] as Fields) };
    },
    content_block_delta: (event) => {
      const index = event['index'] as number;
      const block = blocks[index];
      const delta = event['delta'];
      if (block === undefined || !isFields(delta)) return;
      if (delta['type'] === 'input_json_delta') {
        const partialJson = String(delta['partial_json'] ?? '');
        inputs.set(index, (inputs.get(index) ?? '') + partialJson);
        if (block['type'] === 'tool_use' && partialJson !== '') {
          emit({ type: 'tool_input', turn, id: String(block['id']), name: String(block['name']), partialJson });
        }
        return;
      }
      applyDelta(block, delta);
      const text = delta['type'] === 'text_delta' ? delta['text'] : undefined;
      if (typeof text === 'string' && text !== '') emit({ type: 'text', turn, text });
    },
    content_block_stop: (event) => {
      const index = event['index'] as number;
      const block = blocks[index];
      const text = inputs.get(index);
      if (block !== undefined && text !== undefined) block['input'] = parseInput(text);
    },
    message_delta: (event) => {
      message = mergeDelta(message ?? {}, event);
    },
    message_stop: () => {
      complete = true;
    },
  };

  return {
    add(event) {
      if (!isFields(event)) return;
      const type = String(event['type']);
      if (Object.hasOwn(handlers, type)) handlers[type]?.(event);
    },
    message: () =>
      complete && message !== undefined
        ? ({ ...message, content: blocks.filter(Boolean) as ContentBlock[] } as unknown as Message)
        : undefined,
  };
}

/** Deltas that carry a piece of one field, and notes that are no part of the block. */
const GROWING: ReadonlyMap<unknown, string> = new Map([
  ['text_delta', 'text'],
  ['thinking_delta', 'thinking'],
]);
/** Deltas that carry final values. */
const FINAL: ReadonlySet<unknown> = new Set(['signature_delta', 'compaction_delta']);

/** Adds a delta to its block. Of unknown deltas the texts grow, and every other field replaces. */
function applyDelta(block: Mutable, { type, ...fields }: Fields): void {
  const only = GROWING.get(type);
  for (const [key, value] of Object.entries(fields)) {
    const before = block[key];
    if (only !== undefined && key !== only) continue;
    if (key === 'citation')
      block['citations'] = [...(Array.isArray(block['citations']) ? block['citations'] : []), value];
    else if (!FINAL.has(type) && typeof value === 'string' && typeof before === 'string') block[key] = before + value;
    else block[key] = value;
  }
}

/** `message_delta`: fields of the message, and counters that are totals, not increments. */
function mergeDelta(message: Fields, event: Fields): Mutable {
  const present = (fields: unknown): Fields =>
    isFields(fields) ? Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null)) : {};
  const usage = { ...present(message['usage']), ...present(event['usage']) };
  return { ...message, ...present(event['delta']), usage };
}

const INVALID = 'INVALID_JSON';

function parseInput(text: string): unknown {
  if (text === '') return {};
  try {
    return JSON.parse(text);
  } catch {
    return { [INVALID]: text };
  }
}

/** The raw text of an input that was not JSON; such a call is answered with an error and never run. */
export function invalidJson(input: unknown): string | undefined {
  if (!isFields(input) || !Object.hasOwn(input, INVALID) || Object.keys(input).length !== 1) return undefined;
  return typeof input[INVALID] === 'string' ? input[INVALID] : undefined;
}
