import { stableHash } from './hash.js';
import { settleNames } from './settle.js';
import { methodAndPath, shorten } from './words.js';

/** Longest name the Messages API takes: `^[a-zA-Z0-9_-]{1,64}$`. */
export const MAX_TOOL_NAME = 64;

/** Names of tools that Anthropic defines: a generated tool must not pass for one of them. */
const ANTHROPIC_TOOLS: ReadonlySet<string> = new Set([
  'bash',
  'memory',
  'computer',
  'web_search',
  'web_fetch',
  'code_execution',
  'str_replace_based_edit_tool',
  'tool_search_tool_regex',
  'tool_search_tool_bm25',
  'advisor',
]);

/** What a tool name is made of. `wanted` is the operationId, or the name that an adjustment gives. */
export interface NameSource {
  readonly method: string;
  readonly path: string;
  readonly wanted?: string;
}

/** The name an operation has when it meets no other: the id as it is, cleaned, or made from method and path. */
export function baseName({ method, path, wanted = '' }: NameSource): string {
  if (/^[a-zA-Z0-9_-]{1,64}$/.test(wanted)) return wanted;
  return shorten(cleanName(wanted) || methodAndPath(method, path), MAX_TOOL_NAME);
}

function cleanName(text: string): string {
  if (/^[a-zA-Z0-9_-]*$/.test(text)) return text;
  return text
    .replace(/[^a-zA-Z0-9_-]+/g, '_')
    .replace(/_{2,}/g, '_')
    .replace(/^_+|_+$/g, '');
}

/** Names of all operations of a document, in their order; compared without case. */
export function toolNames(sources: readonly NameSource[]): string[] {
  const candidates = sources.map((source) => {
    const base = baseName(source);
    const { method, path } = source;
    const hashed = (digits: number) => () =>
      `${shorten(base, MAX_TOOL_NAME - 1 - digits)}_${stableHash(`${method} ${path}`, digits)}`;
    const suffixed = () => {
      const place = methodAndPath(method, path);
      return base === place ? hashed(8)() : shorten(`${base}_${place}`, MAX_TOOL_NAME);
    };
    return { names: [() => base, suffixed, hashed(8), hashed(32)] };
  });
  return settleNames(candidates, (name) => [name.toLowerCase()], ANTHROPIC_TOOLS);
}
