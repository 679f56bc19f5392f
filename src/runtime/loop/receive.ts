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

/**
 * Reads the events themselves: the SDK's stream helper would end the run on input that is not JSON, and keeps no kind of
 * delta that it does not know.
 */
async function receiveStream({ client, body, turn, emit }: Exchange, signal: SignalLike): Promise<Message> {
  const accumulator = createAccumulator(turn, emit);
  const events = (await client.messages.create({ ...body, stream: true }, { signal })) as AsyncIterable<unknown>;
  for await (const event of events) accumulator.add(event);
  const message = accumulator.message();
  if (message === undefined) throw new Error('The stream ended before the message was complete.');
  return asMessage(message);
}

/** Refuses what is no message (an error page of a proxy, say), so that it never enters the history. */
function asMessage(answer: unknown): Message {
  if (isFields(answer) && Array.isArray(answer['content'])) return answer as unknown as Message;
  throw new Error('The answer of the Messages API is not a message.');
}
