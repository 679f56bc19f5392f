import type { Schema, SchemaObject } from '../../normalize/normalized-spec.js';
import { SILENT_FORMATS, STRICT_FORMATS } from '../natural/formats.js';
import { removeHidden } from './plain-text.js';

/** Longest pattern or list of values that is told. */
const MAX_PATTERN = 120;
const MAX_VALUES = 600;

type Rule = (schema: SchemaObject) => string | undefined;

const span = (low: number | undefined, high: number | undefined): string | undefined => {
  if (low !== undefined && high !== undefined) return low === high ? `${low}` : `${low}–${high}`;
  if (low !== undefined) return `≥ ${low}`;
  return high === undefined ? undefined : `≤ ${high}`;
};
/** Safe limits of the type say nothing: 2^31 − 1 and beyond, and lower bounds as far below. */
const telling = (bound: number | undefined) =>
  bound !== undefined && Math.abs(bound) >= 2 ** 31 - 1 ? undefined : bound;
const counted = (unit: string, low: number | undefined, high: number | undefined, silent: number) => {
  const text = span(low !== undefined && low > silent ? low : undefined, telling(high));
  return text && `${text} ${unit}`;
};

/** The shortest words for what the subset cannot say, in the order they are told. */
const RULES: readonly (readonly [string, Rule])[] = [
  ['range', (s) => span(telling(s.minimum), telling(s.maximum))],
  ['above', (s) => (s.exclusiveMinimum === undefined ? undefined : `> ${s.exclusiveMinimum}`)],
  ['below', (s) => (s.exclusiveMaximum === undefined ? undefined : `< ${s.exclusiveMaximum}`)],
  ['multiple', (s) => (s.multipleOf === undefined ? undefined : `multiple of ${s.multipleOf}`)],
  ['length', (s) => counted('chars', s.minLength, s.maxLength, 1)],
  ['items', (s) => counted('items', s.minItems, s.maxItems, 1)],
  ['unique', (s) => (s.uniqueItems === true ? 'unique' : undefined)],
  ['contains', (s) => (s.contains === undefined ? undefined : containsWords(s))],
  ['keys', (s) => counted('keys', s.minProperties, s.maxProperties, 0)],
  ['key names', (s) => keyWords(s)],
  ['key patterns', (s) => keyPatterns(s)],
  ['together', (s) => dependentWords(s)],
  ['format', (s) => formatWords(s)],
  ['encoding', (s) => (s.contentEncoding === undefined ? undefined : short(s.contentEncoding, 20))],
  ['not', (s) => notWords(s.not)],
  ['condition', (s) => (s.if === undefined || !(s.then || s.else) ? undefined : 'conditional rules apply')],
];

export function constraintWords(schema: SchemaObject): string[] {
  return RULES.map(([, rule]) => rule(schema)).filter((words) => words !== undefined && words !== '') as string[];
}

export function patternWords(pattern: string): string {
  return `pattern ${short(pattern, MAX_PATTERN)}`;
}

export function valuesWords(values: readonly unknown[]): string {
  const texts = values.map((value) => (typeof value === 'string' ? removeHidden(value) : JSON.stringify(value)));
  return `one of: ${short(texts.join(', '), MAX_VALUES)}`;
}

function short(text: string, limit: number): string {
  const clean = removeHidden(text);
  return clean.length <= limit ? clean : `${clean.slice(0, limit - 1).replace(/\p{Cs}$/u, '')}…`;
}

function containsWords({ minContains = 1, maxContains }: SchemaObject): string {
  return `${span(minContains, maxContains)} items of a certain kind`;
}

function keyWords({ propertyNames }: SchemaObject): string | undefined {
  if (typeof propertyNames !== 'object') return undefined;
  if (propertyNames.enum) return `keys ${valuesWords(propertyNames.enum)}`;
  const words = [
    ...(propertyNames.pattern ? [patternWords(propertyNames.pattern)] : []),
    ...constraintWords(propertyNames),
  ];
  return words.length > 0 ? `keys: ${words.join(', ')}` : undefined;
}

function keyPatterns({ patternProperties }: SchemaObject): string | undefined {
  const patterns = Object.keys(patternProperties ?? {});
  return patterns.length > 0 ? `keys match ${short(patterns.join(' or '), MAX_PATTERN)}` : undefined;
}

function dependentWords({ dependentRequired }: SchemaObject): string | undefined {
  const rules = Object.entries(dependentRequired ?? {}).map(([key, names]) => `${key} needs ${names.join(', ')}`);
  return rules.length > 0 ? short(rules.join('; '), MAX_VALUES) : undefined;
}

function formatWords({ format, type }: SchemaObject): string | undefined {
  if (format === undefined || SILENT_FORMATS.has(format)) return undefined;
  const isString = type === 'string' || (Array.isArray(type) && type.includes('string'));
  if (STRICT_FORMATS.has(format) && isString) return undefined;
  return format === 'byte' ? 'base64' : short(format, 40);
}

function notWords(not: Schema | undefined): string | undefined {
  if (typeof not !== 'object') return undefined;
  if (not.required && Object.keys(not).every((key) => key === 'required' || key === 'type')) {
    return not.required.length > 1 ? `not ${not.required.join(' and ')} together` : `without ${not.required[0]}`;
  }
  if (not.enum) return `not ${valuesWords(not.enum)}`;
  if (not.const !== undefined) return `not ${JSON.stringify(not.const)}`;
  return not.pattern === undefined ? 'further rules apply' : `not ${patternWords(not.pattern)}`;
}

/** Words for branches that only say which properties go together; undefined when a branch says more. */
export function requiredWords(branches: readonly Schema[], exclusive: boolean): string | undefined {
  const groups: string[] = [];
  for (const branch of branches) {
    if (typeof branch !== 'object' || branch.$ref !== undefined) return undefined;
    const keys = Object.keys(branch).filter(
      (key) => !['title', 'description', 'required', 'type', 'not'].includes(key),
    );
    if (keys.length > 0 || (branch.required === undefined && branch.not === undefined)) return undefined;
    groups.push(branch.required ? branch.required.join(' + ') : 'none of these');
  }
  return `${exclusive ? 'exactly' : 'at least'} one of: ${groups.join('; ')}`;
}
