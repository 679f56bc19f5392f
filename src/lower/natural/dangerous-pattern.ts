/** Longest pattern that is looked at; a longer one is taken to be dangerous. */
const MAX_PATTERN = 2000;
/** Unbounded repetitions of broad atoms in one group: each raises the power of the time needed. */
const MAX_UNBOUNDED = 3;

/**
 * True for a pattern that a backtracking matcher could need exponential time for. Conservative and static: a repeated
 * group that itself holds an unbounded repetition, or alternatives that may begin alike.
 */
export function isDangerousPattern(pattern: string): boolean {
  if (pattern.length > MAX_PATTERN) return true;
  const groups: Group[] = [newGroup()];
  return tokenize(pattern).some((token) => !isHarmless(token, groups)) || groups.length !== 1;
}

function newGroup(): Group {
  return { variable: false, starts: [], atStart: true, overlap: false, unbounded: 0 };
}

/** Takes note of one token; false when the pattern is dangerous up to here. */
function isHarmless(token: Token, groups: Group[]): boolean {
  const group = groups.at(-1);
  if (!group) return false;
  if (token.kind === 'open') groups.push(newGroup());
  else if (token.kind === 'alternative') group.atStart = true;
  else if (token.kind === 'atom') note(group, token.text, token.repeat);
  else {
    groups.pop();
    const outer = groups.at(-1);
    if (!outer || (token.repeat && (group.variable || group.overlap))) return false;
    note(outer, group.starts.length === 1 ? (group.starts[0] ?? ANY) : ANY, token.repeat || group.variable);
  }
  return (groups.at(-1)?.unbounded ?? 0) <= MAX_UNBOUNDED;
}

const ANY = '.';

interface Group {
  /** Holds a repetition without a fixed count. */
  variable: boolean;
  /** First atom of each alternative. */
  starts: string[];
  atStart: boolean;
  overlap: boolean;
  /** Unbounded repetitions of broad atoms. */
  unbounded: number;
}

interface Token {
  kind: 'open' | 'close' | 'alternative' | 'atom';
  text: string;
  /** A repetition that can take more than a few rounds. */
  repeat: boolean;
}

function note(group: Group, atom: string, repeat: boolean): void {
  if (group.atStart) {
    if (group.starts.some((start) => overlaps(start, atom))) group.overlap = true;
    group.starts.push(atom);
    group.atStart = false;
  }
  if (!repeat) return;
  group.variable = true;
  if (atom === ANY || atom.startsWith('[^') || /^\\[SWDsw]$/.test(atom)) group.unbounded += 1;
}

/** Whether two atoms may match the same character: literals only when equal, classes always unless plainly apart. */
function overlaps(a: string, b: string): boolean {
  const literal = (atom: string) => atom.length === 1 && atom !== ANY;
  if (literal(a) && literal(b)) return a === b;
  const [x, y] = literal(a) ? [b, a] : [a, b];
  if (!literal(y)) return true;
  try {
    return new RegExp(`^${x}$`, 'u').test(y);
  } catch {
    return true;
  }
}

function tokenize(pattern: string): Token[] {
  const tokens: Token[] = [];
  const atom =
    /\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|k<[^>]*>|c[A-Za-z]|[\s\S])|\[\^?(?:\\[\s\S]|[^\]\\])*\]|\((?:\?(?:[:=!]|<[=!]|<[^>]*>))?|\)|\||[\s\S]/uy;
  const quantifier = /(?:([*+?])|\{(\d+)(,(\d*))?\})\??/y;
  while (atom.lastIndex < pattern.length) {
    const text = atom.exec(pattern)?.[0];
    if (text === undefined) break;
    if (text.startsWith('(')) tokens.push({ kind: 'open', text, repeat: false });
    else if (text === '|') tokens.push({ kind: 'alternative', text, repeat: false });
    else {
      quantifier.lastIndex = atom.lastIndex;
      const found = quantifier.exec(pattern);
      if (found) atom.lastIndex = quantifier.lastIndex;
      if (text !== '^' && text !== '$')
        tokens.push({ kind: text === ')' ? 'close' : 'atom', text, repeat: found !== null && repeats(found) });
    }
  }
  return tokens;
}

function repeats([, sign, low, comma, high]: RegExpExecArray): boolean {
  if (sign !== undefined) return sign !== '?';
  if (comma === undefined) return false;
  return high === '' || Number(high) - Number(low) > 10;
}
