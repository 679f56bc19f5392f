import { describe, expect, it } from 'vitest';
import { recordingFetch, toolkitOf, use } from './support.js';

/** An operation whose schema takes everything: what is refused here is refused before any schema. */
const toolkit = toolkitOf({
  post: {
    operation: { method: 'POST', body: { property: 'body', kind: 'json', contentTypes: ['application/json'] } },
  },
});

async function send(body: unknown) {
  const { fetch, seen } = recordingFetch();
  const result = await toolkit.createDispatcher({ fetch, env: false }).dispatch(use('post', { body }));
  return { text: String(result.content), failed: result.is_error === true, sent: seen[0]?.body };
}

class Odd {
  a = 1;
}

describe('an input', () => {
  it.each<[string, () => unknown, RegExp]>([
    ['many values', () => Array(200_001).fill(1), /too large/],
    ['many values in objects', () => Array(100_001).fill({ a: 1 }), /too large/],
    ['a list of holes', () => Array(2 ** 32 - 1), /too large/],
    ['long text', () => 'x'.repeat(32_000_001), /too large/],
    ['long keys', () => ({ ['x'.repeat(32_000_001)]: 1 }), /too large/],
    ['depth', () => JSON.parse('['.repeat(201) + ']'.repeat(201)), /nested deeper/],
    ['an infinite number', () => Number.POSITIVE_INFINITY, /not finite/],
    ['an object of a class', () => new Odd(), /of a class/],
    ['an accessor', () => Object.defineProperty({}, 'a', { get: () => 1, enumerable: true }), /accessor/],
    ['a function', () => ({ toJSON: () => 1 }), /function/],
  ])('of %s is refused', async (_, make, why) => {
    const { text, failed, sent } = await send(make());
    expect([failed, sent]).toEqual([true, undefined]);
    expect(text).toMatch(why);
  });

  it('within the bounds is sent as it is', async () => {
    const body = [Array(1000).fill({ a: 'x'.repeat(100) }), JSON.parse('['.repeat(150) + ']'.repeat(150))];
    expect(JSON.parse(String((await send(body)).sent))).toEqual(body);
  });
});

it('of a large input the first fault is told, of a small one all', async () => {
  const schema = { type: 'object', properties: { body: { type: 'array', items: { type: 'integer' } } } };
  const operation = { method: 'POST', body: { property: 'body', kind: 'json', contentTypes: [] } } as const;
  const dispatcher = toolkitOf({ post: { operation, schema } }).createDispatcher({ env: false });
  const faults = async (text: string) => {
    const { content } = await dispatcher.dispatch(use('post', { body: [text, 1, text, text] }));
    return String(content).split('\n- ').length - 1;
  };
  expect(await faults('x')).toBe(3);
  expect(await faults('x'.repeat(100_000))).toBe(1);
});
