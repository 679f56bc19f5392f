import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { CHECKS } from './check-request.js';
import { checkEcho } from './check-session.js';
import type { FakeLimits, Json, ScriptedTurn, Session } from './script.js';
import { streamEvents } from './stream.js';

export interface FakeOptions {
  /** The answer to the n-th accepted request (from 0) of a conversation. */
  answer: (body: Json, index: number, conversation: string) => ScriptedTurn;
  limits?: Partial<FakeLimits>;
  /** For answers that have no whole form to compare with, such as input that is not JSON. */
  ignoreEcho?: boolean;
}

export interface FakeMessagesApi {
  origin: string;
  /** Base URL of a conversation of its own. */
  conversation(name: string): string;
  /** Bodies of a conversation, refused ones included. */
  requests(name?: string): Json[];
  /** Texts of all refusals for a broken rule. */
  violations: string[];
  close(): Promise<void>;
}

/**
 * The Messages API on loopback: checks every request against the contract of `claude-tool-use.md` and answers 400 with
 * the API's text where it is broken, else with what the script says. Each base URL is a conversation of its own.
 */
export async function startFakeMessagesApi({
  answer,
  limits = {},
  ignoreEcho = false,
}: FakeOptions): Promise<FakeMessagesApi> {
  const sessions = new Map<string, Session>();
  const seen = new Map<string, Json[]>();
  const violations: string[] = [];
  const checks = ignoreEcho ? CHECKS.filter((check) => check !== checkEcho) : CHECKS;
  const allLimits = { grammarBytes: Number.POSITIVE_INFINITY, ...limits };
  const server = http.createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const [, name = ''] = /^\/c\/([^/]+)\/v1\/messages/.exec(request.url ?? '') ?? [];
    const body = JSON.parse(Buffer.concat(chunks).toString('utf8')) as Json;
    const session = sessions.get(name) ?? { requests: [], answers: [] };
    sessions.set(name, session);
    seen.set(name, [...(seen.get(name) ?? []), body]);
    const broken = checks.map((check) => check(body, session, allLimits)).find((text) => text !== undefined);
    if (broken !== undefined) {
      violations.push(broken);
      sendError(response, 400, 'invalid_request_error', broken);
      return;
    }
    const turn = answer(body, session.answers.length, name);
    if (turn.delayMs !== undefined) await delay(turn.delayMs);
    if (turn.error !== undefined) {
      sendError(response, turn.error.status, turn.error.type ?? 'api_error', turn.error.message);
      return;
    }
    const message = messageOf(body, turn, `msg_${name}_${session.answers.length}`);
    if (turn.broken === undefined) {
      session.requests.push(body);
      session.answers.push(message);
    }
    if (body['stream'] === true) await sendStream(response, message, turn);
    else if (turn.broken === undefined) sendJson(response, 200, message);
    else response.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    conversation: (name) => `${origin}/c/${name}`,
    requests: (name = 'main') => seen.get(name) ?? [],
    violations,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const USAGE = { input_tokens: 10, output_tokens: 5, cache_creation_input_tokens: null, cache_read_input_tokens: 2 };

function messageOf(body: Json, turn: ScriptedTurn, id: string): Json {
  const { content = [], stop_reason = 'end_turn', usage = USAGE, container = null, stop_details = null } = turn;
  const fixed = { id, type: 'message', role: 'assistant', model: body['model'], stop_sequence: null };
  return { ...fixed, content, stop_reason, stop_details, usage, container };
}

function sendJson(response: http.ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(value));
}

function sendError(response: http.ServerResponse, status: number, type: string, message: string): void {
  sendJson(response, status, { type: 'error', error: { type, message }, request_id: 'req_1' });
}

async function sendStream(response: http.ServerResponse, message: Json, turn: ScriptedTurn): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const events = streamEvents(message, turn);
  const whole = turn.broken === undefined ? events : events.slice(0, Math.ceil(events.length / 2));
  for (const event of whole) {
    response.write(`event: ${event['type']}\ndata: ${JSON.stringify(event)}\n\n`);
    if (turn.pauseMs !== undefined) await delay(turn.pauseMs);
  }
  if (turn.broken === 'cut') {
    response.socket?.end();
    return;
  }
  if (turn.broken === 'error-event') {
    const error = { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } };
    response.write(`event: error\ndata: ${JSON.stringify(error)}\n\n`);
  }
  response.end();
}
