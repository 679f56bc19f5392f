import { describe, expect, it } from 'vitest';
import { type CountingClient, countTokens, createCountingClient } from '../../../src/cli/count-tokens.js';
import type { ToolDefinition } from '../../../src/runtime/contract.js';

const TOOL: ToolDefinition = {
  name: 'getPet',
  description: 'A pet.',
  input_schema: { type: 'object', properties: {}, additionalProperties: false },
};

describe('counting by the API', () => {
  it('is what the tools add to a request', async () => {
    const asked: unknown[] = [];
    const client: CountingClient = {
      messages: {
        async countTokens(body) {
          asked.push(body);
          return { input_tokens: body.tools ? 512 : 8 };
        },
      },
    };
    expect(await countTokens(client, 'claude-sonnet-5-5', [TOOL])).toBe(504);
    expect(asked).toEqual([
      { model: 'claude-sonnet-5-5', messages: [{ role: 'user', content: '.' }] },
      { model: 'claude-sonnet-5-5', messages: [{ role: 'user', content: '.' }], tools: [TOOL] },
    ]);
  });

  it('needs a key', async () => {
    await expect(createCountingClient({})).rejects.toThrow('ANTHROPIC_API_KEY');
  });
});
