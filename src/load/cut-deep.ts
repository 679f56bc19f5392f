import { joinPointer } from './pointer.js';

interface Visit {
  readonly node: object;
  readonly pointer: string;
  readonly depth: number;
}

/** Steps of the pointer that is given back: enough to find the place. */
const SHOWN_STEPS = 24;

/**
 * Empties what lies deeper than `maxDepth` levels in a freshly parsed JSON value, so that everything after may walk it.
 * Gives the pointer of the part that held the first cut, cut short itself; undefined when nothing was cut.
 */
export function cutDeep(root: object, maxDepth: number): string | undefined {
  let first: string | undefined;
  const stack: Visit[] = [{ node: root, pointer: '', depth: 1 }];
  for (let visit = stack.pop(); visit !== undefined; visit = stack.pop()) {
    const { node, pointer, depth } = visit;
    for (const [key, value] of Object.entries(node)) {
      if (typeof value !== 'object' || value === null) continue;
      if (depth >= maxDepth) {
        first ??= pointer;
        Reflect.defineProperty(node, key, { value: Array.isArray(value) ? [] : {} });
      } else {
        const next = depth < SHOWN_STEPS ? joinPointer(pointer, key) : pointer;
        stack.push({ node: value, pointer: next, depth: depth + 1 });
      }
    }
  }
  return first;
}
