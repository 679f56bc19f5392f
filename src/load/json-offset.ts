/**
 * Finds where a JSON pointer's target stands in a JSON text: the offset of its key, or of the element of a list. Builds
 * nothing and does not recurse; the text is known to be valid JSON. Where a token does not exist, the offset of the
 * nearest enclosing value that does.
 */
export function jsonOffset(text: string, tokens: readonly string[]): number {
  let position = skipSpace(text, 0);
  let found = position;
  for (const token of tokens) {
    const step = text[position] === '{' ? findKey(text, position, token) : findElement(text, position, token);
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

function findKey(text: string, open: number, token: string): Step | undefined {
  let position = skipSpace(text, open + 1);
  while (text[position] === '"') {
    const end = skipString(text, position);
    const value = skipSpace(text, skipSpace(text, end) + 1);
    if (isKey(text.slice(position, end), token)) return { start: position, value };
    position = nextMember(text, skipValue(text, value));
  }
  return undefined;
}

function findElement(text: string, open: number, token: string): Step | undefined {
  if (text[open] !== '[') return undefined;
  let position = skipSpace(text, open + 1);
  for (let index = 0; position < text.length && text[position] !== ']'; index += 1) {
    if (String(index) === token) return { start: position, value: position };
    position = nextMember(text, skipValue(text, position));
  }
  return undefined;
}

function isKey(literal: string, token: string): boolean {
  return literal.includes('\\') ? JSON.parse(literal) === token : literal.slice(1, -1) === token;
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
