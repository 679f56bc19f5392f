import { type Identifier, identifier, type Literal, stringLiteral } from './sink.js';

declare const brand: unique symbol;
/** Statements or an expression of a program, put together from compiled code by the rules of this module. */
export type CodeText = string & { readonly [brand]: 'code' };

/** A name of the compiled code that stands for something outside of it, and the constant members that are read from there. */
export type Resolve = (name: string, members: MemberReader) => Fragment | undefined;

/** What code may be put together from. */
export type Fragment = Identifier | Literal | CodeText;

/** Reads on over `.name` or `["name"]` behind the name; gives undefined where no constant member follows. */
export interface MemberReader {
  /** The next member's key, without going past it. */
  peek(): string | undefined;
  /** Goes past the member. */
  next(): void;
}

/** What Ajv's code consists of: no comments or templates, and no regular expressions but the two that escape a key. */
const TOKEN =
  /(\/~\/g|\/\\\/\/g)|("(?:[^"\\\n\r]|\\.)*")|([A-Za-z_$][\w$]*)|((?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)|([{}()[\];,.<>=!&|?:+\-*/%~^ \n])/y;

/**
 * Code that Ajv compiled, as it may stand in a generated module: strings, which hold text of the document, go through the
 * sink; names of what lies outside of the function are replaced. Throws for anything that Ajv is not known to write.
 */
export function compiledCode(code: string, resolve: Resolve): CodeText {
  const tokens = tokensOf(code);
  const result: string[] = [];
  for (let index = 0; index < tokens.length; index += 1) {
    const token = tokens[index] ?? '';
    if (token.startsWith('"')) {
      result.push(stringLiteral(JSON.parse(token) as string));
    } else if (/^[A-Za-z_$]/.test(token) && tokens[index - 1] !== '.') {
      const reader = memberReader(tokens, index + 1);
      const replaced = resolve(token, reader);
      result.push(replaced ?? token);
      if (replaced !== undefined) index = reader.position() - 1;
    } else result.push(token);
  }
  return result.join('') as CodeText;
}

function tokensOf(code: string): string[] {
  const tokens: string[] = [];
  for (TOKEN.lastIndex = 0; TOKEN.lastIndex < code.length; ) {
    const at = TOKEN.lastIndex;
    const token = TOKEN.exec(code)?.[0];
    if (token === undefined) throw new Error(`Ajv wrote what is not known: ${JSON.stringify(code.slice(at, at + 20))}`);
    // Two slashes or a slash and a star would open a comment.
    if (/^[/*]$/.test(token) && tokens.at(-1) === '/') throw new Error('Ajv wrote a comment');
    tokens.push(token);
  }
  return tokens;
}

function memberReader(tokens: readonly string[], start: number): MemberReader & { position(): number } {
  let index = start;
  const isDotted = () => tokens[index] === '.';
  return {
    peek() {
      const token = tokens[index + 1] ?? '';
      if (isDotted()) return token;
      if (tokens[index] !== '[' || tokens[index + 2] !== ']') return undefined;
      if (token.startsWith('"')) return JSON.parse(token) as string;
      return /^\d+$/.test(token) ? token : undefined;
    },
    next() {
      index += isDotted() ? 2 : 3;
    },
    position: () => index,
  };
}

/** A template of our own around fragments. */
export function codeText(parts: TemplateStringsArray, ...fragments: readonly Fragment[]): CodeText {
  return parts.reduce((text, part, index) => text + fragments[index - 1] + part) as CodeText;
}

/** Imports of names of ours. The module is one of ours as well: its path is checked all the same. */
export function importCode(names: readonly Identifier[], from: string): CodeText {
  if (!/^[\w./-]+$/.test(from)) throw new Error(`Not the path of a generated module: ${JSON.stringify(from)}`);
  return `import { ${names.join(', ')} } from '${from}';\n` as CodeText;
}

/** Statements behind each other. */
export const joinCode = (statements: readonly CodeText[]): CodeText => statements.join('') as CodeText;

/** `is_Pet`: a legal name that tells what it is for. Unlike any that Ajv gives. */
export function nameFor(text: string, isTaken: (name: Identifier) => boolean): Identifier {
  const base = `is_${text.replace(/[^A-Za-z0-9]+/g, '_')}`;
  for (let count = 1; ; count += 1) {
    const name = identifier(count === 1 ? base : `${base}_${count}`);
    if (!isTaken(name)) return name;
  }
}
