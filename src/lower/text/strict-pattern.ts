/** Largest repeat count the grammar is trusted with; the API's own limit is unpublished. */
const MAX_REPEAT = 64;

const UNSUPPORTED: readonly (readonly [string, RegExp])[] = [
  ['lookaround or named group', /\(\?(?!:)/],
  ['back-reference', /\\[1-9]|\\k/],
  ['word boundary', /\\[bB]/],
  ['property class', /\\[pP]/],
  ['control escape', /\\[cux]/],
];

/** True for a pattern inside the subset that `strict` accepts (anchors, classes, groups, small repetitions). */
export function isStrictPattern(pattern: string): boolean {
  if (pattern.length > 200 || !isPrintable(pattern)) return false;
  try {
    new RegExp(pattern, 'u');
  } catch {
    return false;
  }
  const bare = pattern.replaceAll('\\\\', '');
  if (UNSUPPORTED.some(([, found]) => found.test(bare))) return false;
  return [...bare.matchAll(/\{(\d+)(?:,(\d*))?\}/g)].every(
    ([, low, high]) => Math.max(Number(low), Number(high ?? 0)) <= MAX_REPEAT,
  );
}

function isPrintable(text: string): boolean {
  return /^[\x20-\x7e]*$/.test(text);
}
