import type { Json, ScriptedTurn } from './script.js';

const INPUT_BLOCKS = new Set(['tool_use', 'server_tool_use', 'mcp_tool_use']);

/** A text in pieces of a few characters, never inside a surrogate pair. */
function pieces(text: string): string[] {
  const points = [...text];
  return Array.from({ length: Math.ceil(points.length / 7) }, (_, index) =>
    points.slice(index * 7, index * 7 + 7).join(''),
  );
}

/** The start of a block and the deltas that complete it. */
function blockEvents(block: Json, partialJson: string[] | undefined): { start: Json; deltas: Json[] } {
  if (block['type'] === 'text') {
    const deltas = pieces(String(block['text'])).map((text) => ({ type: 'text_delta', text }));
    return { start: { ...block, text: '' }, deltas };
  }
  if (block['type'] === 'thinking') {
    const deltas: Json[] = pieces(String(block['thinking'])).map((thinking) => ({ type: 'thinking_delta', thinking }));
    const signature = { type: 'signature_delta', signature: block['signature'] };
    return { start: { ...block, thinking: '', signature: '' }, deltas: [...deltas, signature] };
  }
  if (INPUT_BLOCKS.has(String(block['type']))) {
    const text = JSON.stringify(block['input']);
    const parts = partialJson ?? (text === '{}' ? [''] : ['', ...pieces(text)]);
    return {
      start: { ...block, input: {} },
      deltas: parts.map((partial_json) => ({ type: 'input_json_delta', partial_json })),
    };
  }
  return { start: block, deltas: [] };
}

/** The events of a streamed message, in order (`claude-tool-use` 8.5). */
export function streamEvents(message: Json, turn: ScriptedTurn): Json[] {
  const { content, stop_reason, stop_sequence, stop_details, usage, container, ...rest } = message;
  const start = { ...rest, content: [], stop_reason: null, stop_sequence: null, stop_details: null, container: null };
  const body = (content as Json[]).flatMap((block, index) => {
    const { start: content_block, deltas } = blockEvents(block, turn.partialJson?.[index]);
    return [
      { type: 'content_block_start', index, content_block },
      ...deltas.map((delta) => ({ type: 'content_block_delta', index, delta })),
      { type: 'content_block_stop', index },
    ];
  });
  return [
    { type: 'message_start', message: { ...start, usage: { ...(usage as Json), output_tokens: 1 } } },
    { type: 'ping' },
    ...body,
    { type: 'message_delta', delta: { stop_reason, stop_sequence, stop_details, container }, usage },
    { type: 'message_stop' },
  ];
}
