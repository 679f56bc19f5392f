import type { EmitInput } from '../emit-input.js';
import type { GeneratedFile } from '../generated-file.js';
import { BANNER } from '../source/banner.js';
import { fillTemplate } from '../source/template.js';

/** More tools than this in one request cost more than they help: the loop asks for a selection. */
const MAX_TOOLS = 64;

/** `examples/agent.mjs`. A package with many tools hides them from the model until tool search finds them. */
export function example({ lowered, templates }: EmitInput): GeneratedFile {
  const many = lowered.tools.length > MAX_TOOLS;
  const text = fillTemplate(templates, many ? 'agent-search.mjs' : 'agent.mjs', {});
  return { path: 'examples/agent.mjs', text: `${BANNER}\n${text}` };
}
