/** A JSON object, as it came over the wire or goes out on it. */
export type Json = Record<string, unknown>;

/** One scripted answer of the model. */
export interface ScriptedTurn {
  content?: Json[];
  stop_reason?: string | null;
  usage?: Json;
  container?: Json | null;
  stop_details?: Json | null;
  /** Answers with this status and error instead. */
  error?: { status: number; type?: string; message: string };
  /** Breaks a streamed answer: with an error event, or by closing the connection in its middle. */
  broken?: 'error-event' | 'cut';
  /** Raw `partial_json` texts of a streamed block, by position, instead of its input. */
  partialJson?: Record<number, string[]>;
  /** Milliseconds before the answer. */
  delayMs?: number;
  /** Milliseconds between two events of a streamed answer. */
  pauseMs?: number;
}

/** Everything that one conversation (one base URL) has seen so far. */
export interface Session {
  requests: Json[];
  answers: Json[];
}

export type Check = (body: Json, session: Session, limits: FakeLimits) => string | undefined;

export interface FakeLimits {
  /** Bytes of all strict schemas beyond which the grammar is "too large". */
  grammarBytes: number;
}

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Objects of a list, or none where the value is no list. */
export const objects = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isObject) : []);

/** Blocks of a message's content. */
export function blocks(message: unknown): Json[] {
  const content = isObject(message) ? message['content'] : undefined;
  return typeof content === 'string' ? [{ type: 'text', text: content }] : objects(content);
}
