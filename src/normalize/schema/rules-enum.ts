import { isJsonData } from '../json-data.js';
import type { TypeName } from '../normalized-spec.js';
import { child, items, type Part, quoted } from '../part.js';
import type { Draft, SchemaRule, SchemaScope } from './draft.js';
import { isNullable } from './nullable.js';

function fits(value: unknown, type: TypeName): boolean {
  switch (type) {
    case 'null':
      return value === null;
    case 'array':
      return Array.isArray(value);
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value);
    case 'integer':
      return Number.isInteger(value);
    default:
      return typeof value === type;
  }
}

/** The value as a member of one of the types, where nothing is lost by it: YAML reads an unquoted `1` as a number. */
function converted(value: unknown, types: readonly TypeName[]): unknown {
  if (types.includes('string') && (typeof value === 'number' || typeof value === 'boolean')) return String(value);
  if (typeof value !== 'string') return undefined;
  const number = Number(value);
  if (types.includes('number') || types.includes('integer')) {
    const whole = types.includes('number') || Number.isInteger(number);
    if (value.trim() !== '' && String(number) === value && whole) return number;
  }
  if (types.includes('boolean') && (value === 'true' || value === 'false')) return value === 'true';
  return undefined;
}

function memberOf(item: Part, types: readonly TypeName[] | undefined, scope: SchemaScope): readonly unknown[] {
  if (!isJsonData(item.value)) {
    scope.context.report(
      'SCHEMA_INVALID',
      `The enum value ${String(item.value)} is no value of JSON; it was left out.`,
      item,
    );
    return [];
  }
  if (!types || types.some((type) => fits(item.value, type))) return [item.value];
  const other = converted(item.value, types);
  const fate = other === undefined ? 'it was left out' : `it was read as ${JSON.stringify(other)}`;
  scope.context.report(
    'ENUM_TYPE_MISMATCH',
    `The enum value ${JSON.stringify(item.value)} is no ${types.join(' or ')}; ${fate}.`,
    item,
    other === undefined ? {} : { severity: 'info' },
  );
  return other === undefined ? [] : [other];
}

function readEnum(draft: Draft, scope: SchemaScope): void {
  const part = child(scope.part, 'enum');
  if (!part) return;
  const list = items(part);
  if (list.length === 0) {
    scope.context.report('SCHEMA_INVALID', '`enum` is not a list of values.', part);
    return;
  }
  const types = draft.type === undefined ? undefined : typeof draft.type === 'string' ? [draft.type] : draft.type;
  const seen = new Map<string, unknown>();
  for (const item of list) {
    for (const value of memberOf(item, types, scope)) {
      const key = JSON.stringify(value) ?? '';
      if (seen.has(key)) scope.context.report('ENUM_DUPLICATE', `The enum names ${quoted(value)} twice.`, item);
      else seen.set(key, value);
    }
  }
  // An empty enum would refuse everything; the type still holds.
  if (seen.size > 0) draft.enum = [...seen.values()];
}

function addNull(draft: Draft, scope: SchemaScope): void {
  if (!isNullable(scope.part.value)) return;
  if (draft.enum && !draft.enum.includes(null)) draft.enum = [...draft.enum, null];
  if (Object.hasOwn(draft, 'const') && draft.const !== null) {
    draft.enum = [draft.const, null];
    delete draft.const;
  }
}

export const rules: readonly SchemaRule[] = [
  { name: 'enum', apply: readEnum },
  { name: 'nullable-enum', apply: addNull },
];
