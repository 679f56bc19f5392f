/** Consecutive lines that only one of two texts has. */
export interface Hunk {
  removed: string[];
  added: string[];
}

/** The shortest difference of two texts, by line (Myers 1986, the greedy form). */
export function diffLines(before: string, after: string): Hunk[] {
  const left = before.split('\n');
  const right = after.split('\n');
  const steps = shortestPath(left, right);
  const hunks: Hunk[] = [];
  let x = 0;
  let y = 0;
  let open: Hunk | undefined;
  for (const step of steps) {
    if (step === 'same') {
      open = undefined;
      x += 1;
      y += 1;
      continue;
    }
    if (open === undefined) {
      open = { removed: [], added: [] };
      hunks.push(open);
    }
    if (step === 'removed') open.removed.push(left[x++] ?? '');
    else open.added.push(right[y++] ?? '');
  }
  return hunks;
}

type Step = 'same' | 'removed' | 'added';

function shortestPath(left: readonly string[], right: readonly string[]): Step[] {
  const offset = left.length + right.length + 1;
  const furthest = new Int32Array(2 * offset + 1);
  const trace: Int32Array[] = [];
  for (let cost = 0; cost < offset; cost += 1) {
    trace.push(furthest.slice(offset - cost - 1, offset + cost + 2));
    for (let diagonal = -cost; diagonal <= cost; diagonal += 2) {
      const x = slide(left, right, startOf(furthest, offset, cost, diagonal), diagonal);
      furthest[offset + diagonal] = x;
      if (x >= left.length && x - diagonal >= right.length) return walkBack(trace, left.length, right.length);
    }
  }
  return [];
}

/** Moves along equal lines as far as they go. */
function slide(left: readonly string[], right: readonly string[], start: number, diagonal: number): number {
  let x = start;
  while (x < left.length && x - diagonal < right.length && left[x] === right[x - diagonal]) x += 1;
  return x;
}

function startOf(furthest: Int32Array, centre: number, cost: number, diagonal: number): number {
  const below = furthest[centre + diagonal + 1] ?? 0;
  const beside = (furthest[centre + diagonal - 1] ?? 0) + 1;
  return diagonal === -cost || (diagonal !== cost && beside - 1 < below) ? below : beside;
}

function walkBack(trace: readonly Int32Array[], width: number, height: number): Step[] {
  const steps: Step[] = [];
  let x = width;
  let y = height;
  for (let cost = trace.length - 1; cost > 0; cost -= 1) {
    const before = trace[cost] ?? new Int32Array();
    const diagonal = x - y;
    const start = startOf(before, cost + 1, cost, diagonal);
    const isAdded = start === (before[cost + 1 + diagonal + 1] ?? 0) && isDown(before, cost, diagonal);
    while (x > start) {
      steps.push('same');
      x -= 1;
      y -= 1;
    }
    steps.push(isAdded ? 'added' : 'removed');
    if (isAdded) y -= 1;
    else x -= 1;
  }
  for (; x > 0; x -= 1) steps.push('same');
  return steps.reverse();
}

function isDown(before: Int32Array, cost: number, diagonal: number): boolean {
  const below = before[cost + 1 + diagonal + 1] ?? 0;
  const beside = before[cost + 1 + diagonal - 1] ?? 0;
  return diagonal === -cost || (diagonal !== cost && beside < below);
}
