/** Deeper data was never written. */
const MAX_DEPTH = 1000;
const SPACE = /\s*/y;
const TEXT = /"[^"\\\n]*(?:\\.[^"\\\n]*)*"/y;
const WORD = /[A-Za-z_$][A-Za-z0-9_$]*/y;
const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const COMPUTED = /\["__proto__"\]/y;
const WORDS: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['null', null],
  ['true', true],
  ['false', false],
]);

class Unreadable extends Error {}

/**
 * Reads the data of `export const <name> = …` out of a module that an earlier run wrote. The module is read as text and
 * never run: whatever somebody made of it, nothing happens. `undefined` where it is not the plain data we write.
 */
export function readLiteral(source: string, name: string): unknown {
  const head = `\nexport const ${name} = `;
  const start = source.indexOf(head);
  if (start < 0) return undefined;
  try {
    if (source[start + head.length] === "'") return entriesOf(quotedText(source, start + head.length + 1));
    return createReader(source, start + head.length).value(0);
  } catch (error) {
    if (error instanceof Unreadable || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** The text of a single-quoted string of one or more lines. Reads on from behind its first quote. */
function quotedText(source: string, start: number): string {
  const mark = /['\n]|\\(\\|'|\r?\n)?/g;
  const parts: string[] = [];
  mark.lastIndex = start;
  for (let from = start; ; from = mark.lastIndex) {
    const found = mark.exec(source);
    if (found === null || found[0] === '\n' || found[0] === '\\') throw new Unreadable();
    parts.push(source.slice(from, found.index));
    if (found[0] === "'") return parts.join('');
    if (found[1] === '\\' || found[1] === "'") parts.push(found[1]);
  }
}

/** JSON of the entries of a list of objects or of an object, each followed by a comma. */
function entriesOf(text: string): unknown {
  const [open, close] = /^\s*"/.test(text) ? '{}' : '[]';
  return createReader(`${open}${text}${close}`, 0).value(0);
}

function createReader(source: string, start: number) {
  let at = start;

  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    const text = pattern.exec(source)?.[0];
    if (text !== undefined) at += text.length;
    return text;
  };
  const need = (pattern: RegExp): string => {
    const text = take(pattern);
    if (text === undefined) throw new Unreadable();
    return text;
  };
  const skip = (mark: string): boolean => {
    take(SPACE);
    if (source[at] !== mark) return false;
    at += 1;
    return true;
  };

  /** Entries up to the closing mark, commas between them and, if one likes, after the last. */
  const entries = (close: string, read: () => void): void => {
    while (!skip(close)) {
      read();
      if (skip(',')) continue;
      if (!skip(close)) throw new Unreadable();
      return;
    }
  };
  const key = (): string => {
    take(SPACE);
    if (source[at] === '"') return JSON.parse(need(TEXT)) as string;
    return take(COMPUTED) === undefined ? need(WORD) : '__proto__';
  };
  const value = (depth: number): unknown => {
    if (depth > MAX_DEPTH) throw new Unreadable();
    if (skip('[')) {
      const items: unknown[] = [];
      entries(']', () => items.push(value(depth + 1)));
      return items;
    }
    if (skip('{')) {
      const pairs: [string, unknown][] = [];
      entries('}', () => {
        const name = key();
        if (!skip(':')) throw new Unreadable();
        pairs.push([name, value(depth + 1)]);
      });
      return Object.fromEntries(pairs);
    }
    if (source[at] === '"') return JSON.parse(need(TEXT)) as string;
    const number = take(NUMBER);
    if (number !== undefined) return Number(number);
    const word = need(WORD);
    if (!WORDS.has(word)) throw new Unreadable();
    return WORDS.get(word);
  };
  return { value };
}
