/** The known name nearest to a misspelt one, if any is near enough to be meant. */
export function suggest(given: string, known: Iterable<string>): string | undefined {
  const wanted = given.slice(0, 100).toLowerCase();
  const limit = Math.max(1, Math.floor(wanted.length / 3));
  let best: string | undefined;
  let bestDistance = limit + 1;
  for (const name of known) {
    if (Math.abs(name.length - wanted.length) >= bestDistance) continue;
    const distance = editDistance(wanted, name.toLowerCase());
    if (distance < bestDistance) {
      best = name;
      bestDistance = distance;
    }
  }
  return best;
}

/** ` Did you mean "x"?`, or nothing. */
export function didYouMean(given: string, known: Iterable<string>): string {
  const near = suggest(given, known);
  return near === undefined ? '' : ` Did you mean "${near}"?`;
}

/** Insertions, deletions, substitutions and swaps of neighbours between two words (optimal string alignment). */
function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const choices = [(last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (same ? 0 : 1)];
      if (swapped) choices.push((beforeLast[j - 2] ?? 0) + 1);
      row.push(Math.min(...choices));
    }
    beforeLast = last;
    last = row;
  }
  return last[b.length] ?? 0;
}
