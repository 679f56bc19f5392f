/**
 * Finds where a JSON pointer's target stands in a JSON text: the offset of its key, or of the element of a list. Builds
 * nothing and does not recurse; the text is known to be valid JSON. Where a token does not exist, the offset of the
 * nearest enclosing value that does.
 */
export function jsonOffset(text: string, tokens: readonly string[], known: KnownMembers = new Map()): number {
  let position = skipSpace(text, 0);
  let found = position;
  for (const token of tokens) {
    const step = membersAt(text, position, known).get(token);
    if (!step) return found;
    found = step.start;
    position = step.value;
  }
  return found;
}

interface Step {
  /** Where the key or element starts. */
  readonly start: number;
  /** Where the value starts. */
  readonly value: number;
}

/** Members of the objects and lists met so far, by where these start: many look-ups in one text scan each only once. */
export type KnownMembers = Map<number, ReadonlyMap<string, Step>>;

function membersAt(text: string, open: number, known: KnownMembers): ReadonlyMap<string, Step> {
  const before = known.get(open);
  if (before) return before;
  const members = text[open] === '{' ? scanObject(text, open) : scanList(text, open);
  known.set(open, members);
  return members;
}

function scanObject(text: string, open: number): Map<string, Step> {
  const members = new Map<string, Step>();
  let position = skipSpace(text, open + 1);
  while (text[position] === '"') {
    const end = skipString(text, position);
    const value = skipSpace(text, skipSpace(text, end) + 1);
    const key = keyOf(text.slice(position, end));
    if (!members.has(key)) members.set(key, { start: position, value });
    position = nextMember(text, skipValue(text, value));
  }
  return members;
}

function scanList(text: string, open: number): Map<string, Step> {
  const members = new Map<string, Step>();
  if (text[open] !== '[') return members;
  let position = skipSpace(text, open + 1);
  for (let index = 0; position < text.length && text[position] !== ']'; index += 1) {
    members.set(String(index), { start: position, value: position });
    position = nextMember(text, skipValue(text, position));
  }
  return members;
}

function keyOf(literal: string): string {
  return literal.includes('\\') ? String(JSON.parse(literal)) : literal.slice(1, -1);
}

/** Past the comma, to the next member; or to the closing bracket. */
function nextMember(text: string, end: number): number {
  const position = skipSpace(text, end);
  return text[position] === ',' ? skipSpace(text, position + 1) : position;
}

function skipSpace(text: string, start: number): number {
  let position = start;
  while (position < text.length && ' \t\r\n'.includes(text.charAt(position))) position += 1;
  return position;
}

function skipString(text: string, start: number): number {
  let position = start + 1;
  while (position < text.length && text[position] !== '"') position += text[position] === '\\' ? 2 : 1;
  return position + 1;
}

function skipValue(text: string, start: number): number {
  let depth = 0;
  for (let position = start; position < text.length; position += 1) {
    const char = text.charAt(position);
    if (char === '"') position = skipString(text, position) - 1;
    else if ('{['.includes(char)) depth += 1;
    else if ('}]'.includes(char)) depth -= 1;
    // A scalar ends before what follows it, everything else after its own last character.
    if (depth < 0 || (depth === 0 && char === ',')) return position;
    if (depth === 0 && '"}]'.includes(char)) return position + 1;
  }
  return text.length;
}
