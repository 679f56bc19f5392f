// A complete agent: node examples/agent.mjs "your question". It needs @anthropic-ai/sdk and ANTHROPIC_API_KEY.
import { stdin, stdout } from 'node:process';
import { createInterface } from 'node:readline/promises';
import Anthropic from '@anthropic-ai/sdk';
import { createDispatcher, runToolLoop, selectTools } from '../index.js';

const question = process.argv.slice(2).join(' ') || 'What can you do for me?';

/**
 * Asks before every call that changes something.
 *
 * @param {import('../index.js').PendingCall} call
 */
async function approve(call) {
  const terminal = createInterface({ input: stdin, output: stdout });
  const answer = await terminal.question(`${call.request.method} ${call.request.url} - send it? [y/N] `);
  terminal.close();
  return answer.trim().toLowerCase() === 'y' || 'The user refused.';
}

// Too many tools for one request: the model finds those it needs by tool search.
const tools = [
  { type: 'tool_search_tool_regex_20251119', name: 'tool_search_tool_regex' },
  ...selectTools({ defer: true }),
];

const result = await runToolLoop({
  client: new Anthropic(),
  dispatcher: createDispatcher({ approve }),
  request: {
    model: 'claude-opus-5-5',
    max_tokens: 4096,
    messages: [{ role: 'user', content: question }],
  },
  tools,
  maxTurns: 20,
  onEvent: (event) => {
    if (event.type === 'call') console.error(`-> ${event.name} ${JSON.stringify(event.input)}`);
  },
});

for (const block of result.message?.content ?? []) if (block.type === 'text') console.log(block['text']);
console.error(`${result.outcome} after ${result.turns} turns and ${result.calls} calls`);
