/**
 * The only door by which text of a document enters generated source. ts-morph prints names, types, initialisers and
 * comments as they are given, so that emitters hand it nothing but the branded fragments made here.
 */

declare const brand: unique symbol;
type Branded<Kind extends string> = string & { readonly [brand]: Kind };

/** A legal, unreserved identifier of `[A-Za-z0-9_$]`. */
export type Identifier = Branded<'identifier'>;
/** A key of an object literal or of a type: an identifier, a quoted string or a computed one. */
export type PropertyKey = Branded<'key'>;
/** A literal of JSON data that means the same in JavaScript. */
export type Literal = Branded<'literal'>;
/** Text of a block comment: cannot end it, nor give orders to a compiler. */
export type DocText = Branded<'doc'>;
/** A type, put together from the above. */
export type TypeText = Branded<'type'>;
/** Members of an interface, each on lines of its own. */
export type MemberText = Branded<'members'>;
/** A whole comment. */
export type CommentText = Branded<'comment'>;
/** What may be filled into a declaration as it is. */
export type SourceText = TypeText | MemberText | CommentText;

const IDENTIFIER = /^[A-Za-z_$][A-Za-z0-9_$]*$/;

const RESERVED: ReadonlySet<string> = new Set(
  (
    'any arguments as async await boolean break case catch class const continue debugger declare default delete do else ' +
    'enum eval export extends false finally for function get if implements import in instanceof interface is keyof let ' +
    'namespace never new null number object of package private protected public return set static string super switch ' +
    'symbol then this throw true try type typeof undefined unknown unique var void while with yield bigint infer readonly'
  ).split(' '),
);

/** Throws for anything that is not a plain, unreserved identifier: names are made legal before they come here. */
export function identifier(name: string): Identifier {
  if (!isIdentifier(name)) throw new Error(`Not an identifier: ${JSON.stringify(name)}`);
  return name as Identifier;
}

export function isIdentifier(name: string): boolean {
  return IDENTIFIER.test(name) && !RESERVED.has(name);
}

/** A key of an object literal. `__proto__` is computed: written plainly it would set the prototype. */
export function literalKey(name: string): PropertyKey {
  if (name === '__proto__') return '["__proto__"]' as PropertyKey;
  return (IDENTIFIER.test(name) ? name : stringLiteral(name)) as PropertyKey;
}

/** A name of a property in an interface or a type literal. */
export function typeKey(name: string): PropertyKey {
  return (IDENTIFIER.test(name) ? name : stringLiteral(name)) as PropertyKey;
}

/**
 * A double-quoted string. What JSON allows raw and line-based tools stumble over is escaped: line separators, lone
 * surrogates, invisible and direction-changing characters, and the start of a source map comment.
 */
export function stringLiteral(text: string): Literal {
  return JSON.stringify(text)
    .replace(/[\u007f-\u009f\u2028\u2029]|(?!\u200d)\p{Cf}/gu, escapeUnits)
    .replace(/([#@])(?=\s*source(?:Mapping)?URL)/g, escapeUnits) as Literal;
}

function escapeUnits(text: string): string {
  let escaped = '';
  for (let index = 0; index < text.length; index += 1) {
    escaped += `\\u${text.charCodeAt(index).toString(16).padStart(4, '0')}`;
  }
  return escaped;
}

/** `null`, a boolean, a string or a finite number. Numbers are checked as values: a type alone proves nothing here. */
export function primitiveLiteral(value: unknown): Literal {
  if (value === null || typeof value === 'boolean') return String(value) as Literal;
  if (typeof value === 'string') return stringLiteral(value);
  if (typeof value === 'number' && Number.isFinite(value)) return JSON.stringify(value) as Literal;
  throw new Error(`Not JSON data: ${typeof value}`);
}

/** Lines of documentation: every line end becomes LF, control characters go, comment terminators are broken, `@` at a word's start is escaped. */
export function docText(text: string): DocText {
  return text
    .replace(/\r\n?|[\u2028\u2029\u0085\v\f]/g, '\n')
    .replace(/[^\P{Cc}\n\t]|\p{Cf}|\p{Cs}/gu, '')
    .replace(/\*(?=\/)/g, '*\\')
    .replace(/(?<![\w.\\])@/g, '\\@')
    .replace(/([#@])(?=\s*source(?:Mapping)?URL)/g, '$1\\')
    .split('\n')
    .map((line) => line.replace(/^\s*\//, '\\/').trimEnd())
    .join('\n')
    .trim() as DocText;
}

/** A template of our own around fragments: the one way to put fragments together. */
export function typeText(
  parts: TemplateStringsArray,
  ...fragments: readonly (Identifier | PropertyKey | Literal | TypeText)[]
): TypeText {
  return parts.reduce((text, part, index) => text + fragments[index - 1] + part) as TypeText;
}

/** Fragments with something of our own between them. */
export function joinTypes(fragments: readonly TypeText[], separator: ' | ' | ' & ' | ', ' | '; '): TypeText {
  return fragments.join(separator) as TypeText;
}

/** `open`, fragments on lines of their own one level further in, and `close`. */
export function block(open: '{' | '', lines: readonly TypeText[], close: '}' | ''): TypeText {
  const inner = lines.map((line) => `\n  ${indented(line)}`).join('');
  return `${open}${inner}${close === '' ? '' : '\n'}${close}` as TypeText;
}

/** A whole comment, and the line after it, for use inside of a type. */
export function commented(text: DocText, line: TypeText): TypeText {
  return `${commentOf(text)}\n${line}` as TypeText;
}

/** A documentation comment: on one line, or with a line for each line of the text. */
export function commentOf(text: DocText): CommentText {
  if (!text.includes('\n')) return `/** ${text} */` as CommentText;
  const lines = text.split('\n').map((part) => `\n * ${part}`.trimEnd());
  return `/**${lines.join('')}\n */` as CommentText;
}

export interface Property {
  readonly name: PropertyKey;
  readonly optional: boolean;
  readonly type: TypeText;
  readonly doc?: DocText;
}

/** The properties of an interface, one level in. */
export function memberLines(properties: readonly Property[]): MemberText {
  return properties
    .map(({ name, optional, type, doc }) => {
      const comment = doc === undefined || doc === '' ? '' : `${commentOf(doc)}\n`;
      return `  ${indented(`${comment}${name}${optional ? '?' : ''}: ${type};`)}`;
    })
    .join('\n') as MemberText;
}

/** Every further line two columns in. */
const indented = (text: string) => (text.includes('\n') ? text.replaceAll('\n', '\n  ') : text);
