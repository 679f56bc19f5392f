import type { Message, MessagesClient } from '../../src/runtime/contract.js';
import type { Json } from './fake-messages-api/script.js';

/** A client in memory: answers by script, records bodies. */
export function stubClient(
  answer: (body: Json, index: number, options: { signal: AbortSignal }) => Json | Promise<Json>,
): MessagesClient & { bodies: Json[] } {
  const bodies: Json[] = [];
  return {
    bodies,
    messages: {
      async create(body: Json, options: { signal: AbortSignal }) {
        bodies.push(body);
        const usage = { input_tokens: 1, output_tokens: 1 };
        const fixed = { id: 'msg', role: 'assistant', stop_reason: 'end_turn', usage };
        return { ...fixed, content: [], ...(await answer(body, bodies.length - 1, options)) } as unknown as Message;
      },
    },
  };
}

export const use = (id: string, name: string, input: unknown = {}): Json => ({ type: 'tool_use', id, name, input });
export const calls = (...content: Json[]): Json => ({ content, stop_reason: 'tool_use' });
export const text = (value: string): Json => ({ content: [{ type: 'text', text: value }] });
export const GO = { model: 'claude-opus-5', max_tokens: 100, messages: [{ role: 'user', content: 'Go.' }] };
