import { isRecord, type JsonRecord, own } from './json-data.js';

const SHARED = 'shared#/$defs/';
const MAX_STEPS = 20;

/** The schemas that both sides refer to by name. */
export interface SharedSchemas {
  readonly before: JsonRecord;
  readonly after: JsonRecord;
}

/** Name of the shared schema that a schema refers to. */
export function sharedName(schema: unknown): string | undefined {
  const reference = isRecord(schema) ? own(schema, '$ref') : undefined;
  if (typeof reference !== 'string' || !reference.startsWith(SHARED)) return undefined;
  return reference.slice(SHARED.length).replaceAll('~1', '/').replaceAll('~0', '~');
}

/** A schema without the references it stands behind; `true` is `{}`. `undefined` for what leads nowhere. */
export function resolveShared(schema: unknown, shared: JsonRecord): JsonRecord | undefined {
  let current: unknown = schema === true ? {} : schema;
  for (let steps = 0; steps < MAX_STEPS; steps += 1) {
    const name = sharedName(current);
    if (name === undefined) break;
    current = own(shared, name);
  }
  return isRecord(current) ? current : undefined;
}

/** Names of the shared schemas that a schema refers to, at any depth. */
export function sharedReferences(schema: unknown): Set<string> {
  const names = new Set<string>();
  const waiting: unknown[] = [schema];
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    const name = sharedName(value);
    if (name !== undefined) names.add(name);
    for (const below of Object.values(value as object)) {
      if (typeof below === 'object' && below !== null) waiting.push(below);
    }
  }
  return names;
}
