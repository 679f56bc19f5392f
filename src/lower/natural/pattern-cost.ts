import { type Token, tokensOf } from './pattern-tokens.js';

/** What repetitions let a backtracking matcher try, as far as a look at the tokens tells. */
export interface PatternCost {
  /** Power of the input's length. */
  readonly degree: number;
  /** Ways through repetitions with bounds, multiplied. */
  readonly ways: number;
  /** A repeated group with several ways through it, or a reference back: no count of tokens bounds these. */
  readonly nested: boolean;
}

interface Group {
  readonly token: Token;
  /** Free choices of the parts whose end is fixed. */
  degree: number;
  /** Unbounded repetitions whose end the matcher may choose: the atoms. */
  pending: string[];
  /** The most choices at any point. */
  peak: number;
  ways: number;
  alternatives: boolean;
  /** The first atom, where that is one certain character. */
  first: string | undefined;
  atoms: number;
}

/** Stands for a group that is repeated: it may match any character. */
const ANY = '[^]';

/**
 * Adds up a pattern that compiles; conservative. Repetitions that follow each other share the input in many ways; a character that none
 * of them matches fixes where the last one ends.
 */
export function patternCost(pattern: string): PatternCost {
  const groups: Group[] = [];
  const root = newGroup({ text: '(', low: 1, high: 1 });
  let top = root;
  let nested = false;
  for (const token of tokensOf(pattern)) {
    if (token.text.startsWith('(')) {
      groups.push(top);
      top = newGroup(token);
    } else if (token.text === '|') {
      endAlternative(top);
    } else if (token.text === ')') {
      const outer = groups.pop() ?? root;
      nested ||= close(outer, top, token);
      top = outer;
    } else {
      nested ||= /^\\(?:[1-9]|k)/.test(token.text);
      note(top, token);
    }
  }
  // The search for a place to begin.
  const searches = root.peak > 0 && (root.alternatives || !pattern.startsWith('^')) ? 1 : 0;
  return { degree: root.peak + searches, ways: root.ways, nested };
}

function newGroup(token: Token): Group {
  return { token, degree: 0, pending: [], peak: 0, ways: 1, alternatives: false, first: undefined, atoms: 0 };
}

function note(group: Group, { text, low, high }: Token): void {
  const character = low === 1 && high === 1 ? literal(text) : undefined;
  if (group.atoms === 0) group.first = character;
  group.atoms += 1;
  if (character !== undefined) seal(group, character);
  if (high === Number.POSITIVE_INFINITY) grow(group, text);
  else group.ways *= high - low + 1;
}

function grow(group: Group, text: string): void {
  group.pending.push(text);
  group.peak = Math.max(group.peak, group.degree + group.pending.length);
}

/** A character that nothing before it matches fixes one end. */
function seal(group: Group, character: string): void {
  if (group.pending.length === 0 || group.pending.some((atom) => matches(atom, character))) return;
  group.degree += group.pending.length - 1;
  group.pending = [];
}

function endAlternative(group: Group): void {
  group.alternatives = true;
  group.degree += group.pending.length;
  group.pending = [];
}

/** Adds a group to the one around it; true when its rounds can be told apart in several ways. */
function close(outer: Group, group: Group, { low, high }: Token): boolean {
  const before = outer.degree + outer.pending.length;
  outer.atoms += 1;
  outer.ways *= group.ways;
  outer.peak = Math.max(outer.peak, before + group.peak);
  if (high > 1 && !isFixed(group) && !(low === high && group.peak === 0 && group.ways === 1)) return true;
  // What was tried inside is forgotten at the end.
  if (/^\(\?<?[=!]/.test(group.token.text)) return false;
  const choices = high > 1 ? 0 : group.degree + group.pending.length;
  for (let count = 0; count < choices; count += 1) grow(outer, ANY);
  if (high === Number.POSITIVE_INFINITY) grow(outer, ANY);
  else outer.ways *= high - low + 1;
  return false;
}

/** Where a round of a repeated group begins, its end is certain. */
function isFixed(group: Group): boolean {
  if (group.first !== undefined) seal(group, group.first);
  return group.degree === 0 && group.pending.length === 0 && group.ways === 1 && !group.alternatives;
}

/** The one character that an atom matches. */
function literal(text: string): string | undefined {
  if (/^\\[^A-Za-z0-9]$/u.test(text)) return text.slice(1);
  return /^[^\\.[\](){}*+?|^$]$/u.test(text) ? text : undefined;
}

function matches(atom: string, character: string): boolean {
  return atom === ANY || new RegExp(`^(?:${atom})$`, 'su').test(character);
}
