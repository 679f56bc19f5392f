/** The known name nearest to a misspelt one, as ` Did you mean "x"?`; empty where none is near enough to be meant. */
export function didYouMean(given: string, known: Iterable<string>): string {
  const wanted = given.slice(0, 100).toLowerCase();
  let best: string | undefined;
  let least = Math.max(1, Math.floor(wanted.length / 3)) + 1;
  for (const name of known) {
    if (Math.abs(name.length - wanted.length) >= least) continue;
    const distance = editDistance(wanted, name.toLowerCase());
    if (distance < least) [best, least] = [name, distance];
  }
  return best === undefined ? '' : ` Did you mean "${best}"?`;
}

function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const changed = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(changed, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
