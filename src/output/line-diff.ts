/** Changed lines (both sides together) up to which the shortest difference is looked for. */
const MAX_EDITS = 400;
/** Equal lines shown around a change. */
const CONTEXT = 2;

interface Step {
  readonly mark: ' ' | '-' | '+';
  readonly line: string;
}

/** A difference in the form of `diff -u`, and how much of it there is. */
export interface LineDiff {
  readonly lines: readonly string[];
  readonly added: number;
  readonly removed: number;
}

/**
 * The difference between two texts by lines (E. Myers, "An O(ND) Difference Algorithm", 1986, bounded): where too much
 * differs, everything between the equal ends counts as replaced.
 */
export function lineDiff(before: string, after: string): LineDiff {
  const [was, is] = [before.split('\n'), after.split('\n')];
  let start = 0;
  while (start < was.length && start < is.length && was[start] === is[start]) start += 1;
  let end = 0;
  while (end < Math.min(was.length, is.length) - start && was.at(-1 - end) === is.at(-1 - end)) end += 1;
  const left = was.slice(start, was.length - end);
  const right = is.slice(start, is.length - end);
  const head = was.slice(Math.max(0, start - CONTEXT), start).map(kept);
  const tail = was.slice(was.length - end, was.length - end + CONTEXT).map(kept);
  const steps = [...head, ...(shortest(left, right) ?? replaced(left, right)), ...tail];
  const first = start - head.length + 1;
  return {
    lines: hunks(steps, first),
    added: steps.filter(({ mark }) => mark === '+').length,
    removed: steps.filter(({ mark }) => mark === '-').length,
  };
}

const kept = (line: string): Step => ({ mark: ' ', line });

function replaced(left: readonly string[], right: readonly string[]): Step[] {
  return [...left.map((line): Step => ({ mark: '-', line })), ...right.map((line): Step => ({ mark: '+', line }))];
}

/** Furthest points by diagonal, one map an edit; walked back to the steps. `undefined` where the bound is met. */
function shortest(left: readonly string[], right: readonly string[]): Step[] | undefined {
  const trace: Map<number, number>[] = [];
  let last = new Map<number, number>([[1, 0]]);
  for (let edits = 0; edits <= MAX_EDITS; edits += 1) {
    const reached = new Map(last);
    trace.push(last);
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      let x = startOf(last, diagonal, edits);
      while (x < left.length && x - diagonal < right.length && left[x] === right[x - diagonal]) x += 1;
      reached.set(diagonal, x);
      if (x >= left.length && x - diagonal >= right.length) return walkBack(left, right, trace);
    }
    last = reached;
  }
  return undefined;
}

/** Where a diagonal is entered: by a line of the right side from above, else by one of the left side. */
function startOf(last: ReadonlyMap<number, number>, diagonal: number, edits: number): number {
  const [below, above] = [last.get(diagonal - 1) ?? -1, last.get(diagonal + 1) ?? -1];
  const down = diagonal === -edits || (diagonal !== edits && below < above);
  return down ? above : below + 1;
}

function walkBack(left: readonly string[], right: readonly string[], trace: readonly Map<number, number>[]): Step[] {
  const steps: Step[] = [];
  let [x, y] = [left.length, right.length];
  for (let edits = trace.length - 1; edits >= 0; edits -= 1) {
    const last = trace[edits] ?? new Map<number, number>();
    const diagonal = x - y;
    const start = startOf(last, diagonal, edits);
    while (x > start && y > start - diagonal && x > 0 && y > 0) {
      x -= 1;
      y -= 1;
      steps.push(kept(left[x] ?? ''));
    }
    if (edits === 0) break;
    const down =
      diagonal === -edits || (diagonal !== edits && (last.get(diagonal - 1) ?? -1) < (last.get(diagonal + 1) ?? -1));
    if (down) {
      y -= 1;
      steps.push({ mark: '+', line: right[y] ?? '' });
    } else {
      x -= 1;
      steps.push({ mark: '-', line: left[x] ?? '' });
    }
  }
  return steps.reverse();
}

/** Steps as hunks: equal lines far from any change are left out. */
function hunks(steps: readonly Step[], first: number): string[] {
  const near = steps.map(() => false);
  for (const [index, { mark }] of steps.entries()) {
    if (mark !== ' ') near.fill(true, Math.max(0, index - CONTEXT), index + CONTEXT + 1);
  }
  const lines: string[] = [];
  let [oldLine, newLine] = [first, first];
  for (const [index, { mark, line }] of steps.entries()) {
    if (near[index]) {
      if (!near[index - 1]) lines.push(`@@ -${oldLine} +${newLine} @@`);
      lines.push(mark + line);
    }
    if (mark !== '+') oldLine += 1;
    if (mark !== '-') newLine += 1;
  }
  return lines;
}
