import { isDeepStrictEqual } from 'node:util';
import { blocks, type Check, isObject, type Json, objects } from './script.js';

const same = (left: unknown, right: unknown): boolean => isDeepStrictEqual(left, right);

/** `tools`, `system` and the thinking mode stay as they were: thinking blocks are bound to what stood before them. */
export const checkConstant: Check = (body, { requests, answers }) => {
  const before = requests.at(-1);
  if (before === undefined || answers.length === 0) return undefined;
  const changed = ['tools', 'system', 'thinking', 'model'].find((field) => !same(before[field], body[field]));
  return changed === undefined
    ? undefined
    : `${changed}: changed inside a conversation; \`thinking\` blocks are bound to the conversation before them`;
};

/** The history only grows. */
export const checkAppendOnly: Check = (body, { requests, answers }) => {
  if (answers.length === 0) return undefined;
  const before = objects(requests.at(-1)?.['messages']);
  const now = objects(body['messages']);
  const at = before.findIndex((message, index) => !same(message, now[index]));
  return at < 0 ? undefined : `messages.${at}: an earlier message was changed or removed`;
};

/** A pause is continued as it is: nothing of the user comes after it. */
export const checkPause: Check = (body, { requests, answers }) => {
  const reason = answers.at(-1)?.['stop_reason'];
  const calls = blocks(answers.at(-1)).some(({ type }) => type === 'tool_use');
  if ((reason !== 'pause_turn' && reason !== 'compaction') || calls) return undefined;
  const added = objects(body['messages']).slice(objects(requests.at(-1)?.['messages']).length);
  return added.some(({ role }) => role === 'user')
    ? `messages: a turn that stopped with ${reason} must be continued without a new user message`
    : undefined;
};

/** The last answer comes back exactly as it was given. */
export const checkEcho: Check = (body, { requests, answers }) => {
  const answer = answers.at(-1);
  if (answer === undefined) return undefined;
  const given = blocks(answer);
  if (given.length === 0) return undefined;
  const echoed = blocks(objects(body['messages'])[objects(requests.at(-1)?.['messages']).length]);
  if (same(given, echoed)) return undefined;
  const thinking = (list: Json[]): Json[] => list.filter(({ type }) => String(type).endsWith('thinking'));
  return same(thinking(given), thinking(echoed))
    ? 'messages: the content of the latest assistant message was changed'
    : '`thinking` or `redacted_thinking` blocks in the latest assistant message cannot be modified. These blocks must remain as they were in the original response.';
};

/** A programmatic call waits in its container. */
export const checkContainer: Check = (body, { answers }) => {
  const answer = answers.at(-1);
  const container = answer?.['container'];
  if (!isObject(container)) return undefined;
  const sent = isObject(body['container']) ? body['container']['id'] : body['container'];
  return sent === container['id'] ? undefined : 'container: the container of the previous response must be sent again';
};
