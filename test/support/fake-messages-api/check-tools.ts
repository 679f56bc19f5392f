import { checkTools as checkDefinitions, type StrictFinding } from '../strict-check.mjs';
import { blocks, type Check, isObject, type Json, objects } from './script.js';

const CUSTOM_TYPES: readonly unknown[] = [undefined, null, 'custom'];
const KNOWN_TYPES =
  /^(?:bash|text_editor|memory|computer_toolset|browser_toolset|web_search|web_fetch|code_execution)_\d{8}$|^tool_search_tool_(?:regex|bm25)(?:_\d{8})?$|^mcp_toolset$/;
const isCustom = (tool: Json): boolean => CUSTOM_TYPES.includes(tool['type']);

/** The API's words for what the definition checker finds. */
const TEXTS: Readonly<Record<string, (finding: StrictFinding) => string>> = {
  'tool-name': () => "name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'",
  'tool-description': () => 'description: Input should be a valid string',
  'root-type': () => 'input_schema.type: Field required',
  'root-combinator': () => 'input_schema: input_schema does not support oneOf, allOf, or anyOf at the top level',
  'property-key': () => "input_schema.properties: Property keys should match pattern '^[a-zA-Z0-9_.-]{1,64}$'",
  'schema-invalid': () => 'input_schema: JSON schema is invalid. It must match JSON Schema draft 2020-12',
  'strict-additional-properties': () => "For 'object' type, 'additionalProperties' must be explicitly set to false",
  'strict-recursion': ({ message }) => `Circular reference detected in schema definitions: ${message}`,
  'strict-min-items': () => "For 'array' type, 'minItems' values other than 0 or 1 are not supported",
  'strict-keyword': ({ message }) => `Schema keyword ${message}`,
};

export const checkToolDefinitions: Check = (body) => {
  if (body['tools'] === undefined) return undefined;
  const tools = objects(body['tools']);
  const names = tools.flatMap((tool) => (typeof tool['name'] === 'string' ? [tool['name']] : []));
  if (new Set(names).size !== names.length) return 'tools: Tool names must be unique.';
  const bad = tools.findIndex((tool) => !isCustom(tool) && !KNOWN_TYPES.test(String(tool['type'])));
  if (bad >= 0)
    return `tools.${bad}.type: Input tag '${String(tools[bad]?.['type'])}' found using 'type' does not match`;
  const custom = tools.filter(isCustom);
  const [finding] = checkDefinitions(custom).errors.filter(
    ({ rule }) => !rule.startsWith('limit-') && rule !== 'all-deferred',
  );
  if (finding === undefined) return undefined;
  const text = TEXTS[finding.rule]?.(finding) ?? `${finding.path}: ${finding.message}`;
  return `tools.${tools.indexOf(custom[finding.tool] ?? {})}.custom.${text}`;
};

const fromCode = ({ allowed_callers: callers }: Json): boolean =>
  Array.isArray(callers) && callers.some((caller) => caller !== 'direct');

/** What does not go together in one tool. */
export const checkToolMarks: Check = (body) => {
  const tools = objects(body['tools']);
  const cached = tools.findIndex((tool) => tool['defer_loading'] === true && isObject(tool['cache_control']));
  if (cached >= 0) return `tools.${cached}: \`cache_control\` cannot be set together with \`defer_loading\``;
  const strict = tools.findIndex((tool) => tool['strict'] === true && fromCode(tool));
  return strict >= 0 ? `tools.${strict}: strict tools cannot be called from code execution` : undefined;
};

export const checkDeferred: Check = (body) => {
  const tools = objects(body['tools']);
  return tools.length > 0 && tools.every((tool) => tool['defer_loading'] === true)
    ? 'At least one tool must have defer_loading=false. All tools cannot be deferred.'
    : undefined;
};

/** Limits of all strict schemas of a request together, the schema of the answer included. */
export const checkStrictLimits: Check = (body, _session, limits) => {
  const strict = objects(body['tools']).filter((tool) => isCustom(tool) && tool['strict'] === true);
  const config = body['output_config'];
  const format = isObject(config) && isObject(config['format']) ? config['format']['schema'] : undefined;
  const schemas = isObject(format) ? [...strict, { name: 'output', strict: true, input_schema: format }] : strict;
  const { optionalParameters = 0, unionParameters = 0 } = checkDefinitions(schemas).totals;
  if (strict.length > 20) {
    return `Too many strict tools (${strict.length}). The maximum number of strict tools supported is 20.`;
  }
  if (optionalParameters > 24) {
    return `Schemas contains too many optional parameters (${optionalParameters}), which would make grammar compilation inefficient. Reduce the number of optional parameters in your tool schemas (limit: 24).`;
  }
  if (unionParameters > 16) {
    return `Schemas contains too many parameters with union types (${unionParameters} parameters with type arrays or anyOf). This causes exponential compilation cost. Reduce the number of nullable or union-typed parameters (limit: 16 parameters with unions).`;
  }
  const bytes = schemas.reduce((sum, tool) => sum + JSON.stringify(tool['input_schema']).length, 0);
  return bytes > limits.grammarBytes
    ? 'The compiled grammar is too large, which would cause performance issues. Simplify your tool schemas or reduce the number of strict tools.'
    : undefined;
};

const NO_FORCING = new Set([
  'claude-fable-5-1',
  'claude-fable-5-2',
  'claude-mythos-5-1',
  'claude-mythos-5-2',
  'claude-mythos-preview',
  'claude-opus-5-5',
  'claude-sonnet-5-5',
]);

export const checkToolChoice: Check = (body) => {
  const choice = body['tool_choice'];
  if (choice === undefined) return undefined;
  const tools = objects(body['tools']);
  if (!isObject(choice) || !['auto', 'any', 'tool', 'none'].includes(String(choice['type']))) {
    return "tool_choice: Input tag found using 'type' does not match any of the expected tags";
  }
  if (tools.length === 0) return 'tool_choice may only be specified while providing tools.';
  if (choice['type'] === 'none' && choice['disable_parallel_tool_use'] !== undefined) {
    return 'tool_choice.none.disable_parallel_tool_use: Extra inputs are not permitted';
  }
  if (choice['disable_parallel_tool_use'] === true && tools.some(fromCode)) {
    return 'tool_choice: disable_parallel_tool_use is not supported with programmatic tool calling';
  }
  if (choice['type'] !== 'any' && choice['type'] !== 'tool') return undefined;
  if (NO_FORCING.has(String(body['model']))) {
    return 'tool_choice: type "tool" and "any" are not supported for this model.';
  }
  if (isObject(body['thinking']) && body['thinking']['type'] === 'enabled') {
    return 'Thinking may not be enabled when tool_choice forces tool use.';
  }
  if (choice['type'] !== 'tool') return undefined;
  const named = tools.find((tool) => tool['name'] === choice['name']);
  if (named === undefined) return `Tool '${String(choice['name'])}' not found in provided tools`;
  const callers = named['allowed_callers'];
  return Array.isArray(callers) && !callers.includes('direct')
    ? `tool_choice: the tool '${String(choice['name'])}' does not allow direct calls`
    : undefined;
};

export const checkBreakpoints: Check = (body) => {
  const places = [
    body,
    ...objects(body['tools']),
    ...objects(body['system']),
    ...objects(body['messages']).flatMap((message) => blocks(message)),
  ];
  const found = places.filter((place) => isObject(place['cache_control'])).length;
  return found > 4 ? `A maximum of 4 blocks with cache_control may be provided. Found ${found}.` : undefined;
};
