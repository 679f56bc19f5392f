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
  return { atoms: [], alternatives: [0], variable: false, unbounded: 0 };
}

/** Takes note of one token; false when the pattern is dangerous up to here. */
function isHarmless(token: Token, groups: Group[]): boolean {
  const group = groups.at(-1);
  if (!group) return false;
  if (token.kind === 'open') groups.push(newGroup());
  else if (token.kind === 'alternative') group.alternatives.push(group.atoms.length);
  else if (token.kind === 'atom')
    note(group, { text: token.text, variable: token.variable, simple: true, once: token.once });
  else {
    groups.pop();
    const outer = groups.at(-1);
    if (!outer || (token.many && isAmbiguous(group))) return false;
    const only = group.atoms.length === 1 ? group.atoms[0] : undefined;
    const variable = token.variable || group.variable;
    note(outer, {
      text: only?.text ?? ANY,
      variable,
      simple: only?.simple === true && !group.variable,
      once: token.once,
    });
  }
  return (groups.at(-1)?.unbounded ?? 0) <= MAX_UNBOUNDED;
}

const ANY = '.';

interface Atom {
  readonly text: string;
  /** Repeated without a fixed count. */
  readonly variable: boolean;
  /** One character, not a group with repetitions of its own. */
  readonly simple: boolean;
  /** Exactly once. */
  readonly once: boolean;
}

interface Group {
  readonly atoms: Atom[];
  /** Where each alternative begins among the atoms. */
  readonly alternatives: number[];
  variable: boolean;
  /** Repetitions of broad atoms since the last character that none of them can match. */
  unbounded: number;
}

interface Token {
  readonly kind: 'open' | 'close' | 'alternative' | 'atom';
  readonly text: string;
  /** The count may differ. */
  readonly variable: boolean;
  readonly once: boolean;
  /** Repeated more than a few times, with a fixed count or not. */
  readonly many: boolean;
}

function note(group: Group, atom: Atom): void {
  const last = group.atoms.findLast(({ variable }) => variable);
  group.atoms.push(atom);
  if (atom.once && atom.simple && last?.simple && !overlaps(atom.text, last.text)) group.unbounded = 0;
  if (!atom.variable) return;
  group.variable = true;
  if (atom.text === ANY || atom.text.startsWith('[^') || /^\\[SWDsw]$/.test(atom.text)) group.unbounded += 1;
}

/** Whether one text can be split into rounds of a repeated group in several ways. */
function isAmbiguous({ atoms, alternatives, variable }: Group): boolean {
  if (alternatives.length > 1) {
    const starts = alternatives.map((index) => atoms[index]);
    return (
      variable || starts.some((a, index) => starts.slice(index + 1).some((b) => !a || !b || overlaps(a.text, b.text)))
    );
  }
  return variable && !isSeparator(atoms[0], atoms) && !isSeparator(atoms.at(-1), atoms);
}

/** A single character that stands in each round once, and that nothing repeated in the group can match. */
function isSeparator(atom: Atom | undefined, atoms: readonly Atom[]): boolean {
  if (!atom?.once || !atom.simple) return false;
  return atoms.every((other) => !other.variable || (other.simple && !overlaps(atom.text, other.text)));
}

const SAMPLE = [
  ...Array.from({ length: 128 }, (_item, code) => String.fromCharCode(code)),
  'é',
  'Ж',
  '中',
  '\u2028',
  '\u00a0',
  '😀',
];

/** Whether two atoms may match the same character. */
function overlaps(a: string, b: string): boolean {
  try {
    const [x, y] = [new RegExp(`^(?:${a})$`, 'su'), new RegExp(`^(?:${b})$`, 'su')];
    return SAMPLE.some((character) => x.test(character) && y.test(character));
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
    if (text.startsWith('(')) tokens.push({ kind: 'open', text, variable: false, many: false, once: true });
    else if (text === '|') tokens.push({ kind: 'alternative', text, variable: false, many: false, once: true });
    else {
      quantifier.lastIndex = atom.lastIndex;
      const found = quantifier.exec(pattern);
      if (found) atom.lastIndex = quantifier.lastIndex;
      if (text !== '^' && text !== '$')
        tokens.push({ kind: text === ')' ? 'close' : 'atom', text, ...repetition(found) });
    }
  }
  return tokens;
}

function repetition(found: RegExpExecArray | null): { variable: boolean; many: boolean; once: boolean } {
  if (!found) return { variable: false, many: false, once: true };
  const [, sign, low, comma, high] = found;
  if (sign !== undefined) return { variable: true, many: sign !== '?', once: false };
  const most = comma === undefined ? Number(low) : high === '' ? Number.POSITIVE_INFINITY : Number(high);
  return { variable: most > Number(low), many: most > 3, once: false };
}
