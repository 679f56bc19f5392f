/** Number-preserving passes over JSON text: linear, and without recursion, so that depth cannot harm them. */

const QUOTE = 34;
const BACKSLASH = 92;
const MINUS = 45;

/** Index after the string that begins at `start`. The text must be valid JSON. */
export function endOfString(text: string, start: number): number {
  let index = start + 1;
  for (;;) {
    const quote = text.indexOf('"', index);
    if (quote < 0) return text.length;
    let slashes = 0;
    while (text.charCodeAt(quote - 1 - slashes) === BACKSLASH) slashes += 1;
    if (slashes % 2 === 0) return quote + 1;
    index = quote + 1;
  }
}

/** True for text that is JSON. */
export function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Valid JSON without blanks between tokens; strings and numbers keep their spelling. */
export function compactJson(text: string): string {
  const pieces: string[] = [];
  let kept = 0;
  let index = 0;
  while (index < text.length) {
    const code = text.charCodeAt(index);
    if (code === QUOTE) {
      index = endOfString(text, index);
      continue;
    }
    if (code <= 32) {
      pieces.push(text.slice(kept, index));
      kept = index + 1;
    }
    index += 1;
  }
  return pieces.length === 0 ? text : pieces.join('') + text.slice(kept);
}

/** Valid JSON in which integers beyond 2^53 are strings of digits, so that parsing keeps them. */
export function quoteBigIntegers(text: string): string {
  return rewrite(text, (token) => {
    const big = token.length > 15 && /^-?\d+$/.test(token) && !Number.isSafeInteger(Number(token));
    return big ? `"${token}"` : token;
  });
}

/** Valid JSON with strings (quotes included) and numbers replaced, without blanks between tokens. */
export function rewriteJson(text: string, tokenOf: (token: string) => string): string {
  return rewrite(text, tokenOf, tokenOf);
}

function rewrite(text: string, numberOf: (token: string) => string, stringOf?: (token: string) => string): string {
  const pieces: string[] = [];
  let kept = 0;
  let index = 0;
  const flush = (end: number, replacement: string, next: number): void => {
    if (end > kept) pieces.push(text.slice(kept, end));
    if (replacement !== '') pieces.push(replacement);
    kept = next;
  };
  const replace = (end: number, tokenOf: (token: string) => string): void => {
    const token = text.slice(index, end);
    const replacement = tokenOf(token);
    if (replacement !== token) flush(index, replacement, end);
    index = end;
  };
  while (index < text.length) {
    const code = text.charCodeAt(index);
    if (code === QUOTE) {
      const end = endOfString(text, index);
      if (stringOf === undefined) index = end;
      else replace(end, stringOf);
    } else if (code <= 32) {
      flush(index, '', index + 1);
      index += 1;
    } else if (code === MINUS || (code >= 48 && code <= 57)) {
      replace(endOfNumber(text, index), numberOf);
    } else {
      index += 1;
    }
  }
  flush(text.length, '', text.length);
  return pieces.join('');
}

function endOfNumber(text: string, start: number): number {
  let index = start + 1;
  while (index < text.length) {
    const code = text.charCodeAt(index);
    const inside =
      (code >= 48 && code <= 57) || code === 43 || code === 45 || code === 46 || code === 69 || code === 101;
    if (!inside) break;
    index += 1;
  }
  return index;
}
