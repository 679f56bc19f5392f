import type { Change } from './change.js';
import { readTypes, type TypeDeclaration } from './read-types.js';
import type { FileReader } from './snapshot.js';

type Declarations = ReadonlyMap<string, TypeDeclaration>;
type Finding = Pick<Change, 'level' | 'message'>;

/** The `.d.ts` texts of one side: the components, those of some groups, and the output type of each tool. */
interface TypesOfSide {
  readonly components: Declarations;
  readonly groups: Declarations;
  readonly outputs: ReadonlyMap<string, string>;
}

const NAME = /[A-Za-z_$][\w$]*/g;
const MAX_TEXT = 300;

/**
 * What differs in the types of answers: those that the output types of tools on both sides reach. Types of inputs are
 * compared as schemas, which say more.
 */
export function compareAnswerTypes(before: FileReader, after: FileReader, groups: readonly string[]): Change[] {
  const [was, is] = [readSide(before, groups), readSide(after, groups)];
  const kept = new Map([...is.outputs].filter(([tool]) => was.outputs.has(tool)));
  const changes: Change[] = [];
  for (const [tool, type] of kept) {
    const [old, now] = [was.groups.get(was.outputs.get(tool) ?? ''), is.groups.get(type)];
    if (old && now) changes.push(...compareOne(type, old, now).map((finding) => change(finding, [tool])));
  }
  for (const [name, tools] of usersOf(is, kept)) {
    const [old, now] = [was.components.get(name), is.components.get(name)];
    if (old && now) changes.push(...compareOne(name, old, now).map((finding) => change(finding, tools)));
  }
  return changes;
}

const change = (finding: Finding, tools: readonly string[]): Change => ({ ...finding, kind: 'type', tools });

function readSide(read: FileReader, groups: readonly string[]): TypesOfSide {
  const texts = groups.map((group) => readTypes(read(`tools/${group}.d.ts`) ?? ''));
  const declared = new Map(texts.flatMap((declarations) => [...declarations]));
  const maps = [...declared].flatMap(([name, { members }]) =>
    name.endsWith('ToolOutputs') && members ? [members] : [],
  );
  const outputs = maps.flatMap((members) =>
    [...members].map(([key, { type }]) => [unquoted(key), type.replace(/;$/, '')] as const),
  );
  return { components: readTypes(read('types.d.ts') ?? ''), groups: declared, outputs: new Map(outputs) };
}

/** Names of tools need no escapes: their quotes go. */
const unquoted = (key: string) => key.replace(/^"(.*)"$/, '$1');

/** The components that output types reach, each with the tools whose answers hold it. */
function usersOf({ components, groups }: TypesOfSide, outputs: ReadonlyMap<string, string>): Map<string, string[]> {
  const below = new Map<string, string[]>();
  const namesIn = (name: string, { text }: TypeDeclaration): string[] => {
    const known = below.get(name);
    if (known) return known;
    const names = [...new Set(text.match(NAME))].filter((word) => word !== name && components.has(word));
    below.set(name, names);
    return names;
  };
  const users = new Map<string, string[]>();
  for (const [tool, type] of outputs) {
    const declaration = groups.get(type);
    const reached = new Set(declaration ? namesIn(type, declaration) : []);
    for (const name of reached) {
      users.set(name, [...(users.get(name) ?? []), tool]);
      const next = components.get(name);
      if (next) for (const word of namesIn(name, next)) reached.add(word);
    }
  }
  return users;
}

function compareOne(name: string, before: TypeDeclaration, after: TypeDeclaration): Finding[] {
  if (before.text === after.text) return [];
  const [was, is] = [before.members, after.members];
  if (!was || !is) return typeFindings(`the type ${name}`, aliased(before.text), aliased(after.text));
  const findings: Finding[] = [];
  for (const [key, { optional, type }] of was) {
    const place = `${name}.${key}`;
    const now = is.get(key);
    if (!now) findings.push({ level: 'breaking', message: `${place} was removed from answers` });
    else {
      if (now.optional && !optional)
        findings.push({ level: 'breaking', message: `${place} can be absent from answers now` });
      if (!now.optional && optional) findings.push({ level: 'additive', message: `${place} is always in answers now` });
      findings.push(...typeFindings(place, type, now.type));
    }
  }
  for (const key of is.keys()) {
    if (!was.has(key)) findings.push({ level: 'additive', message: `${name}.${key} was added to answers` });
  }
  return findings;
}

const aliased = (text: string) => text.replace(/^[^=]*= /, '');

/** A further literal in a union is an addition; any other change of a type can break code that reads it. */
function typeFindings(place: string, before: string, after: string): Finding[] {
  const [was, is] = [before, after].map((text) => text.replace(/;$/, '').trim());
  if (was === is || was === undefined || is === undefined) return [];
  const [old, now] = [was.split(' | '), is.split(' | ')];
  const isLiteral = (part: string) => /^(?:"(?:[^"\\]|\\.)*"|-?[\d.]+|true|false)$/.test(part);
  const [lost, gained] = [old.filter((part) => !now.includes(part)), now.filter((part) => !old.includes(part))];
  const isAddition = [...lost, ...gained].every(isLiteral) || (gained.length === 0 && lost.length > 0);
  const [from, to] = [was, is].map((text) => (text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT - 1)}…` : text));
  return [{ level: isAddition ? 'additive' : 'breaking', message: `${place} is ${to} in answers, not ${from}` }];
}
