import { describe, expect, it } from 'vitest';
import { showLoopEvents } from '../../../src/cli/show-loop.js';
import type { ToolLoopResult } from '../../../src/runtime/contract.js';

const usage = { input_tokens: 1200, output_tokens: 7, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 };
const base = { message: null, messages: [], turns: 1, calls: 0, usage };
const refused = (stop_details: unknown) => ({
  outcome: 'refused',
  stopReason: 'refusal',
  message: { id: 'm', role: 'assistant', content: [], stop_reason: 'refusal', usage: {}, stop_details },
});

/** How a conversation ended, and the beginning of its last line. */
const ENDS: readonly (readonly [string, object, string])[] = [
  ['done', { outcome: 'completed', stopReason: 'end_turn' }, 'completed: 1 turn, 0 calls, 1,200 tokens in, 7 out'],
  ['cut', { outcome: 'truncated', stopReason: 'max_tokens' }, 'truncated (max_tokens): 1 turn'],
  ['an unknown reason', { outcome: 'stopped', stopReason: 'odd\u001b[2J' }, 'stopped (odd [2J): 1 turn'],
  ['refused', refused({ type: 'refusal', category: 'cyber', explanation: 'No.' }), 'refused (cyber, No.): 1 turn'],
  ['refused without a word', refused({ type: 'refusal', category: null, explanation: null }), 'refused: 1 turn'],
  ['refused by an old model', refused(null), 'refused: 1 turn'],
];

describe('the last line of a conversation', () => {
  it.each(ENDS)('%s', (_name, result, line) => {
    const written: string[] = [];
    const terminal = { color: false, live: false, columns: 80, write: (text: string) => void written.push(text) };
    showLoopEvents(terminal, terminal).end({ ...base, ...result } as unknown as ToolLoopResult);
    expect(written.join('')).toContain(line);
  });
});
