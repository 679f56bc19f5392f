import type { Message, MessagesClient, SignalLike } from '../contract.js';
import type { Emit } from './events.js';
import { type Fields, isFields } from './json.js';
import { createAccumulator } from './stream.js';

/** One request, and how its answer is received. */
export interface Exchange {
  client: MessagesClient;
  body: Fields;
  stream: boolean;
  turn: number;
  emit: Emit;
}

/** Sends one request and gives the whole answer. Rejects with the client's error. */
export async function receive(exchange: Exchange, signal: SignalLike): Promise<Message> {
  if (exchange.stream) return receiveStream(exchange, signal);
  const { client, body, turn, emit } = exchange;
  const message = asMessage(await client.messages.create(body, { signal }));
  for (const block of message.content) {
    const text = block.type === 'text' ? block['text'] : undefined;
    if (typeof text === 'string' && text !== '') emit({ type: 'text', turn, text });
  }
  return message;
}

async function receiveStream({ client, body, turn, emit }: Exchange, signal: SignalLike): Promise<Message> {
  const accumulator = createAccumulator(turn, emit);
  // The SDK's stream helper ends the run on input that is not JSON, which eager tools may write: read those raw.
  const helper = hasEagerTool(body) ? undefined : client.messages.stream?.(body, { signal });
  const events =
    helper ?? ((await client.messages.create({ ...body, stream: true }, { signal })) as AsyncIterable<unknown>);
  for await (const event of events) accumulator.add(event);
  // Also where the helper reports an error that came while no one was reading.
  const whole = await helper?.finalMessage();
  const message = accumulator.message();
  if (message === undefined && whole === undefined)
    throw new Error('The stream ended before the message was complete.');
  return asMessage(message ?? whole);
}

function hasEagerTool(body: Fields): boolean {
  const tools = body['tools'];
  return Array.isArray(tools) && tools.some((tool) => isFields(tool) && tool['eager_input_streaming'] === true);
}

/** Refuses what is no message (an error page of a proxy, say), so that it never enters the history. */
function asMessage(answer: unknown): Message {
  if (isFields(answer) && Array.isArray(answer['content'])) return answer as unknown as Message;
  throw new Error('The answer of the Messages API is not a message.');
}
