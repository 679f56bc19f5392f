// An agent on two APIs in one conversation: node agent.mjs "your question". See README.md beside it.
import { stdin, stdout } from 'node:process';
import { createInterface } from 'node:readline/promises';
import Anthropic from '@anthropic-ai/sdk';
import * as orders from './orders-tools/index.js';
import * as pets from './pets-tools/index.js';

const question = process.argv.slice(2).join(' ') || 'Order one more of pet 1, please, and tell me its name.';

/** Asks before every call that changes something. */
async function approve(call) {
  const terminal = createInterface({ input: stdin, output: stdout });
  const answer = await terminal.question(`${call.request.method} ${call.request.url} ${call.request.body} [y/N] `);
  terminal.close();
  return answer.trim().toLowerCase() === 'y' || 'The user refused.';
}

// Each API has a credential of its own, from the environment: PETS_API_KEY, ORDERS_TOKEN. Neither sees the other's.
const dispatcher = [pets.createDispatcher({ approve }), orders.createDispatcher({ approve })];

// `runToolLoop` of either package will do: it takes the tools of both and plans `strict` for the whole set.
const { outcome, message, calls } = await pets.runToolLoop({
  client: new Anthropic(),
  dispatcher,
  request: {
    model: 'claude-opus-5-5',
    max_tokens: 2048,
    messages: [{ role: 'user', content: question }],
  },
  onEvent: (event) => {
    if (event.type === 'call') console.error(`-> ${event.name} ${JSON.stringify(event.input)}`);
  },
});

for (const block of message?.content ?? []) if (block.type === 'text') console.log(block.text);
console.error(`${outcome} after ${calls} calls`);
