/** What became of a pattern: usable as it is, mended without changing its meaning, or not a regular expression. */
export type PatternResult =
  | { readonly kind: 'valid'; readonly pattern: string }
  | { readonly kind: 'mended'; readonly pattern: string }
  | { readonly kind: 'invalid' };

/** Checks a pattern as JSON Schema means it (ECMA-262 with the `u` flag) and mends what other dialects write differently. */
export function checkPattern(pattern: string): PatternResult {
  const bare = withoutDelimiters(pattern);
  if (bare === pattern && compiles(pattern)) return { kind: 'valid', pattern };
  const mended = compiles(bare) ? bare : withUnicodeEscapes(bare);
  return compiles(mended) ? { kind: 'mended', pattern: mended } : { kind: 'invalid' };
}

function compiles(pattern: string): boolean {
  try {
    new RegExp(pattern, 'u');
    return true;
  } catch {
    return false;
  }
}

/** `/^a$/` is a literal of a programming language; as an expression its `^` could never match. */
function withoutDelimiters(pattern: string): string {
  const match = /^\/(\^[\s\S]*\$)\/[gmuy]*$/.exec(pattern);
  return match?.[1] ?? pattern;
}

const SYNTAX = /[\^$\\.*+?()[\]{}|/]/;
const ANCHORS: ReadonlyMap<string, string> = new Map([
  ['A', '^'],
  ['z', '$'],
  ['Z', '$'],
]);

/** Drops needless backslashes, escapes lone braces and writes `\A`, `\z`, `\Z` as anchors. */
function withUnicodeEscapes(pattern: string): string {
  let result = '';
  let inClass = false;
  for (let index = 0; index < pattern.length; index += 1) {
    const char = pattern.charAt(index);
    if (char === '\\') {
      index += 1;
      result += escapeFor(pattern.charAt(index), inClass);
      continue;
    }
    if (inClass) {
      if (char === ']') inClass = false;
      result += char;
      continue;
    }
    if (char === '[') inClass = true;
    const quantifier = char === '{' ? /^\{\d+(?:,\d*)?\}/.exec(pattern.slice(index, index + 24)) : null;
    if (quantifier) {
      result += quantifier[0];
      index += quantifier[0].length - 1;
    } else result += /[{}\]]/.test(char) ? `\\${char}` : char;
  }
  return result;
}

function escapeFor(char: string, inClass: boolean): string {
  if (!inClass && ANCHORS.has(char)) return ANCHORS.get(char) ?? '';
  if (/[A-Za-z0-9]/.test(char) || SYNTAX.test(char) || (inClass && char === '-')) return `\\${char}`;
  return char;
}
