import { type Change, type ChangeReport, changeReport } from './change.js';
import { compareSchemas } from './compare-schemas.js';
import { isSame, type JsonRecord, own, shown } from './json-data.js';
import { type SharedSchemas, sharedReferences } from './shared-schemas.js';
import type { PackageSnapshot, ToolSnapshot } from './snapshot.js';
import { TOOL_RULES } from './tool-rules.js';

interface Pair {
  readonly before: ToolSnapshot;
  readonly after: ToolSnapshot;
}

/** What changed from one output to the next, for those who prompt with it or call it. */
export function comparePackages(before: PackageSnapshot, after: PackageSnapshot): ChangeReport {
  const pairs = pairTools(before.tools, after.tools);
  const shared = { before: before.shared, after: after.shared };
  const [kept, known] = [new Set(pairs.map((pair) => pair.before)), new Set(pairs.map((pair) => pair.after))];
  return changeReport([
    ...packageChanges(before, after),
    ...before.tools.filter((tool) => !kept.has(tool)).map((tool) => toolChange('removed', tool)),
    ...after.tools.filter((tool) => !known.has(tool)).map((tool) => toolChange('added', tool)),
    ...pairs.flatMap((pair) => TOOL_RULES.flatMap((rule) => rule(pair.before, pair.after).map(ownedBy(pair)))),
    ...schemaChanges(pairs, shared),
  ]);
}

/** The same operation is the same tool, whatever its name; else the same name is. */
function pairTools(before: readonly ToolSnapshot[], after: readonly ToolSnapshot[]): Pair[] {
  const byOperation = new Map(before.map((tool) => [`${tool.method} ${tool.path}`, tool]));
  const byName = new Map(before.map((tool) => [tool.name, tool]));
  const taken = new Set<ToolSnapshot>();
  const pairs = new Map<ToolSnapshot, ToolSnapshot>();
  const pair = (after: ToolSnapshot, before: ToolSnapshot | undefined) => {
    if (before === undefined || taken.has(before) || pairs.has(after)) return;
    taken.add(before);
    pairs.set(after, before);
  };
  for (const tool of after) pair(tool, byOperation.get(`${tool.method} ${tool.path}`));
  for (const tool of after) pair(tool, byName.get(tool.name));
  return [...pairs].map(([after, before]) => ({ before, after }));
}

const ownedBy =
  ({ after }: Pair) =>
  (finding: Omit<Change, 'tools'>): Change => ({ ...finding, tools: [after.name] });

function toolChange(kind: 'added' | 'removed', { name, method, path, effect }: ToolSnapshot): Change {
  const level = kind === 'added' ? 'additive' : 'breaking';
  return { level, kind, tools: [name], message: `was ${kind} (${method} ${path}, ${effect})` };
}

function packageChanges(before: PackageSnapshot, after: PackageSnapshot): Change[] {
  const [was, is] = [before.servers, after.servers];
  const changes: Change[] = [];
  if (!isSame(was, is)) {
    const message = 'The servers changed, and with them the hosts that credentials go to';
    changes.push({
      level: 'breaking',
      kind: 'servers',
      tools: [],
      message,
      before: shown(was, 600),
      after: shown(is, 600),
    });
  }
  const names = new Set([...Object.keys(before.securitySchemes), ...Object.keys(after.securitySchemes)]);
  for (const name of names) {
    const [old, now] = [own(before.securitySchemes, name), own(after.securitySchemes, name)];
    if (isSame(old, now)) continue;
    const verb = old === undefined ? 'is new' : now === undefined ? 'was removed' : 'changed';
    const message = `The security scheme ${name} ${verb}`;
    const level = old === undefined ? 'additive' : 'breaking';
    changes.push({
      level,
      kind: 'security',
      tools: [],
      message,
      ...(old !== undefined && { before: shown(old, 600) }),
      ...(now !== undefined && { after: shown(now, 600) }),
    });
  }
  return changes;
}

/** Changes of the input: of each tool's own schema, and of the shared ones with the tools that reach them. */
function schemaChanges(pairs: readonly Pair[], shared: SharedSchemas): Change[] {
  const usersOf = createUsers(pairs, shared);
  const names = Object.keys(shared.after).filter((name) => Object.hasOwn(shared.before, name));
  const ofShared = names.flatMap((name) => {
    const found = compareSchemas(own(shared.before, name), own(shared.after, name), shared);
    const tools = found.length === 0 ? [] : usersOf(name);
    if (tools.length === 0) return [];
    return found.map(({ level, text, place }) => schemaChange(level, join(name, place), text, tools));
  });
  const ofTools = pairs.flatMap(({ before, after }) =>
    compareSchemas(before.schema, after.schema, shared).map(({ level, text, place }) =>
      schemaChange(level, place === '' ? 'the input' : place, text, [after.name]),
    ),
  );
  return [...ofTools, ...ofShared, ...unnamedChanges(pairs, [...ofTools, ...ofShared])];
}

function schemaChange(level: Change['level'], place: string, text: string, tools: readonly string[]): Change {
  return { level, kind: 'schema', tools, place, message: `${place} ${text}` };
}

/** A definition that differs although no rule says why: it must not pass in silence. */
function unnamedChanges(pairs: readonly Pair[], named: readonly Change[]): Change[] {
  const told = new Set(named.flatMap(({ tools }) => tools));
  return pairs
    .filter(
      ({ before, after }) => !told.has(after.name) && !isSame(withoutTexts(before.input), withoutTexts(after.input)),
    )
    .map(({ after }) => schemaChange('additive', 'the input', 'is written in another form', [after.name]));
}

function withoutTexts(schema: JsonRecord): unknown {
  return JSON.parse(
    JSON.stringify(schema, (key, value: unknown) =>
      key === 'description' && typeof value === 'string' ? undefined : value,
    ),
  );
}

/** Tells which tools reach a shared schema, before or after. Each question costs the graph once at most. */
function createUsers(pairs: readonly Pair[], shared: SharedSchemas): (name: string) => string[] {
  let parents: Map<string, Set<string>> | undefined;
  let direct: Map<string, Set<string>> | undefined;
  const add = (map: Map<string, Set<string>>, key: string, value: string) =>
    map.set(key, (map.get(key) ?? new Set()).add(value));
  const build = () => {
    const [above, users] = [new Map<string, Set<string>>(), new Map<string, Set<string>>()];
    for (const side of [shared.before, shared.after]) {
      for (const [name, schema] of Object.entries(side)) {
        for (const below of sharedReferences(schema)) add(above, below, name);
      }
    }
    for (const { before, after } of pairs) {
      for (const name of sharedReferences([before.schema, after.schema])) add(users, name, after.name);
    }
    return [above, users] as const;
  };
  return (name) => {
    if (!parents || !direct) [parents, direct] = build();
    const seen = new Set([name]);
    const tools = new Set<string>();
    for (const current of seen) {
      for (const tool of direct.get(current) ?? []) tools.add(tool);
      for (const above of parents.get(current) ?? []) seen.add(above);
    }
    return pairs.map(({ after }) => after.name).filter((tool) => tools.has(tool));
  };
}

const join = (name: string, place: string) =>
  place === '' || place.startsWith('[') ? name + place : `${name}.${place}`;
