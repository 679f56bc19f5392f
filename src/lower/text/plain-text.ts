/** Bidi controls, zero-width and tag characters, other controls: they hide or reorder text. */
const HIDDEN =
  /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u00AD\u061C\u180E\u200B-\u200F\u2028\u2029\u202A-\u202E\u2060-\u2069\uFEFF\uFFF9-\uFFFB\u{E0000}-\u{E007F}]|\p{Cs}/gu;

/** Nearly every text has none of these, and so nothing hidden: told without Unicode classes. */
const BEYOND_ASCII = /[^\t\n\r -~]/;

/** Longest text that is looked at: what follows is never shown. */
const MAX_INPUT = 20_000;

export function hasHidden(text: string): boolean {
  HIDDEN.lastIndex = 0;
  return BEYOND_ASCII.test(text) && HIDDEN.test(text);
}

export function removeHidden(text: string): string {
  return BEYOND_ASCII.test(text) ? text.replace(HIDDEN, '') : text;
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  '#39': "'",
};

type Rule = readonly [name: string, pattern: RegExp, replacement: string];

/** From Markdown and HTML to plain text, in order. Every pattern is linear. */
const RULES: readonly Rule[] = [
  ['line ends', /\r\n?/g, '\n'],
  ['comments', /<!--[\s\S]{0,5000}?-->/g, ' '],
  ['fences', /^[ \t]{0,3}(?:```|~~~)[^\n]{0,100}$/gm, ''],
  ['block tags', /<\/?(?:p|br|div|ul|ol|li|table|tr|td|th|h[1-6]|pre|blockquote|hr)\b[^<>]{0,500}>/gi, '\n'],
  ['other tags', /<\/?[a-z][a-z0-9]{0,15}(?:\s[^<>]{0,500})?\/?>/gi, ''],
  ['images', /!\[([^\][]{0,300})\]\([^()\n]{0,1000}\)/g, '$1'],
  ['links', /\[([^\][\n]{1,300})\]\((?:[^()\n]|\([^()\n]{0,300}\)){0,1000}\)/g, '$1'],
  ['reference links', /\[([^\][\n]{1,300})\]\[[^\][\n]{0,100}\]/g, '$1'],
  ['headings', /^[ \t]{0,3}#{1,6}[ \t]+/gm, ''],
  ['rules', /^[ \t]{0,3}(?:[-*_=][ \t]?){3,100}$/gm, ''],
  ['quotes', /^[ \t]{0,3}>[ \t]?/gm, ''],
  ['strong', /(\*\*|__)(?=\S)([^*_\n]{1,500})\1/g, '$2'],
  ['emphasis', /(?<![\w*])\*(?=[^\s*])([^*\n]{1,300})\*(?![\w*])/g, '$1'],
  ['code', /(`{1,3})([^`\n]{1,500})\1/g, '$2'],
  ['table rows', /[ \t]*\|[ \t]*/g, ' | '],
];

/** Without any of these there is nothing to strip. */
const MARKUP = /[<>[\]*_`#|&~=\r]|---/;

/** Markdown or HTML as plain text; lines are kept. */
export function plainText(source: string): string {
  let text = removeHidden(source.length > MAX_INPUT ? source.slice(0, MAX_INPUT) : source);
  if (!MARKUP.test(text)) return text;
  for (const [, pattern, replacement] of RULES) text = text.replace(pattern, replacement);
  return text.replace(/&(amp|lt|gt|quot|apos|nbsp|#39);/g, (_all, name: string) => ENTITIES[name] ?? '');
}

/** Plain text on one line. */
export function oneLine(source: string): string {
  const text = plainText(source);
  return (/\s\s|[^\S ]/.test(text) ? text.replace(/\s+/g, ' ') : text).trim();
}

/** Where a sentence ends: a stop followed by space and something that may begin another one. */
const SENTENCE_END = /[.!?](?=["')\]]?\s+["'([]?[\p{Lu}\p{N}\p{Lo}])|[。！？]/gu;
const ABBREVIATION = /(?:\b(?:e\.g|i\.e|etc|vs|cf|no|approx|incl|max|min|st|dr|mr|ms)|\b[A-Z])\.$/i;

/** Sentences found lately: the same parameters and fields come back in most operations. */
const found = new Map<string, string>();
const MAX_FOUND = 5000;

/** The first sentence, at most `limit` characters. */
export function firstSentence(source: string, limit: number): string {
  const key = `${limit} ${source}`;
  const known = found.get(key);
  if (known !== undefined) return known;
  if (found.size >= MAX_FOUND) found.clear();
  const sentence = findSentence(source, limit);
  found.set(key, sentence);
  return sentence;
}

function findSentence(source: string, limit: number): string {
  const paragraph =
    plainText(source)
      .trim()
      .split(/\n\s*\n|\n\s*(?:[-*+]|\d+\.)\s/u)[0] ?? '';
  const text = paragraph.replace(/\s+/g, ' ').trim();
  for (const end of text.matchAll(SENTENCE_END)) {
    const sentence = text.slice(0, end.index + 1);
    if (!ABBREVIATION.test(sentence.slice(-12))) return cutWords(sentence, limit);
  }
  return cutWords(text, limit);
}

/** Cuts at the end of a sentence where one lies in the second half of the limit, else between words. */
export function cutAtSentence(source: string, limit: number): string {
  const text = oneLine(source);
  if (text.length <= limit) return text;
  let end = 0;
  for (const stop of text.matchAll(SENTENCE_END)) {
    if (stop.index + 1 > limit) break;
    if (!ABBREVIATION.test(text.slice(Math.max(0, stop.index - 11), stop.index + 1))) end = stop.index + 1;
  }
  return end > limit / 3 ? text.slice(0, end) : cutWords(text, limit);
}

function cutWords(text: string, limit: number): string {
  if (text.length <= limit) return text;
  if (limit < 2) return '';
  const cut = text.slice(0, limit - 1).replace(/\p{Cs}$/u, '');
  const space = cut.lastIndexOf(' ');
  return `${(space > limit / 2 ? cut.slice(0, space) : cut).replace(/[\s,;:]+$/, '')}…`;
}
