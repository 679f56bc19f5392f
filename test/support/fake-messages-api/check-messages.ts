import { blocks, type Check, isObject, type Json, objects } from './script.js';

const TOOL_BLOCKS = new Set(['tool_use', 'tool_result']);
const messagesOf = (body: Json): Json[] => objects(body['messages']);
const usesOf = (message: Json | undefined): Json[] =>
  message?.['role'] === 'assistant' ? blocks(message).filter(({ type }) => type === 'tool_use') : [];

export const checkContent: Check = (body) => {
  const messages = messagesOf(body);
  if (messages.length === 0) return 'messages: at least one message is required';
  for (const [index, message] of messages.entries()) {
    if (message['role'] !== 'user' && message['role'] !== 'assistant')
      return `messages.${index}.role: Input should be 'user' or 'assistant'`;
    const content = message['content'];
    if ((typeof content !== 'string' && !Array.isArray(content)) || content.length === 0) {
      return `messages.${index}: all messages must have non-empty content except for the optional final assistant message`;
    }
    if (blocks(message).some((block) => block['type'] === 'text' && block['text'] === '')) {
      return `messages.${index}: text content blocks must be non-empty`;
    }
  }
  return undefined;
};

/** One result per call, in the next message, before everything else; none without a call. */
export const checkPlacement: Check = (body) => {
  const messages = messagesOf(body);
  const ids = messages.flatMap(usesOf).map(({ id }) => String(id));
  if (new Set(ids).size !== ids.length) return 'messages: `tool_use` ids must be unique';
  if (ids.some((id) => !/^[a-zA-Z0-9_-]+$/.test(id)))
    return "tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'";
  for (const [index, message] of messages.entries()) {
    const fault = message['role'] === 'user' ? resultFault(messages, index) : answerFault(messages, index);
    if (fault !== undefined) return fault;
  }
  return undefined;
};

function resultFault(messages: Json[], index: number): string | undefined {
  const content = blocks(messages[index]);
  const waiting = new Set(usesOf(messages[index - 1]).map(({ id }) => id));
  let other = false;
  for (const [place, block] of content.entries()) {
    if (block['type'] !== 'tool_result') {
      other = true;
      continue;
    }
    const id = block['tool_use_id'];
    if (!waiting.delete(id)) {
      return `messages.${index}.content.${place}: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${String(id)}. Each \`tool_result\` block must have a corresponding \`tool_use\` block in the previous message.`;
    }
    if (other) return `messages.${index}: \`tool_result\` blocks must come before all other content`;
  }
  const code = usesOf(messages[index - 1]).some(({ caller }) => isObject(caller) && caller['type'] !== 'direct');
  return code && other
    ? `messages.${index}: only \`tool_result\` blocks may answer programmatic tool calls`
    : undefined;
}

function answerFault(messages: Json[], index: number): string | undefined {
  const given = new Set(blocks(messages[index + 1]).map((block) => block['tool_use_id']));
  const missing = usesOf(messages[index]).filter(({ id }) => !given.has(id));
  return missing.length === 0
    ? undefined
    : `messages.${index}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${missing.map(({ id }) => id).join(', ')}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`;
}

/** What a single result may hold. */
export const checkResults: Check = (body) => {
  const messages = messagesOf(body);
  const names = new Set(objects(body['tools']).map(({ name }) => name));
  for (const [index, message] of messages.entries()) {
    const uses = new Map(usesOf(messages[index - 1]).map((use) => [use['id'], use]));
    for (const [place, block] of blocks(message).entries()) {
      if (block['type'] !== 'tool_result') continue;
      const fault = contentFault(block, uses.get(block['tool_use_id']), names);
      if (fault !== undefined) return `messages.${index}.content.${place}.tool_result: ${fault}`;
    }
  }
  return undefined;
};

function contentFault(result: Json, use: Json | undefined, names: ReadonlySet<unknown>): string | undefined {
  const { content } = result;
  if (content !== undefined && typeof content !== 'string' && !Array.isArray(content))
    return 'content: Input should be a valid list';
  const kinds = objects(content).map(({ type }) => type);
  const known = ['text', 'image', 'document', 'search_result', 'tool_reference', 'browser_state'];
  if (kinds.some((kind) => !known.includes(String(kind))))
    return 'content: Input tag does not match any of the expected tags';
  if (objects(content).some(({ type, text }) => type === 'text' && text === ''))
    return 'text content blocks must be non-empty';
  const unknown = objects(content).find(({ type, tool_name }) => type === 'tool_reference' && !names.has(tool_name));
  if (unknown !== undefined) return `Tool reference '${unknown['tool_name']}' not found in available tools`;
  const textOnly = kinds.every((kind) => kind === 'text');
  if (result['is_error'] === true) {
    if (!textOnly) return 'all content must be type `text` if `is_error` is true';
    if (content === undefined || content === '' || (Array.isArray(content) && content.length === 0)) {
      return 'content cannot be empty if `is_error` is true';
    }
  }
  const caller = use?.['caller'];
  if (isObject(caller) && caller['type'] !== 'direct' && !textOnly) {
    return 'only text content is supported for programmatic tool calls';
  }
  return (result['toolset_name'] ?? null) === (use?.['toolset_name'] ?? null)
    ? undefined
    : 'toolset_name must match the `tool_use` block';
}

const SERVER_USES = new Map([
  ['server_tool_use', (block: Json) => String(block['name'])],
  ['mcp_tool_use', () => 'mcp'],
]);

/** A server tool without its result runs only when nothing but the results of the client's calls follows. */
export const checkServerTools: Check = (body) => {
  const messages = messagesOf(body);
  for (const [index, message] of messages.entries()) {
    if (message['role'] !== 'assistant' || index === messages.length - 1) continue;
    const content = messages
      .slice(index)
      .filter(({ role }) => role === 'assistant')
      .flatMap(blocks);
    const done = new Set(content.map((block) => block['tool_use_id']));
    const open = blocks(message).find((block) => SERVER_USES.has(String(block['type'])) && !done.has(block['id']));
    if (open === undefined) continue;
    const after = messages
      .slice(index + 1)
      .filter(({ role }) => role === 'user')
      .flatMap(blocks);
    const name = SERVER_USES.get(String(open['type']))?.(open);
    if (after.length === 0 || after.every(({ type }) => type === 'tool_result')) continue;
    return `\`${name}\` tool use with id \`${open['id']}\` was found without a corresponding \`${name}_tool_result\` block`;
  }
  return undefined;
};

export const checkToolsDefined: Check = (body) => {
  const used = messagesOf(body).some((message) => blocks(message).some(({ type }) => TOOL_BLOCKS.has(String(type))));
  return used && objects(body['tools']).length === 0
    ? 'Requests which include `tool_use` or `tool_result` blocks must define tools.'
    : undefined;
};

/** A request ends with a user message, unless it continues a paused turn. */
export const checkPrefill: Check = (body, session) => {
  const last = messagesOf(body).at(-1);
  if (last?.['role'] !== 'assistant') return undefined;
  const reason = session.answers.at(-1)?.['stop_reason'];
  const resumed = session.answers.length === 0 && blocks(last).some(({ type }) => SERVER_USES.has(String(type)));
  return reason === 'pause_turn' || reason === 'compaction' || resumed
    ? undefined
    : 'This model does not support assistant message prefill. The conversation must end with a user message.';
};
