import { type Fields, isFields } from './json.js';

/** Cache breakpoints that a request may have (`claude-tool-use.md` 12.3). */
const MOST = 4;

const isMarked = (value: unknown): boolean => isFields(value) && isFields(value['cache_control']);
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** Breakpoints of a request outside of its tools; the automatic one at its top counts too. */
function marksElsewhere(request: Fields): number {
  const blocks = list(request['messages']).flatMap((message) => (isFields(message) ? list(message['content']) : []));
  const inner = blocks.flatMap((block) =>
    isFields(block) && block['type'] === 'tool_result' ? list(block['content']) : [],
  );
  return [request, ...list(request['system']), ...blocks, ...inner].filter(isMarked).length;
}

/**
 * The tools with as many breakpoints as the request has room for. Those on the last tools stay: what they cache holds
 * all tools before them. So several packages, each with its mark, fit into one request. Throws `TypeError` where the
 * rest of the request has too many already, and for a mark on a deferred tool.
 */
export function limitMarks(tools: readonly Fields[], request: Fields): readonly Fields[] {
  const deferred = tools.find((tool) => tool['defer_loading'] === true && isMarked(tool));
  if (deferred !== undefined) {
    throw new TypeError(`The tool "${String(deferred['name'])}" is deferred, so it cannot carry \`cache_control\`.`);
  }
  const elsewhere = marksElsewhere(request);
  if (elsewhere > MOST) {
    throw new TypeError(
      `\`request\` has ${elsewhere} cache breakpoints (\`cache_control\`); at most ${MOST} are allowed.`,
    );
  }
  const marked = tools.filter(isMarked);
  const dropped = new Set(marked.slice(0, Math.max(0, marked.length - (MOST - elsewhere))));
  return tools.map((tool) => {
    if (!dropped.has(tool)) return tool;
    const { cache_control: _mark, ...plain } = tool;
    return plain;
  });
}
