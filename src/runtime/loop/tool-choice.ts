import type { LoopRequest } from '../contract.js';
import { type Fields, isFields } from './json.js';

type ToolChoice = NonNullable<LoopRequest['tool_choice']>;

/** Models known to refuse `any` and `tool` (`claude-tool-use.md` section 6), on every cloud's spelling of the id. */
const NO_FORCING = /(?:^|[./:])claude-(?:fable-5-[12]|mythos-5-[12]|mythos-preview|opus-5-5|sonnet-5-5)(?!\d)/;
const TYPES: ReadonlySet<string> = new Set(['auto', 'any', 'tool', 'none']);

const isForced = ({ type }: ToolChoice): boolean => type === 'any' || type === 'tool';

/** True for a tool that code execution may call: it can neither be strict nor be limited to one call at a time. */
export const callableFromCode = ({ allowed_callers: callers }: Fields): boolean =>
  Array.isArray(callers) && callers.some((caller) => caller !== 'direct');

/** Refuses a choice that the API would refuse, with what to do instead. Throws `TypeError`. */
export function checkToolChoice(request: LoopRequest, tools: readonly Fields[]): void {
  const choice = request.tool_choice;
  if (choice === undefined || choice === null) return;
  if (!isFields(choice) || !TYPES.has(choice.type)) {
    throw new TypeError('`request.tool_choice` must have one of the types auto, any, tool and none.');
  }
  if (choice.type === 'none' && choice.disable_parallel_tool_use !== undefined) {
    throw new TypeError('`disable_parallel_tool_use` does not go together with `tool_choice: { type: "none" }`.');
  }
  const code = choice.disable_parallel_tool_use === true ? tools.find(callableFromCode) : undefined;
  if (code !== undefined) {
    throw new TypeError(
      `\`disable_parallel_tool_use\` does not go together with tools that code may call: "${code['name']}" has such \`allowed_callers\`.`,
    );
  }
  if (!isForced(choice)) return;
  if (tools.length === 0) throw new TypeError(`\`tool_choice: { type: "${choice.type}" }\` needs at least one tool.`);
  const named = tools.find((tool) => tool['name'] === choice.name);
  if (choice.type === 'tool' && named === undefined) {
    throw new TypeError(`\`tool_choice\` names the tool "${choice.name}", which is not among the tools.`);
  }
  const callers = named?.['allowed_callers'];
  if (choice.type === 'tool' && Array.isArray(callers) && !callers.includes('direct')) {
    throw new TypeError(`\`tool_choice\` names "${choice.name}", but its \`allowed_callers\` leave out "direct".`);
  }
  const advice = 'Use `auto`, and say in the system prompt which tool to call.';
  if (NO_FORCING.test(request.model)) {
    throw new TypeError(`${request.model} does not take \`tool_choice: { type: "${choice.type}" }\`. ${advice}`);
  }
  if (isFields(request.thinking) && request.thinking['type'] === 'enabled') {
    throw new TypeError(
      `A forced \`tool_choice\` does not go together with \`thinking: { type: "enabled" }\`. ${advice}`,
    );
  }
}

/** The choice for a turn: a forced one holds for the first turn only, or the model could never answer. */
export function toolChoiceFor(turn: number, choice: ToolChoice | undefined): ToolChoice | undefined {
  if (choice === undefined || choice === null) return undefined;
  if (turn <= 1 || !isForced(choice)) return choice;
  const { disable_parallel_tool_use } = choice;
  return { type: 'auto', ...(disable_parallel_tool_use !== undefined && { disable_parallel_tool_use }) };
}
