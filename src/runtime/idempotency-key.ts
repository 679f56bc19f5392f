/**
 * A key for one `tool_use.id`: the same whenever the same call is made again, also after a restart, and shaped like a UUID,
 * which every API takes. Four interleaved 32-bit hashes; unique, not secret.
 */
export function idempotencyKey(callId: string, tool: string): string {
  const text = `${tool} ${callId}`;
  const state = [0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344];
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    for (let lane = 0; lane < 4; lane += 1) {
      const mixed = Math.imul((state[lane] ?? 0) ^ code ^ (lane * 0x9e3779b9), 0x85ebca6b + lane * 2);
      state[lane] = (mixed ^ (mixed >>> 13) ^ (state[(lane + 3) % 4] ?? 0)) >>> 0;
    }
  }
  const hex = state
    .map((lane) => (Math.imul(lane ^ (lane >>> 16), 0xc2b2ae35) >>> 0).toString(16).padStart(8, '0'))
    .join('');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
