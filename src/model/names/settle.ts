/** Something that needs a name of its own. `names` are its candidates, the preferred first, each surer to be unique. */
export interface Candidate {
  readonly names: readonly string[];
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
  const nameAt = (index: number): string => {
    const names = candidates[index]?.names ?? [];
    return names[Math.min(levels[index] ?? 0, names.length - 1)] ?? '';
  };
  for (;;) {
    const moved = clashing(candidates, keysOf, taken, nameAt).filter(
      (index) => (levels[index] ?? 0) < (candidates[index]?.names.length ?? 0) - 1,
    );
    if (moved.length === 0) return candidates.map((_, index) => nameAt(index));
    for (const index of moved) levels[index] = (levels[index] ?? 0) + 1;
  }
}

function clashing(
  candidates: readonly Candidate[],
  keysOf: (name: string) => readonly string[],
  taken: ReadonlySet<string>,
  nameAt: (index: number) => string,
): number[] {
  const holders = new Map<string, number[]>();
  for (const index of candidates.keys()) {
    for (const key of new Set(keysOf(nameAt(index)))) {
      const list = holders.get(key);
      if (list === undefined) holders.set(key, [index]);
      else list.push(index);
    }
  }
  const found = new Set<number>();
  for (const [key, list] of holders) {
    if (list.length > 1 || taken.has(key)) for (const index of list) found.add(index);
  }
  return [...found];
}
