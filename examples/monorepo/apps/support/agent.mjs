// The support agent: npm start --workspace @acme/support -- "your question". See README.md of the workspace.
import * as orders from '@acme/orders-tools';
import * as pets from '@acme/pets-tools';
import Anthropic from '@anthropic-ai/sdk';

const question = process.argv.slice(2).join(' ') || 'What is pet 1 called, and how many of it were ordered?';

const { outcome, message, calls } = await pets.runToolLoop({
  client: new Anthropic(),
  // Credentials come from the environment: PETS_API_KEY, ORDERS_TOKEN.
  dispatcher: [pets.createDispatcher(), orders.createDispatcher()],
  // What reads, of both APIs; the loop plans `strict` for the whole set.
  tools: [...pets.selectTools({ effect: ['read'] }), ...orders.selectTools({ effect: ['read'] })],
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
