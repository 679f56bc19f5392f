/** Replaces lone surrogates by U+FFFD: one of them makes a whole Messages request invalid. */
export function wellFormed(text: string): string {
  if (!/[\ud800-\udfff]/.test(text)) return text;
  return text.replace(/\p{Surrogate}/gu, '\uFFFD');
}

/** Characters that show nothing and can hide or disguise text: controls, zero-width, bidi controls, tags. */
const HIDDEN =
  /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?)|[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]/gu;

/** Joiners that join nothing: in emoji and in scripts such as Persian they are part of the spelling. */
const IDLE_JOINER =
  /(?<![\u0080-\u1fff\u2010-\u{10ffff}])[\u200c\u200d]|[\u200c\u200d](?![\u0080-\u1fff\u2010-\u{10ffff}])/gu;

/** Only text with one of these needs a pass. */
const NEEDS_CARE =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ud800-\udfff\ufeff\ufff9-\ufffb]/;

/** Text as it may stand in a result: well-formed, without terminal sequences and hidden characters. */
export function cleanText(text: string): string {
  if (!NEEDS_CARE.test(text)) return text;
  return wellFormed(text).replace(HIDDEN, '').replace(IDLE_JOINER, '').replace(/\r\n?/g, '\n');
}

/** Cuts a text to a number of characters, with an ellipsis, never inside a surrogate pair. */
export function shorten(text: string, limit: number): string {
  if (text.length <= limit) return text;
  return `${wellCut(text, Math.max(0, limit - 1))}…`;
}

/** The first `length` characters, one less where the cut would part a surrogate pair. */
export function wellCut(text: string, length: number): string {
  const last = text.charCodeAt(length - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? length - 1 : length);
}

/** Edit distance of two short texts without regard to case, for "did you mean". */
function distance(left: string, right: string): number {
  let row = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let i = 1; i <= left.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= right.length; j += 1) {
      const change = (row[j - 1] ?? 0) + (left[i - 1] === right[j - 1] ? 0 : 1);
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[right.length] ?? 0;
}

/** The names nearest to a given one, best first: equal but for case and separators, then parts, then few edits. */
export function nearest(given: string, names: readonly string[], count: number): string[] {
  const plain = (text: string): string =>
    text
      .slice(0, 64)
      .toLowerCase()
      .replace(/[^a-z0-9]/g, '');
  const wanted = plain(given);
  const scored = names.map((name, order) => {
    const candidate = plain(name);
    const contains = candidate !== '' && wanted !== '' && (candidate.includes(wanted) || wanted.includes(candidate));
    return {
      name,
      order,
      score: contains ? Math.abs(candidate.length - wanted.length) / 100 : distance(wanted, candidate),
    };
  });
  scored.sort((a, b) => a.score - b.score || a.order - b.order);
  return scored.slice(0, count).map(({ name }) => name);
}
