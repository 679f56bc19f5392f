/**
 * The offset of the first character that cannot stand where it stands in a text that is not JSON; the text's length where
 * it breaks off. The platform's parser names the place in some of its messages only, so it is asked by halving: a text that
 * is right so far fails at its very end, whatever the message.
 */
export function jsonFault(text: string): number {
  let [good, bad] = [0, text.length + 1];
  while (bad - good > 1) {
    const middle = Math.floor((good + bad) / 2);
    if (isStart(text.slice(0, middle))) good = middle;
    else bad = middle;
  }
  return good;
}

function isStart(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch (error) {
    const message = error instanceof Error ? error.message : '';
    const position = /at position (\d+)/.exec(message)?.[1];
    return /unexpected end|unterminated string/i.test(message) || Number(position ?? 0) >= text.length;
  }
}

/** What the platform's parser found, without the place and the excerpt, which depend on its version. */
export function jsonReason(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const token = /^Unexpected token '(.)'/su.exec(message)?.[0];
  return token ?? message.replace(/ in JSON at position \d+.*$/s, '');
}
