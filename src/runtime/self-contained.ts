import type { JSONSchema, SharedSchemaModule } from './contract.js';

const SHARED = 'shared#/$defs/';
const OWN = '#/$defs/';

/** A validation schema with every shared definition that it reaches under its own `$defs`. */
export function selfContained(schema: JSONSchema, shared: SharedSchemaModule): JSONSchema {
  const definitions = new Map<string, unknown>();
  const open: string[] = [];
  const need = (name: string): void => {
    if (definitions.has(name) || !Object.hasOwn(shared.$defs, name)) return;
    definitions.set(name, undefined);
    open.push(name);
  };
  const root = relocate(schema, need) as JSONSchema;
  for (let name = open.pop(); name !== undefined; name = open.pop())
    definitions.set(name, relocate(shared.$defs[name], need));
  if (definitions.size === 0) return root;
  const own = typeof root['$defs'] === 'object' && root['$defs'] !== null ? Object.entries(root['$defs']) : [];
  const sorted = [...definitions].sort(([a], [b]) => (a < b ? -1 : 1));
  return { ...root, $defs: Object.fromEntries([...sorted, ...own]) };
}

/** Copies a schema with references to shared definitions turned into references to its own. */
function relocate(value: unknown, need: (name: string) => void): unknown {
  if (Array.isArray(value)) return value.map((item) => relocate(item, need));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => {
      if (key !== '$ref' || typeof member !== 'string' || !member.startsWith(SHARED))
        return [key, relocate(member, need)];
      const pointer = member.slice(SHARED.length);
      need(definitionName(pointer));
      return [key, OWN + pointer];
    }),
  );
}

function definitionName(pointer: string): string {
  const first = pointer.split('/', 1)[0] ?? '';
  try {
    return decodeURIComponent(first).replaceAll('~1', '/').replaceAll('~0', '~');
  } catch {
    return first;
  }
}
