import type { ValidationIssue } from '../contract.js';
import { nearest, shorten } from '../text.js';
import { relevantIssues } from './relevant-issues.js';

const MAX_FAULTS = 5;
const MAX_FAULT = 290;
/** Faults that are looked at: a large input can have one at every place. */
const MAX_ISSUES = 2_000;

/** Translates the segments of a place in the natural form into what the model wrote. */
export type WritePath = (segments: readonly string[]) => string;

/** Faults of an input as sentences that let the model repair it: the deepest first, a few at most. */
export function describeIssues(issues: readonly ValidationIssue[], input: unknown, writePath: WritePath): string[] {
  const useful = mergeAlternatives(relevantIssues(issues.slice(0, MAX_ISSUES)));
  const sorted = useful
    .map((issue, order) => ({ issue, order, depth: segmentsOf(issue.instancePath).length }))
    .sort((a, b) => b.depth - a.depth || a.order - b.order);
  const lines = sorted.map(({ issue }) => shorten(describeIssue(issue, input, writePath), MAX_FAULT));
  const unique = [...new Set(lines)];
  const shown = unique.slice(0, MAX_FAULTS);
  if (unique.length > MAX_FAULTS) shown.push(`and ${unique.length - MAX_FAULTS} more faults`);
  return shown;
}

/** Dotted spelling of a place: `body.items[2].name`. */
export function dottedPath(segments: readonly string[]): string {
  return segments.reduce((path, segment) => {
    if (/^\d+$/.test(segment) && path !== '') return `${path}[${segment}]`;
    if (!/^[\w$-]+$/.test(segment)) return `${path}[${JSON.stringify(segment)}]`;
    return path === '' ? segment : `${path}.${segment}`;
  }, '');
}

export function segmentsOf(pointer: string): string[] {
  if (pointer === '') return [];
  return pointer
    .slice(1)
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** Alternatives of a union fail at one place with one fault each: they become one sentence. */
function mergeAlternatives(issues: readonly ValidationIssue[]): ValidationIssue[] {
  const merged = new Map<string, ValidationIssue>();
  for (const issue of issues.map(asList)) {
    const key = `${issue.keyword} ${issue.instancePath} ${mergeKey(issue)}`;
    const before = merged.get(key);
    merged.set(key, before === undefined ? issue : { ...before, params: joinParams(before, issue) });
  }
  return [...merged.values()];
}

/** A constant is a list of one: so it merges with the lists of other branches. */
function asList(issue: ValidationIssue): ValidationIssue {
  if (issue.keyword !== 'const') return issue;
  return { ...issue, keyword: 'enum', params: { allowedValues: [issue.params['allowedValue']] } };
}

function mergeKey({ keyword, params }: ValidationIssue): string {
  return keyword === 'type' || keyword === 'enum' ? '' : JSON.stringify(params);
}

function joinParams(left: ValidationIssue, right: ValidationIssue): ValidationIssue['params'] {
  if (left.keyword === 'type') return { type: [...new Set([left.params['type'], right.params['type']].flat())] };
  if (left.keyword === 'enum') {
    return { allowedValues: [...new Set([left.params['allowedValues'], right.params['allowedValues']].flat())] };
  }
  return left.params;
}

function valueAt(input: unknown, segments: readonly string[]): unknown {
  let value: unknown = input;
  for (const segment of segments) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, segment)) return undefined;
    value = (value as Record<string, unknown>)[segment];
  }
  return value;
}

/** A value as it came, short. */
function showValue(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === 'object' && value !== null) return `an object with ${showNames(Object.keys(value))}`;
  if (typeof value === 'bigint') return value.toString();
  return shorten(JSON.stringify(value) ?? 'nothing', 60);
}

function showNames(names: readonly string[]): string {
  if (names.length === 0) return 'no properties';
  return shorten(names.slice(0, 6).join(', '), 80) + (names.length > 6 ? ', …' : '');
}

type Sentence = (issue: ValidationIssue, value: unknown) => string;

const param = (issue: ValidationIssue, name: string): string => String(issue.params[name]);

const TYPE_NAMES: Readonly<Record<string, string>> = {
  array: 'a list',
  object: 'an object',
  integer: 'an integer',
  null: 'null',
};
const typeName = (type: unknown): string => {
  const name = String(type);
  return Object.hasOwn(TYPE_NAMES, name) ? (TYPE_NAMES[name] ?? name) : `a ${name}`;
};

/** The pattern of 64-bit integers, which may be digits in a string: to the model they are integers. */
const DIGITS = '^-?[0-9]{1,20}$';

function typesExpected(issue: ValidationIssue): unknown[] {
  const types = [issue.params['type']].flat();
  const schema = issue.parentSchema;
  const isDigits = typeof schema === 'object' && schema !== null && Reflect.get(schema, 'pattern') === DIGITS;
  return isDigits ? types.filter((type) => type !== 'string') : types;
}

const SENTENCES: Readonly<Record<string, Sentence>> = {
  type: (issue, value) => `expected ${typesExpected(issue).map(typeName).join(' or ')}, got ${showValue(value)}`,
  required: (issue) => `the property "${param(issue, 'missingProperty')}" is required and missing`,
  additionalProperties: (issue) => unknownProperty(param(issue, 'additionalProperty'), issue),
  unevaluatedProperties: (issue) => unknownProperty(param(issue, 'unevaluatedProperty'), issue),
  enum: (issue, value) => `${expectedMembers([issue.params['allowedValues']].flat(), value)}, got ${showValue(value)}`,
  pattern: (issue, value) =>
    issue.params['pattern'] === DIGITS
      ? `expected an integer, got ${showValue(value)}`
      : `must match the pattern ${shorten(param(issue, 'pattern'), 120)}, got ${showValue(value)}`,
  format: (issue, value) => `must have the format ${param(issue, 'format')}, got ${showValue(value)}`,
  minLength: (issue, value) => `must have at least ${param(issue, 'limit')} characters, got ${showValue(value)}`,
  maxLength: (issue, value) => `must have at most ${param(issue, 'limit')} characters, got ${lengthOf(value)}`,
  minItems: (issue, value) => `must have at least ${param(issue, 'limit')} items, got ${lengthOf(value)}`,
  maxItems: (issue, value) => `must have at most ${param(issue, 'limit')} items, got ${lengthOf(value)}`,
  minimum: (issue, value) => `must be ${param(issue, 'comparison')} ${param(issue, 'limit')}, got ${showValue(value)}`,
  maximum: (issue, value) => `must be ${param(issue, 'comparison')} ${param(issue, 'limit')}, got ${showValue(value)}`,
  exclusiveMinimum: (issue, value) => `must be > ${param(issue, 'limit')}, got ${showValue(value)}`,
  exclusiveMaximum: (issue, value) => `must be < ${param(issue, 'limit')}, got ${showValue(value)}`,
  multipleOf: (issue, value) => `must be a multiple of ${param(issue, 'multipleOf')}, got ${showValue(value)}`,
  uniqueItems: () => 'must not hold the same item twice',
  oneOf: () => 'fits more than one, or none, of the alternatives; exactly one is allowed',
  not: () => 'is a value that is ruled out',
  dependentRequired: (issue) => `needs ${param(issue, 'missingProperty')} together with ${param(issue, 'property')}`,
  'false schema': () => 'is not allowed here',
};

function lengthOf(value: unknown): string {
  return typeof value === 'string' || Array.isArray(value) ? String(value.length) : showValue(value);
}

function unknownProperty(name: string, issue: ValidationIssue): string {
  return unknownPropertyText(name, propertyNames(issue.parentSchema, name));
}

/** A property that is not known, and the known names that are nearest to it. */
export function unknownPropertyText(name: string, known: readonly string[]): string {
  const advice = known.length === 0 ? '' : `; valid names near it: ${shorten(nearest(name, known, 3).join(', '), 100)}`;
  return `unknown property ${shorten(JSON.stringify(name), 80)}${advice}`;
}

function propertyNames(schema: unknown, name: string): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { properties } = schema as { properties?: unknown };
  if (typeof properties !== 'object' || properties === null) return [];
  return Object.keys(properties).filter((each) => each !== name);
}

function expectedMembers(members: readonly unknown[], value: unknown): string {
  const texts = members.map((member) => JSON.stringify(member) ?? 'null');
  const all = texts.join(', ');
  if (texts.length === 1) return `expected ${shorten(all, 120)}`;
  if (all.length <= 160) return `expected one of ${all}`;
  const near = nearest(JSON.stringify(value) ?? '', texts, 5).join(', ');
  return `expected one of ${texts.length} values; the nearest are ${shorten(near, 140)}`;
}

function describeIssue(issue: ValidationIssue, input: unknown, writePath: WritePath): string {
  const segments = segmentsOf(issue.instancePath);
  const value = valueAt(input, segments);
  const sentence = Object.hasOwn(SENTENCES, issue.keyword) ? SENTENCES[issue.keyword] : undefined;
  const text = sentence === undefined ? (issue.message ?? 'is not valid') : sentence(issue, value);
  const path = shorten(writePath(segments), 120);
  return path === '' ? text : `${path}: ${text}`;
}
