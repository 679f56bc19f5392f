import type { TypeName } from '../normalized-spec.js';
import { child, items, type Part, quoted } from '../part.js';
import type { Draft, SchemaRule, SchemaScope } from './draft.js';
import { isNullable } from './nullable.js';

const TYPE_NAMES: ReadonlySet<string> = new Set(['object', 'array', 'string', 'integer', 'number', 'boolean', 'null']);

/** Names that other type systems use; the meaning is the same. */
const SYNONYMS: ReadonlyMap<string, TypeName> = new Map([
  ['int', 'integer'],
  ['int32', 'integer'],
  ['int64', 'integer'],
  ['long', 'integer'],
  ['float', 'number'],
  ['double', 'number'],
  ['bool', 'boolean'],
  ['str', 'string'],
  ['date', 'string'],
  ['date-time', 'string'],
  ['datetime', 'string'],
  ['uuid', 'string'],
  ['list', 'array'],
  ['dict', 'object'],
]);

function isTypeName(value: unknown): value is TypeName {
  return typeof value === 'string' && TYPE_NAMES.has(value);
}

function typeName(part: Part, draft: Draft, scope: SchemaScope): TypeName | undefined {
  const { value } = part;
  if (isTypeName(value)) return value;
  if (value === null) return 'null';
  const lower = typeof value === 'string' ? value.toLowerCase() : undefined;
  if (lower === 'file') {
    draft.format = 'binary';
    return 'string';
  }
  const meant = isTypeName(lower) ? lower : SYNONYMS.get(lower ?? '');
  const reading = meant ? `it was read as ${quoted(meant)}` : 'any value is accepted';
  scope.context.report('SCHEMA_INVALID', `There is no type ${quoted(value)}; ${reading}.`, part);
  return meant;
}

function readType(draft: Draft, scope: SchemaScope): void {
  const part = child(scope.part, 'type');
  if (!part) return;
  if (!Array.isArray(part.value)) {
    const name = typeName(part, draft, scope);
    if (name) draft.type = name;
    return;
  }
  const list = items(part);
  const names = list.map((item) => typeName(item, draft, scope));
  // One unknown member means any value, so that nothing valid is refused.
  const known = names.filter((name) => name !== undefined);
  const [first] = known;
  if (first === undefined || known.length < names.length) {
    if (list.length === 0) scope.context.report('SCHEMA_INVALID', '`type` is an empty list.', part);
    return;
  }
  const unique = [...new Set(known)];
  draft.type = unique.length === 1 ? first : unique;
}

function addNull(draft: Draft, scope: SchemaScope): void {
  if (!isNullable(scope.part.value) || draft.type === undefined) return;
  const types = typeof draft.type === 'string' ? [draft.type] : draft.type;
  if (!types.includes('null')) draft.type = [...types, 'null'];
}

export const rules: readonly SchemaRule[] = [
  { name: 'type', apply: readType },
  { name: 'nullable-type', apply: addNull },
];
