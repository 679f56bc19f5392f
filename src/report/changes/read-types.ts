/** A member of an interface that a run printed. */
export interface TypeMember {
  readonly optional: boolean;
  /** Its type as text, without comments, in one line. */
  readonly type: string;
}

/** A declaration of a `.d.ts` file that a run printed: an interface by its members, anything else as text. */
export interface TypeDeclaration {
  readonly members?: ReadonlyMap<string, TypeMember>;
  readonly text: string;
}

const START = /^export (?:declare )?(?:interface|type) ([A-Za-z_$][\w$]*)/;
const MEMBER = /^ {2}("(?:[^"\\]|\\.)*"|[A-Za-z_$][\w$]*|\[[^\]]*\])(\?)?: (.*)$/;

/**
 * Declarations by name, read line by line as the printer lays them out: a declaration starts at the margin, a member of an
 * interface two columns in. Text that was printed by anything else gives fewer declarations, never a fault.
 */
export function readTypes(source: string): Map<string, TypeDeclaration> {
  const found = new Map<string, TypeDeclaration>();
  let name: string | undefined;
  let lines: string[] = [];
  const close = () => {
    if (name !== undefined) found.set(name, declarationOf(lines));
    [name, lines] = [undefined, []];
  };
  for (const line of source.split('\n')) {
    const start = START.exec(line)?.[1];
    if (start !== undefined) {
      close();
      name = start;
    } else if (/^(?:\/\*\*| \*|export |import )/.test(line)) close();
    if (name !== undefined && !isComment(line)) lines.push(line.replace(/ \/\*\*.*?\*\/ /g, ' '));
  }
  close();
  return found;
}

const isComment = (line: string) => /^\s*(?:\/\*\*|\*)/.test(line);

function declarationOf(lines: readonly string[]): TypeDeclaration {
  const text = lines
    .map((line) => line.trim())
    .join(' ')
    .trim();
  const isInterface = lines[0]?.startsWith('export interface') === true;
  if (!isInterface) return { text };
  const members = new Map<string, { optional: boolean; type: string }>();
  let current: { optional: boolean; type: string } | undefined;
  for (const line of lines.slice(1)) {
    if (line === '}') break;
    const [, key, mark, type = ''] = MEMBER.exec(line) ?? [];
    if (key !== undefined) {
      current = { optional: mark === '?', type };
      members.set(key, current);
    } else if (current) current.type += ` ${line.trim()}`;
  }
  return { members, text };
}
