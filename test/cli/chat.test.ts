import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type RecordingServer, startServer } from '../support/http-server.js';
import { ROOT, temporaryFolder } from '../support/temporary.js';
import { cli, spec } from './support.js';

type Block = { type: 'text'; text: string } | { type: 'tool_use'; id: string; name: string; input: object };

/** A streamed answer of the Messages API, as server-sent events. */
function streamed(content: readonly Block[], stopReason: string): string {
  const event = (data: { type: string; [key: string]: unknown }) =>
    `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`;
  const usage = { input_tokens: 5, output_tokens: 1 };
  const message = {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'm',
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage,
  };
  const blocks = content.flatMap((block, index) => {
    const isText = block.type === 'text';
    const start = isText ? { type: 'text', text: '' } : { ...block, input: {} };
    const delta = isText
      ? { type: 'text_delta', text: block.text }
      : { type: 'input_json_delta', partial_json: JSON.stringify(block.input) };
    return [
      event({ type: 'content_block_start', index, content_block: start }),
      event({ type: 'content_block_delta', index, delta }),
      event({ type: 'content_block_stop', index }),
    ];
  });
  return [
    event({ type: 'message_start', message }),
    ...blocks,
    event({
      type: 'message_delta',
      delta: { stop_reason: stopReason, stop_sequence: null },
      usage: { output_tokens: 7 },
    }),
    event({ type: 'message_stop' }),
  ].join('');
}

const base = temporaryFolder('cli-chat');
const cwd = base.path;
let api: RecordingServer;
let model: RecordingServer;
let script: string[] = [];
beforeAll(async () => {
  api = await startServer(() => ({ body: '{"id":"1","name":"Rex"}' }));
  model = await startServer(() => ({
    headers: { 'content-type': 'text/event-stream' },
    body: script.shift() ?? streamed([], 'end_turn'),
  }));
});
afterAll(async () => {
  base.dispose();
  await api.close();
  await model.close();
});
beforeEach(() => {
  api.seen.length = 0;
  model.seen.length = 0;
});

const chat = (...args: string[]) =>
  cli(['chat', spec('pets.yaml'), ...args, '--server', api.origin], {
    cwd,
    env: { ANTHROPIC_API_KEY: 'test-key', ANTHROPIC_BASE_URL: model.origin, PETS_BEARER_AUTH: 'secret-token' },
  });
const sent = (index: number) => JSON.parse(model.seen[index]?.body.toString() ?? 'null');
const use = (name: string, input: object): Block => ({ type: 'tool_use', id: 'toolu_1', name, input });

describe('chat', () => {
  it('streams text, shows calls and results, and saves a conversation that can be resumed', async () => {
    script = [
      streamed([{ type: 'text', text: 'Looking.' }, use('getPet', { petId: '1' })], 'tool_use'),
      streamed([{ type: 'text', text: 'Pet 1 is Rex.' }], 'end_turn'),
    ];
    const { code, stdout, stderr } = await chat('Who is pet 1?', '--save', 'talk.json', '--model', 'claude-opus-5');
    expect(stderr).toMatch(/-> getPet \{"petId":"1"\}\n<- getPet ok \(\d+ ms\) .*Rex/);
    expect(stdout).toContain('Looking.\n');
    expect(stdout).toContain('Pet 1 is Rex.');
    expect(code).toBe(0);
    expect(sent(0)).toMatchObject({
      model: 'claude-opus-5',
      stream: true,
      messages: [{ role: 'user', content: 'Who is pet 1?' }],
    });
    expect(api.seen).toHaveLength(1);
    const saved = JSON.parse(readFileSync(join(cwd, 'talk.json'), 'utf8'));
    expect(saved).toHaveLength(4);

    script = [streamed([{ type: 'text', text: 'Yes.' }], 'end_turn')];
    const again = await chat('Sure?', '--resume', 'talk.json');
    expect(again.code).toBe(0);
    expect(sent(2).messages).toEqual([...saved, { role: 'user', content: 'Sure?' }]);
  });

  it('refuses calls that write where nobody can be asked, unless told --yes', async () => {
    const turns = () => [
      streamed([use('addPet', { body: { name: 'Tom' } })], 'tool_use'),
      streamed([{ type: 'text', text: 'Done.' }], 'end_turn'),
    ];
    script = turns();
    const refused = await chat('Add Tom.');
    expect(refused.stderr).toContain('<- addPet error');
    expect(api.seen).toHaveLength(0);
    script = turns();
    const allowed = await chat('Add Tom.', '--yes');
    expect(allowed.code).toBe(0);
    expect(api.seen).toHaveLength(1);
  });

  it('ends after --max-turns with exit code 1', async () => {
    script = [streamed([use('getPet', { petId: '1' })], 'tool_use')];
    const { code, stderr } = await chat('Go.', '--max-turns', '1');
    expect(stderr).toContain('max_turns');
    expect(code).toBe(1);
  });

  it('offers many tools through tool search', async () => {
    script = [streamed([{ type: 'text', text: 'Hi.' }], 'end_turn')];
    const many = join(ROOT, 'fixtures', 'specs', 'real', 'v31', 'rclone.yaml');
    const env = { ANTHROPIC_API_KEY: 'test-key', ANTHROPIC_BASE_URL: model.origin };
    expect((await cli(['chat', many, 'hello'], { cwd, env })).code).toBe(0);
    const [search, ...tools] = sent(0).tools;
    expect(search.type).toMatch(/^tool_search_tool_bm25/);
    expect(tools.length).toBeGreaterThan(64);
    expect(tools.every((tool: { defer_loading?: boolean }) => tool.defer_loading)).toBe(true);
  });

  it('needs a key, and a conversation that can be read', async () => {
    const none = await cli(['chat', spec('pets.yaml'), 'hi'], { cwd });
    expect([none.code, none.stderr.includes('ANTHROPIC_API_KEY')]).toEqual([2, true]);
    const wrong = await chat('hi', '--resume', 'nowhere.json');
    expect([wrong.code, wrong.stderr.includes('nowhere.json')]).toEqual([2, true]);
  });
});
