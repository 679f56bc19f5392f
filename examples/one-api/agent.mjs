// An agent on one API: node agent.mjs "your question". See README.md beside it.
import Anthropic from '@anthropic-ai/sdk';
import { createDispatcher, runToolLoop, selectTools } from './petstore-tools/index.js';

const question = process.argv.slice(2).join(' ') || 'What is pet 1 called?';

const { outcome, message, calls } = await runToolLoop({
  client: new Anthropic(),
  // Credentials come from the environment: PETSTORE_API_KEY, PETSTORE_PETSTORE_AUTH.
  dispatcher: createDispatcher(),
  // The model sees, and may call, what reads.
  tools: selectTools({ effect: ['read'] }),
  request: {
    model: 'claude-opus-5-5',
    max_tokens: 2048,
    messages: [{ role: 'user', content: question }],
  },
  maxTurns: 10,
  onEvent: (event) => {
    if (event.type === 'call') console.error(`-> ${event.name} ${JSON.stringify(event.input)}`);
  },
});

for (const block of message?.content ?? []) if (block.type === 'text') console.log(block.text);
console.error(`${outcome} after ${calls} calls`);
