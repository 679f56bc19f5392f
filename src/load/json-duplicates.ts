/** A key that an object of a JSON text has twice, and where the second one stands. */
export interface DuplicateKey {
  readonly key: string;
  readonly offset: number;
}

/** How many keys the objects of a JSON text have, as written. The text is known to be valid. */
export function countKeys(text: string): number {
  let count = 0;
  for (let open = text.indexOf('"'); open >= 0; ) {
    const end = stringEnd(text, open);
    if (isKey(text, end)) count += 1;
    open = text.indexOf('"', end);
  }
  return count;
}

/** The first key that stands twice in one object. To be asked only where counts differ, since it is slower. */
export function firstDuplicate(text: string): DuplicateKey | undefined {
  const objects: Set<string>[] = [];
  for (let position = 0; position < text.length; position += 1) {
    const char = text[position];
    if (char === '{') objects.push(new Set());
    else if (char === '}') objects.pop();
    if (char !== '"') continue;
    const end = stringEnd(text, position);
    const keys = isKey(text, end) ? objects.at(-1) : undefined;
    if (keys) {
      const key: string = JSON.parse(text.slice(position, end));
      if (keys.has(key)) return { key, offset: position };
      keys.add(key);
    }
    position = end - 1;
  }
  return undefined;
}

/** The offset after the closing quote of the string that starts at `open`. */
function stringEnd(text: string, open: number): number {
  let close = text.indexOf('"', open + 1);
  while (isEscaped(text, close)) close = text.indexOf('"', close + 1);
  return close < 0 ? text.length : close + 1;
}

function isEscaped(text: string, quote: number): boolean {
  let slashes = 0;
  while (text[quote - 1 - slashes] === '\\') slashes += 1;
  return slashes % 2 === 1;
}

function isKey(text: string, end: number): boolean {
  let position = end;
  while (position < text.length && ' \t\r\n'.includes(text.charAt(position))) position += 1;
  return text[position] === ':';
}
