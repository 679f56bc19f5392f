import type { Schema, SchemaObject } from '../../normalize/normalized-spec.js';
import type { JSONSchema } from '../../runtime/contract.js';
import { LIST_KEYS, MAP_KEYS, SCHEMA_KEYS } from '../prepare/children.js';
import { refName } from '../prepare/refs.js';
import type { Report } from '../prepare/report.js';
import { firstSentence } from '../text/plain-text.js';
import type { PatternJudge } from './dangerous-pattern.js';
import { CHECKED_FORMATS, INT64_DIGITS } from './formats.js';
import { wellFormedMaps } from './well-formed-keys.js';

/** Characters of a description at most. */
const MAX_TEXT = 200;

/** Turns natural schemas into what Ajv compiles; asks for every definition that is referred to. */
export type ToValidation = (schema: Schema) => JSONSchema | boolean;

/** True for a pattern that compiles and is quick. */
type IsUsable = (pattern: string) => boolean;

type Check = (value: unknown) => boolean;
const isNumber: Check = (value) => typeof value === 'number' && Number.isFinite(value);
const isCount: Check = (value) => Number.isSafeInteger(value) && Number(value) >= 0;
const isPositive: Check = (value) => isNumber(value) && Number(value) > 0;
const isFlag: Check = (value) => typeof value === 'boolean';
const isNames: Check = (value) => Array.isArray(value) && value.every((name) => typeof name === 'string');
const isNameLists: Check = (value) =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.values(value).every(isNames);

/** Plain keywords Ajv gets, each with what it must hold: anything else would not compile. */
const PLAIN: readonly (readonly [keyof SchemaObject, Check])[] = [
  ['const', () => true],
  ['required', isNames],
  ['dependentRequired', isNameLists],
  ['minProperties', isCount],
  ['maxProperties', isCount],
  ['minItems', isCount],
  ['maxItems', isCount],
  ['minContains', isCount],
  ['maxContains', isCount],
  ['uniqueItems', isFlag],
  ['minimum', isNumber],
  ['maximum', isNumber],
  ['exclusiveMinimum', isNumber],
  ['exclusiveMaximum', isNumber],
  ['multipleOf', isPositive],
  ['minLength', isCount],
  ['maxLength', isCount],
];

/**
 * What it gives compiles by construction, so no schema is compiled at generation, which would cost minutes for a large API:
 * keywords are copied one by one, each with a value Ajv takes; patterns are tried; formats are those Ajv has; every
 * reference leads to a definition that is made, and none back to itself in place.
 */
export function createToValidation(
  refer: (name: string) => string,
  report: Report,
  isDangerous: PatternJudge,
): ToValidation {
  const isUsable: IsUsable = (pattern) => compiles(pattern) && !isDangerous(pattern);
  const memo = new Map<Schema, JSONSchema | boolean>();
  return function convert(schema) {
    if (typeof schema === 'boolean') return schema;
    const known = memo.get(schema);
    if (known !== undefined) return known;
    const result: Record<string, unknown> = {};
    copyType(schema, result);
    for (const [key, fits] of PLAIN) {
      const value = schema[key];
      if (value !== undefined && fits(value)) result[key] = value;
    }
    if (schema.enum) Object.assign(result, schema.enum.length > 0 ? { enum: schema.enum } : { not: {} });
    copyText(schema, result, report, isUsable);
    copyChildren(schema, result, convert, isUsable);
    openForPatterns(schema, result, report, isUsable);
    const name = schema.$ref === undefined ? undefined : refName(schema.$ref);
    if (name !== undefined) result['$ref'] = refer(name);
    memo.set(schema, result);
    return result;
  };
}

function copyType(schema: SchemaObject, result: Record<string, unknown>): void {
  if (schema.type === undefined) return;
  const types = typeof schema.type === 'string' ? [schema.type] : [...new Set(schema.type)];
  const digits = isInt64(schema) && !types.includes('string');
  if (digits) {
    types.splice(types.indexOf('integer') + 1, 0, 'string');
    result['pattern'] = INT64_DIGITS;
  }
  if (types.length > 0) result['type'] = types.length === 1 ? types[0] : types;
}

/** True for a 64-bit integer without an enum: digits in a string fit as well. */
function isInt64(schema: SchemaObject): boolean {
  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? []);
  return (
    schema.format === 'int64' && types.includes('integer') && schema.enum === undefined && schema.const === undefined
  );
}

function copyText(schema: SchemaObject, result: Record<string, unknown>, report: Report, isUsable: IsUsable): void {
  if (schema.format !== undefined && CHECKED_FORMATS.has(schema.format)) result['format'] = schema.format;
  if (schema.pattern !== undefined) {
    if (isUsable(schema.pattern)) result['pattern'] = schema.pattern;
    else reportPattern(schema.pattern, schema, report);
  }
  if (schema.description === undefined) return;
  const text = firstSentence(schema.description, MAX_TEXT);
  if (text !== '') result['description'] = text;
}

export function compiles(pattern: string): boolean {
  try {
    new RegExp(pattern, 'u');
    return true;
  } catch {
    return false;
  }
}

function copyChildren(
  schema: SchemaObject,
  result: Record<string, unknown>,
  convert: ToValidation,
  isUsable: IsUsable,
): void {
  for (const key of SCHEMA_KEYS) {
    const child = schema[key];
    if (child !== undefined) result[key] = key === 'not' && result['not'] ? result['not'] : convert(child);
  }
  for (const key of LIST_KEYS) {
    const list = schema[key];
    if (list && list.length > 0) result[key] = list.map(convert);
  }
  const maps = wellFormedMaps(schema);
  for (const key of MAP_KEYS) {
    const entries = (maps[key] ?? []).filter(([name]) => key !== 'patternProperties' || isUsable(name));
    if (entries.length > 0 || (key === 'properties' && schema.properties)) {
      result[key] = Object.fromEntries(entries.map(([name, child]) => [name, convert(child)]));
    }
  }
}

/** Where a key pattern cannot be checked, the keys it stood for must not be refused. */
function openForPatterns(
  schema: SchemaObject,
  result: Record<string, unknown>,
  report: Report,
  isUsable: IsUsable,
): void {
  const dropped = Object.keys(schema.patternProperties ?? {}).filter((pattern) => !isUsable(pattern));
  for (const pattern of dropped) reportPattern(pattern, schema, report);
  if (dropped.length === 0) return;
  delete result['additionalProperties'];
  delete result['unevaluatedProperties'];
}

function reportPattern(pattern: string, schema: SchemaObject, report: Report): void {
  if (compiles(pattern)) report('PATTERN_DANGEROUS', `The pattern ${pattern} could take too long to match`, schema);
  else report('PATTERN_INVALID', `The pattern ${pattern} is not a regular expression`, schema);
}
