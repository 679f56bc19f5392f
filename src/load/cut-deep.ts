import { joinPointer } from '../diagnostics/pointer.js';

interface Visit {
  readonly node: object;
  readonly pointer: string;
  readonly depth: number;
}

/** What a first, cheap walk over a freshly parsed JSON value finds. */
export interface Measured {
  /** Keys of all objects together. */
  readonly keys: number;
  /** Levels of nesting. */
  readonly height: number;
}

/** Counts keys and levels. */
export function measure(root: object): Measured {
  let keys = 0;
  let height = 0;
  let level: object[] = [root];
  // Level by level, so that no depth has to be kept for each part.
  for (; level.length > 0; height += 1) {
    const next: object[] = [];
    for (const node of level) {
      const members: readonly unknown[] = Array.isArray(node) ? node : Object.values(node);
      if (!Array.isArray(node)) keys += members.length;
      // By index: an iterator for each of a hundred thousand objects is felt.
      for (let index = 0; index < members.length; index += 1) {
        const member = members[index];
        if (typeof member === 'object' && member !== null) next.push(member);
      }
    }
    level = next;
  }
  return { keys, height };
}

/** Steps of the pointer that is given back: enough to find the place. */
const SHOWN_STEPS = 24;

/**
 * Empties what lies deeper than `maxDepth` levels in a freshly parsed value, so that everything after may walk it.
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
