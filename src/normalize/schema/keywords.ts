import { mapEntries } from '../follow.js';
import { isJsonData } from '../json-data.js';
import type { Schema } from '../normalized-spec.js';
import { allEntries, isRecord, items, type Part, quoted, recordOf } from '../part.js';
import type { Draft, SchemaScope } from './draft.js';
import { checkPattern } from './pattern.js';

/** Reads one keyword. The value is given; undefined leaves the keyword out. */
type Reader = (value: Part, key: string, scope: SchemaScope) => unknown;

/** Reports an impossible value, which leaves the keyword out. */
function invalid(scope: SchemaScope, key: string, value: Part, wanted: string): undefined {
  scope.context.report('SCHEMA_INVALID', `\`${key}\` is ${quoted(value.value)}, not ${wanted}.`, value);
  return undefined;
}

const schema: Reader = (value, _key, scope) => scope.convert(value);

const schemaMap: Reader = (value, key, scope) => {
  if (!isRecord(value.value)) return invalid(scope, key, value, 'an object');
  return recordOf(
    mapEntries(scope.context, value).map(([name, part]): [string, Schema] => [name, scope.convert(part)]),
  );
};

const schemaList: Reader = (value, key, scope) => {
  const list = items(value);
  return list.length === 0 ? invalid(scope, key, value, 'a list of schemas') : list.map((part) => scope.convert(part));
};

/** A finite number; text that is exactly a number is taken as one. */
function numberOf(value: Part, key: string, scope: SchemaScope, wanted: string, fits: (n: number) => boolean): unknown {
  const found = value.value;
  const parsed =
    typeof found === 'string' && /^[-+]?\d+(?:\.\d+)?(?:e[-+]?\d+)?$/i.test(found.trim()) ? Number(found) : found;
  if (typeof parsed !== 'number' || !Number.isFinite(parsed) || !fits(parsed))
    return invalid(scope, key, value, wanted);
  if (parsed !== found) {
    const message = `\`${key}\` is the text ${quoted(found)}; it was read as a number.`;
    scope.context.report('SCHEMA_INVALID', message, value, { severity: 'info' });
  }
  return parsed;
}

const number: Reader = (value, key, scope) => numberOf(value, key, scope, 'a number', () => true);
const positive: Reader = (value, key, scope) => numberOf(value, key, scope, 'a number above zero', (n) => n > 0);
const count: Reader = (value, key, scope) =>
  numberOf(value, key, scope, 'a count', (n) => Number.isInteger(n) && n >= 0);

/** The boolean form of the old era is read by a rule. */
const exclusive: Reader = (value, key, scope) =>
  typeof value.value === 'boolean' ? undefined : number(value, key, scope);

const flag: Reader = (value, key, scope) => {
  if (typeof value.value === 'boolean') return value.value;
  return value.value === 'true' || value.value === 'false'
    ? value.value === 'true'
    : invalid(scope, key, value, 'true or false');
};

const text: Reader = (value, key, scope) => {
  if (typeof value.value === 'string') return value.value;
  return typeof value.value === 'number' || typeof value.value === 'boolean'
    ? String(value.value)
    : invalid(scope, key, value, 'text');
};

const data: Reader = (value, key, scope) =>
  isJsonData(value.value) ? value.value : invalid(scope, key, value, 'a value of JSON');

const itemsSchema: Reader = (value, key, scope) => (Array.isArray(value.value) ? undefined : schema(value, key, scope));

const pattern: Reader = (value, key, scope) => {
  if (typeof value.value !== 'string') return invalid(scope, key, value, 'text');
  const result = checkPattern(value.value);
  if (result.kind !== 'invalid') return result.pattern;
  scope.context.report('PATTERN_INVALID', `The pattern ${quoted(value.value)} is not a regular expression.`, value);
  return undefined;
};

const patternMap: Reader = (value, key, scope) => {
  if (!isRecord(value.value)) return invalid(scope, key, value, 'an object');
  return recordOf(
    allEntries(value).flatMap(([name, part]): [string, Schema][] => {
      const result = checkPattern(name);
      if (result.kind !== 'invalid') return [[result.pattern, scope.convert(part)]];
      scope.context.report('PATTERN_INVALID', `The pattern ${quoted(name)} is not a regular expression.`, part);
      return [];
    }),
  );
};

const dependentRequired: Reader = (value, key, scope) => {
  if (!isRecord(value.value)) return invalid(scope, key, value, 'an object');
  return recordOf(
    allEntries(value).flatMap(([name, part]): [string, readonly string[]][] => {
      const names = items(part).flatMap((item) => (typeof item.value === 'string' ? [item.value] : []));
      return Array.isArray(part.value)
        ? [[name, [...new Set(names)]]]
        : (invalid(scope, key, part, 'a list of names') ?? []);
    }),
  );
};

/** Keywords that are taken over one by one. What needs more than its own value is read by a rule. */
const READERS: ReadonlyMap<string, Reader> = new Map<keyof Draft, Reader>([
  ['title', text],
  ['description', text],
  ['default', data],
  ['const', data],
  ['format', text],
  ['pattern', pattern],
  ['minimum', number],
  ['maximum', number],
  ['exclusiveMinimum', exclusive],
  ['exclusiveMaximum', exclusive],
  ['multipleOf', positive],
  ['minLength', count],
  ['maxLength', count],
  ['minItems', count],
  ['maxItems', count],
  ['minContains', count],
  ['maxContains', count],
  ['minProperties', count],
  ['maxProperties', count],
  ['uniqueItems', flag],
  ['readOnly', flag],
  ['writeOnly', flag],
  ['deprecated', flag],
  ['contentEncoding', text],
  ['contentMediaType', text],
  ['properties', schemaMap],
  ['patternProperties', patternMap],
  ['additionalProperties', schema],
  ['propertyNames', schema],
  ['unevaluatedProperties', schema],
  ['dependentSchemas', schemaMap],
  ['dependentRequired', dependentRequired],
  ['items', itemsSchema],
  ['prefixItems', schemaList],
  ['contains', schema],
  ['unevaluatedItems', schema],
  ['allOf', schemaList],
  ['anyOf', schemaList],
  ['oneOf', schemaList],
  ['not', schema],
  ['if', schema],
  ['then', schema],
  ['else', schema],
]);

/** Keywords that rules read. */
const READ_BY_RULES: ReadonlySet<string> = new Set([
  '$ref',
  '$dynamicRef',
  'type',
  'enum',
  'required',
  'nullable',
  'example',
  'examples',
  'discriminator',
  'xml',
  'additionalItems',
  'dependencies',
]);

/** Keywords without a meaning for the normalized form: identifiers are resolved, definitions are read where referred to. */
const STRIPPED: ReadonlySet<string> = new Set([
  '$id',
  'id',
  '$anchor',
  '$dynamicAnchor',
  '$schema',
  '$comment',
  '$defs',
  '$vocabulary',
  'definitions',
  'externalDocs',
]);

/** Keywords where `null` is a value and not an empty entry. */
const NULL_IS_VALUE: ReadonlySet<string> = new Set(['default', 'const']);

/** Takes over the keywords of a schema that stand for themselves. */
export function readKeywords(draft: Draft, scope: SchemaScope, only?: ReadonlySet<string>): void {
  const target: Record<string, unknown> = draft;
  for (const [key, part] of allEntries(scope.part)) {
    if (only && !only.has(key)) continue;
    const reader = READERS.get(key);
    if (!reader) {
      if (!key.startsWith('x-') && !READ_BY_RULES.has(key) && !STRIPPED.has(key)) reportUnknown(key, part, scope);
      continue;
    }
    if (part.value === null && !NULL_IS_VALUE.has(key)) continue;
    const value = reader(part, key, scope);
    if (value !== undefined) target[key] = value;
  }
}

function reportUnknown(key: string, part: Part, scope: SchemaScope): void {
  scope.context.report('KEYWORD_UNSUPPORTED', `The keyword ${quoted(key)} is not known.`, part, { severity: 'info' });
}
