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
/** Whole statements that declare types. */
export type StatementText = Branded<'statements'>;

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

/** JSON in which nothing needs an escape of ours: nearly every text, told by one pass instead of two with Unicode classes. */
const PLAIN_STRING = /^[ !"$-?A-~]*$/;

/**
 * A double-quoted string. What JSON allows raw and line-based tools stumble over is escaped: line separators, lone
 * surrogates, invisible and direction-changing characters, and the start of a source map comment.
 */
export function stringLiteral(text: string): Literal {
  const json = JSON.stringify(text);
  return (PLAIN_STRING.test(json) ? json : withEscapes(json)) as Literal;
}

/** Escapes inside of strings: what is escaped stands nowhere else in JSON or in a literal of it. */
function withEscapes(json: string): string {
  return json
    .replace(/[\u007f-\u009f\u2028\u2029]|(?!\u200d)\p{Cf}/gu, escapeUnits)
    .replace(/([#@])(?=\s*source(?:Mapping)?URL)/g, escapeUnits);
}

/**
 * Printed data, `printed` by a printer of ours that writes strings by `JSON.stringify` and keys by {@link literalKey}, as a
 * literal: a whole text is escaped in two passes, where its strings would take two each.
 */
export const dataText = (printed: string): Literal => withEscapes(printed) as Literal;

/**
 * Printed JSON as one single-quoted string, with a line of source for each of its lines; their ends are no part of it. Symbols
 * beyond Latin-1 are escaped: a text without them takes an engine half the memory, and much less time.
 */
export function quotedText(printed: string): Literal {
  const json = withEscapes(printed).replace(/[\u2000-\u2bff\ud800-\udfff]/g, escapeUnits);
  return `'${json.replace(/['\\\n]/g, '\\$&')}'` as Literal;
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

/** What `docText` changes, or might: no passes over a text without it. */
const ODD_IN_COMMENT = /[^\n -~]|[@#]|\*\/|^\s*\/| $/m;

/** Lines of documentation: every line end becomes LF, control characters go, comment terminators are broken, `@` at a word's start is escaped. */
export function docText(text: string): DocText {
  if (!ODD_IN_COMMENT.test(text)) return text.trim() as DocText;
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

/** A comment, and the line after it, for use inside of a type. */
export function commented(text: DocText | undefined, line: TypeText): TypeText {
  return `${comment(text)}${line}` as TypeText;
}

export interface Property {
  readonly name: PropertyKey;
  readonly optional: boolean;
  readonly type: TypeText;
  readonly doc?: DocText;
}

/** `name: type`, as it stands in an interface or a type literal. */
export function member({ name, optional, type }: Property): TypeText {
  return `${name}${optional ? '?' : ''}: ${type}` as TypeText;
}

/** The declaration of an interface. */
export function interfaceStatement(
  name: Identifier,
  doc: DocText | undefined,
  bases: readonly Identifier[],
  properties: readonly Property[],
): StatementText {
  const members = properties.map((property) => commented(property.doc, `${member(property)};` as TypeText));
  const heritage = bases.length === 0 ? '' : ` extends ${bases.join(', ')}`;
  const body = properties.length === 0 ? '{\n}' : block('{', members, '}');
  return `${comment(doc)}export interface ${name}${heritage} ${body}` as StatementText;
}

/** The declaration of a type alias. */
export function aliasStatement(name: Identifier, doc: DocText | undefined, type: TypeText): StatementText {
  return `${comment(doc)}export type ${name} =${type.startsWith('\n') ? '' : ' '}${type};` as StatementText;
}

/** `export type { … } from '…'`. The module is one of ours: its path is checked all the same. */
export function typeExportStatement(names: readonly Identifier[], from: string): StatementText {
  if (!/^[\w./-]+$/.test(from)) throw new Error(`Not the path of a generated module: ${JSON.stringify(from)}`);
  return `export type { ${names.join(', ')} } from '${from}';` as StatementText;
}

/** Statements below each other, with a blank line between two that do not both want to be `close`. */
export function joinStatements(
  statements: readonly { readonly text: StatementText; readonly close: boolean }[],
): StatementText {
  return statements
    .map(
      ({ text, close }, index) => `${index === 0 ? '' : close && statements[index - 1]?.close ? '\n' : '\n\n'}${text}`,
    )
    .join('') as StatementText;
}

/** A documentation comment and the end of its last line: on one line, or with a line for each line of the text. */
function comment(text: DocText | undefined): string {
  if (text === undefined || text === '') return '';
  if (!text.includes('\n')) return `/** ${text} */\n`;
  const lines = text.split('\n').map((part) => `\n * ${part}`.trimEnd());
  return `/**${lines.join('')}\n */\n`;
}

/** Every further line two columns in. */
const indented = (text: string) => (text.includes('\n') ? text.replaceAll('\n', '\n  ') : text);
