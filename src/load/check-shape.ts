/** Why a parsed value is refused. */
export type ShapeFault = 'depth' | 'nodes' | 'cycle';

/** What a walk over a parsed value finds. */
export interface Shape {
  readonly fault?: ShapeFault;
  /** Levels of nesting, as far as the walk came. */
  readonly height: number;
}

/** The bounds that a value is held to. */
export interface ShapeLimits {
  readonly maxDepth: number;
  readonly maxNodes: number;
}

interface Frame {
  readonly node: object;
  readonly children: readonly unknown[];
  next: number;
  size: number;
  height: number;
}

/**
 * Walks a parsed value without recursion and measures it as if every shared part (YAML alias) were written out.
 * Linear: a shared part is measured once.
 */
export function checkShape(value: unknown, limits: ShapeLimits): Shape {
  if (!isNode(value)) return { height: 0 };
  const measured = new Map<object, { readonly size: number; readonly height: number }>();
  const open = new Set<object>([value]);
  let distinct = 0;
  let height = 1;
  const stack: Frame[] = [frame(value)];
  for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
    height = Math.max(height, stack.length + top.height);
    if (height > limits.maxDepth) return { fault: 'depth', height };
    if (top.size > limits.maxNodes || isBomb(top.size, distinct)) return { fault: 'nodes', height };
    if (top.next < top.children.length) {
      const child = top.children[top.next];
      top.next += 1;
      distinct += 1;
      if (!isNode(child)) {
        top.size += 1;
        continue;
      }
      if (open.has(child)) return { fault: 'cycle', height };
      const known = measured.get(child);
      if (known) add(top, known.size, known.height);
      else {
        open.add(child);
        stack.push(frame(child));
      }
      continue;
    }
    stack.pop();
    open.delete(top.node);
    measured.set(top.node, { size: top.size, height: top.height });
    const parent = stack.at(-1);
    if (parent) add(parent, top.size, top.height);
  }
  return { height };
}

/** Aliases that save typing stay far below these factors. */
function isBomb(size: number, distinct: number): boolean {
  return size > 200_000 && size > 50 * distinct;
}

function add(parent: Frame, size: number, height: number): void {
  parent.size += size;
  parent.height = Math.max(parent.height, height + 1);
}

function frame(node: object): Frame {
  return { node, children: Array.isArray(node) ? node : Object.values(node), next: 0, size: 1, height: 0 };
}

function isNode(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
