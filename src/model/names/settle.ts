/** Something that needs a name of its own. `names` make its candidates, the preferred first, each surer to be unique. */
export interface Candidate {
  readonly names: readonly (() => string)[];
}

/**
 * Gives every candidate a name so that no two meet. All members of a group that meets move on to their next name
 * together, so the outcome depends neither on the order nor on a count: adding a candidate renames nothing but those it
 * collides with.
 *
 * @param keysOf what a name occupies (compared without case by the caller's own folding)
 * @param taken keys that nobody may have
 */
export function settleNames(
  candidates: readonly Candidate[],
  keysOf: (name: string) => readonly string[],
  taken: ReadonlySet<string>,
): string[] {
  const levels = candidates.map(() => 0);
  const current = candidates.map(({ names }) => names[0]?.() ?? '');
  for (;;) {
    const moved = clashing(current, keysOf, taken).filter(
      (index) => (levels[index] ?? 0) < (candidates[index]?.names.length ?? 0) - 1,
    );
    if (moved.length === 0) return current;
    for (const index of moved) {
      const level = (levels[index] ?? 0) + 1;
      levels[index] = level;
      current[index] = candidates[index]?.names[level]?.() ?? '';
    }
  }
}

function clashing(
  names: readonly string[],
  keysOf: (name: string) => readonly string[],
  taken: ReadonlySet<string>,
): number[] {
  const first = new Map<string, number>();
  const found = new Set<number>();
  for (const [index, name] of names.entries()) {
    for (const key of keysOf(name)) {
      const holder = first.get(key);
      if (holder === undefined) first.set(key, index);
      else if (holder !== index) found.add(holder).add(index);
      if (taken.has(key)) found.add(index);
    }
  }
  return [...found];
}
