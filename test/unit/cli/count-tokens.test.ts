import { describe, expect, it } from 'vitest';
import { type CountingClient, countTokens, createCountingClient, MAX_COUNTED } from '../../../src/cli/count-tokens.js';
import { renderInspect } from '../../../src/cli/render-inspect.js';
import type { GeneratedTool } from '../../../src/report/tool-report.js';

const OVERHEAD = 354;

function tool(name: string, tags: readonly string[], words: number): GeneratedTool {
  return {
    name,
    method: 'GET',
    path: `/${name}`,
    tags,
    effect: 'read',
    strict: true,
    encodings: [],
    tokens: words,
    cost: { pooled: 0, optional: 0, unions: 0, size: 10, fields: 0, guarded: 1 },
    definition: {
      name,
      description: 'word '.repeat(words),
      input_schema: { type: 'object', properties: {}, additionalProperties: false },
    },
  };
}

/** Counts a token a word of the descriptions, and the overhead once a request has tools. */
function counter() {
  const asked: (readonly string[])[] = [];
  let open = 0;
  let most = 0;
  const client: CountingClient = {
    messages: {
      async countTokens({ tools }) {
        asked.push((tools ?? []).map(({ name }) => name));
        open += 1;
        most = Math.max(most, open);
        await Promise.resolve();
        open -= 1;
        const words = (tools ?? []).map(({ description }) => description.trim().split(' ').length);
        return { input_tokens: 8 + (tools ? OVERHEAD : 0) + words.reduce((a, b) => a + b, 0) };
      },
    },
  };
  return { client, asked, most: () => most };
}

describe('counting by the API', () => {
  it('parts the overhead from definitions, tags and tools', async () => {
    const { client, asked } = counter();
    const tools = [tool('getPet', ['pets'], 5), tool('addPet', ['pets', 'writes'], 7), tool('ping', [], 2)];
    const counted = await countTokens(client, 'claude-sonnet-5-5', tools);
    expect(counted).toMatchObject({
      model: 'claude-sonnet-5-5',
      tokens: OVERHEAD + 14,
      definitions: 14,
      overhead: OVERHEAD,
      tags: [
        { tag: 'pets', tokens: 12 },
        { tag: 'default', tokens: 2 },
      ],
      tools: [
        { name: 'getPet', tokens: 5 },
        { name: 'addPet', tokens: 7 },
        { name: 'ping', tokens: 2 },
      ],
    });
    expect(counted.method).toContain('differences');
    expect(asked).toHaveLength(9);
    const text = renderInspect(tools, [], { color: false } as never, counted);
    expect(text).toMatch(/^TOOL .* TOKENS +COUNTED +ENCODINGS +STRICT$/m);
    expect(text).toMatch(/^pets +2 +2 +100% +12 +12$/m);
    expect(text).toContain('368 tokens, 14 of definitions, 354 of its overhead (differences');
  });

  it('asks a bounded number of times, few at once', async () => {
    const { client, asked, most } = counter();
    const tools = Array.from({ length: 300 }, (_none, index) => tool(`t${index}`, [`tag${index % 100}`], 1));
    const counted = await countTokens(client, 'm', tools);
    expect(asked).toHaveLength(4 + MAX_COUNTED);
    expect(most()).toBeLessThanOrEqual(4);
    expect(counted.tags).toHaveLength(MAX_COUNTED);
    expect(counted.tools).toEqual([]);
    const text = renderInspect(tools, [], { color: false } as never, counted);
    expect(text).toMatch(/^tag99 +3 +3 +100% +3 +-$/m);
  });

  it('stops at the first failure', async () => {
    let asked = 0;
    const client: CountingClient = {
      messages: {
        async countTokens() {
          asked += 1;
          throw new Error('429');
        },
      },
    };
    const tools = Array.from({ length: 20 }, (_none, index) => tool(`t${index}`, [], 1));
    await expect(countTokens(client, 'm', tools)).rejects.toThrow('429');
    expect(asked).toBeLessThanOrEqual(4);
  });

  it('needs a key', async () => {
    await expect(createCountingClient({})).rejects.toThrow('ANTHROPIC_API_KEY');
  });
});
