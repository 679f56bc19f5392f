import type { OperationDescriptor, StrictPlanOptions, ToolDefinition, ToolSelection } from './contract.js';
import {
  matchesSelector,
  parseSelector,
  type Selector,
  type SelectorTarget,
  selectable,
  targetOf,
} from './selectors.js';
import { nearest } from './text.js';

type Operations = Readonly<Record<string, OperationDescriptor>>;
type PlanStrict = (tools: readonly ToolDefinition[], options?: StrictPlanOptions) => ToolDefinition[];

/**
 * A subset of tools, in the order they came: filtered, planned for `strict` as one request, and marked for tool search and
 * prompt caching. An empty `include` selects nothing. Throws a `RangeError` for selectors that cannot be read or match nothing.
 */
export function selectTools(
  tools: readonly ToolDefinition[],
  operations: Operations,
  selection: ToolSelection,
  plan: PlanStrict,
): ToolDefinition[] {
  const entries = tools.flatMap((tool) => {
    const operation = Object.hasOwn(operations, tool.name) ? operations[tool.name] : undefined;
    return operation === undefined ? [] : [{ tool, operation, target: targetOf(tool.name, operation) }];
  });
  const targets = entries.map(({ target }) => target);
  const wanted = readSelectors(selection.include, targets);
  const unwanted = readSelectors(selection.exclude, targets);
  const selected = entries.filter(
    ({ operation, target }) =>
      (selection.include === undefined || matches(wanted, target)) &&
      !matches(unwanted, target) &&
      (selection.effect === undefined || selection.effect.includes(operation.effect)),
  );
  const kept = keptFromSearch(selection, targets);
  const { strict, strictFirst } = selection;
  readSelectors(strictFirst, targets);
  const planned = plan(
    selected.map(({ tool }) => tool),
    { ...(strict !== undefined && { strict }), ...(strictFirst !== undefined && { strictFirst }) },
  );
  const marked = planned.map((tool, index) => {
    const target = selected[index]?.target;
    const { defer_loading: _defer, cache_control: _cache, ...plain } = tool;
    const defer = kept !== undefined && target !== undefined && !matches(kept, target);
    return defer ? { ...plain, defer_loading: true } : plain;
  });
  return withBreakpoint(marked, selection.cache);
}

/** Selectors of tools that are not deferred; undefined where nothing is. */
function keptFromSearch({ defer }: ToolSelection, targets: readonly SelectorTarget[]): Selector[] | undefined {
  if (defer === undefined || defer === false) return undefined;
  return defer === true ? [] : readSelectors(defer.keep, targets);
}

function readSelectors(texts: readonly string[] | undefined, targets: readonly SelectorTarget[]): Selector[] {
  return (texts ?? []).map((text) => {
    const selector = parseSelector(text);
    if (selector === undefined) {
      throw new RangeError(
        `The selector ${JSON.stringify(text)} cannot be read: use tag:, path:, method:, operation:, tool: or a bare glob`,
      );
    }
    if (targets.some((target) => matchesSelector(selector, target))) return selector;
    const prefix = text.slice(0, text.indexOf(':') + 1);
    const known = nearest(text.slice(prefix.length).trim(), selectable(selector.kind, targets), 3);
    const near = known.map((name) => prefix + name).join(', ');
    throw new RangeError(
      `The selector ${JSON.stringify(text)} matches nothing${near === '' ? '' : `; near it: ${near}`}`,
    );
  });
}

function matches(selectors: readonly Selector[], target: SelectorTarget): boolean {
  return selectors.some((selector) => matchesSelector(selector, target));
}

/** Puts the breakpoint on the last tool that is in the prompt from the start: deferred tools cannot carry one. */
function withBreakpoint(tools: readonly ToolDefinition[], cache: ToolSelection['cache']): ToolDefinition[] {
  if (cache === undefined || cache === false) return [...tools];
  const last = tools.findLastIndex((tool) => tool.defer_loading !== true);
  const ttl = cache === true ? {} : { ttl: cache };
  return tools.map((tool, index) =>
    index === last ? { ...tool, cache_control: { type: 'ephemeral' as const, ...ttl } } : tool,
  );
}
