import {
  checkContent,
  checkPlacement,
  checkPrefill,
  checkResults,
  checkServerTools,
  checkToolsDefined,
} from './check-messages.js';
import { checkAppendOnly, checkConstant, checkContainer, checkEcho, checkPause } from './check-session.js';
import {
  checkBreakpoints,
  checkDeferred,
  checkStrictLimits,
  checkToolChoice,
  checkToolDefinitions,
  checkToolMarks,
} from './check-tools.js';
import { type Check, isObject } from './script.js';

const FIELDS = new Set([
  'model',
  'max_tokens',
  'messages',
  'system',
  'tools',
  'tool_choice',
  'thinking',
  'stream',
  'metadata',
  'stop_sequences',
  'service_tier',
  'container',
  'output_config',
  'cache_control',
  'context_management',
  'mcp_servers',
  'inference_geo',
]);

const checkFields: Check = (body) => {
  for (const field of ['model', 'max_tokens', 'messages'])
    if (body[field] === undefined) return `${field}: Field required`;
  const extra = Object.keys(body).find((field) => !FIELDS.has(field));
  return extra === undefined ? undefined : `${extra}: Extra inputs are not permitted`;
};

const checkThinking: Check = ({ thinking }) => {
  if (!isObject(thinking) || thinking['type'] !== 'enabled') return undefined;
  return Number(thinking['budget_tokens']) >= 1024
    ? undefined
    : 'thinking.enabled.budget_tokens: Input should be greater than or equal to 1024';
};

const checkSurrogates: Check = (body) =>
  /\\ud[89a-f][0-9a-f]{2}/i.test(JSON.stringify(body))
    ? 'The request body is not valid JSON: no low surrogate in string'
    : undefined;

/** All rules, in the order in which they are applied: the first that is broken names the error. */
export const CHECKS: readonly Check[] = [
  checkSurrogates,
  checkFields,
  checkThinking,
  checkToolDefinitions,
  checkToolMarks,
  checkDeferred,
  checkStrictLimits,
  checkToolChoice,
  checkBreakpoints,
  checkContent,
  checkToolsDefined,
  checkPlacement,
  checkResults,
  checkServerTools,
  checkPrefill,
  checkConstant,
  checkAppendOnly,
  checkPause,
  checkEcho,
  checkContainer,
];
