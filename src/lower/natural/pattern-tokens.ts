/** An atom, the begin `(…`, end `)` or `|` of a group; how often it is repeated. */
export interface Token {
  readonly text: string;
  readonly low: number;
  readonly high: number;
}

const TOKEN =
  /\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|k<[^>]*>|c[A-Za-z]|[\s\S])|\[\^?(?:\\[\s\S]|[^\]\\])*\]|\((?:\?(?:[:=!]|<[=!]|<[^>]*>))?|[\s\S]/uy;
const QUANTIFIER = /(?:([*+?])|\{(\d+)(,(\d*))?\})\??/y;

/** The parts of a pattern that compiles with the flag `u`, without its anchors. */
export function tokensOf(pattern: string): Token[] {
  const found: Token[] = [];
  for (let at = 0; at < pattern.length; ) {
    TOKEN.lastIndex = at;
    const text = TOKEN.exec(pattern)?.[0] ?? pattern.charAt(at);
    at += text.length;
    QUANTIFIER.lastIndex = at;
    const quantifier = text.startsWith('(') || text === '|' ? null : QUANTIFIER.exec(pattern);
    at += quantifier?.[0].length ?? 0;
    if (text !== '^' && text !== '$') found.push({ text, ...bounds(quantifier) });
  }
  return found;
}

function bounds(quantifier: RegExpExecArray | null): { low: number; high: number } {
  if (!quantifier) return { low: 1, high: 1 };
  const [, sign, least, comma, most] = quantifier;
  if (sign === '?') return { low: 0, high: 1 };
  if (sign !== undefined) return { low: 0, high: Number.POSITIVE_INFINITY };
  const low = Number(least);
  if (comma === undefined) return { low, high: low };
  return { low, high: most === '' ? Number.POSITIVE_INFINITY : Number(most) };
}
