import { describe, expect, it } from 'vitest';
import type { DispatcherOptions } from '../../../src/runtime/contract.js';
import { recordingFetch, toolkitOf, use } from './support.js';

const toolkit = toolkitOf({ get: { operation: { path: '/get' } } });
const make = (answer: () => Response, options: DispatcherOptions = {}) =>
  toolkit.createDispatcher({ fetch: recordingFetch([answer]).fetch, env: false, ...options });
const ask = (answer: () => Response, options: DispatcherOptions = {}) => make(answer, options).dispatch(use('get'));

describe('the size of an answer', () => {
  it('ends its stream', async () => {
    let cancelled = false;
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new Uint8Array(1000)),
      cancel: () => {
        cancelled = true;
      },
    });
    const outcome = await make(() => new Response(endless), { maxResponseBytes: 5000 }).call('get', {});
    expect(outcome).toMatchObject({ ok: false, code: 'RESPONSE_TOO_LARGE' });
    expect(cancelled).toBe(true);
  });

  it('counts where a platform gives no stream', async () => {
    const whole = { status: 200, headers: new Headers(), arrayBuffer: async () => new ArrayBuffer(6000) };
    const outcome = await make(() => whole as never, { maxResponseBytes: 5000 }).call('get', {});
    expect(outcome).toMatchObject({ ok: false, code: 'RESPONSE_TOO_LARGE' });
  });

  it.each([
    ['image/png', '\u0089PNG\r\n\u001a\n', 3_750_001],
    ['application/pdf', '%PDF-1.7', 24_000_001],
  ])('decides whether %s is given to the model', async (type, signature, size) => {
    const bytes = Buffer.alloc(size);
    bytes.write(signature, 'latin1');
    const { content } = await ask(() => new Response(bytes), { maxResponseBytes: 30_000_000 });
    expect(content).toBe(`The API sent ${size} bytes of ${type}, which cannot be shown as text.`);
    const small = await ask(() => new Response(bytes.subarray(0, 1000)));
    expect(small.content).toMatchObject([{ source: { media_type: type } }]);
  });
});

it('a cut never parts a character', async () => {
  const text = `a${'😀'.repeat(500)}`;
  for (const answer of [
    () => new Response(text),
    () => Response.json([text]),
    () => new Response(text, { status: 400 }),
  ]) {
    for (const maxResultChars of [150, 151, 152, 153]) {
      const { content } = await ask(answer, { maxResultChars });
      expect(content).toMatch(/😀/u);
      expect(content).not.toMatch(/\p{Surrogate}/u);
    }
  }
});

it('a page is searched once for tags that nothing closes', async () => {
  const page = `<html>text${'<script>'.repeat(300_000)}`;
  const { content } = await ask(() => new Response(page, { headers: { 'content-type': 'text/html' } }));
  expect(content).toBe('text');
});

it('cookies that an API sets are not for programs', async () => {
  const headers = { 'set-cookie': 'session=token-1', 'x-total': '7' };
  const outcome = await make(() => Response.json({}, { headers })).call('get', {});
  expect(outcome).toMatchObject({ ok: true, headers: { 'x-total': '7' } });
  expect(JSON.stringify(outcome)).not.toContain('token-1');
});
