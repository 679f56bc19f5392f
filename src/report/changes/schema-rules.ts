import type { ChangeLevel } from './change.js';
import { isRecord, isSame, type JsonRecord, listOf, own, recordOf, shown } from './json-data.js';
import { COMPOSITIONS, pairBranches } from './schema-children.js';
import { sharedName } from './shared-schemas.js';

/** What one rule found at one place. */
export interface Finding {
  readonly level: ChangeLevel;
  /** The end of a sentence about the place: `is required now`. */
  readonly text: string;
  /** A property below the place that the sentence is about. */
  readonly property?: string;
}

/** Looks at one place of an input schema, before and after; nested schemas are looked at on their own. */
type SchemaRule = (before: JsonRecord, after: JsonRecord) => readonly Finding[];

const PRIMITIVES = ['null', 'boolean', 'object', 'array', 'number', 'string'];
/** Keywords that cap a value from above: a larger limit takes more. */
const UPPER = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties', 'maxContains'];
const LOWER = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties', 'minContains'];
/** Keywords that take or refuse a value as a whole: giving one or changing it can refuse what was fine. */
const PLAIN = ['pattern', 'format', 'multipleOf', 'contentEncoding', 'contentMediaType'];
/** Keywords whose value is a schema, or holds schemas, that nothing else here looks into. */
const OPAQUE = [
  '$ref',
  'not',
  'if',
  'then',
  'else',
  'patternProperties',
  'propertyNames',
  'contains',
  'dependentRequired',
  'dependentSchemas',
  'unevaluatedProperties',
  'unevaluatedItems',
  'discriminator',
];
const NOTES = ['default', 'title', 'deprecated', 'examples', '$comment'];

/** In the order of the report. Sources: JSON Schema 2020-12 Core 10, Validation 6. */
export const SCHEMA_RULES: readonly SchemaRule[] = [
  typeChanged,
  enumChanged,
  propertiesRemoved,
  propertiesAdded,
  requiredChanged,
  openness,
  upperBounds,
  lowerBounds,
  plainKeywords,
  uniqueItems,
  tuples,
  compositions,
  opaqueKeywords,
  notes,
];

function typeChanged(before: JsonRecord, after: JsonRecord): Finding[] {
  const [was, is] = [typesOf(before), typesOf(after)];
  const lost = [...was].filter((type) => !is.has(type));
  const gained = [...is].filter((type) => !was.has(type));
  if (lost.length > 0 && before['type'] === undefined) return [breaking(`takes only ${words([...is])} now`)];
  if (lost.length > 0)
    return [breaking(`no longer takes ${words(lost)}${gained.length > 0 ? `, but ${words(gained)}` : ''}`)];
  if (gained.length === 0) return [];
  return [additive(after['type'] === undefined ? 'takes any type now' : `takes ${words(gained)} too`)];
}

/** Types a schema lets through by `type`; `integer` as a part of `number`. */
function typesOf(schema: JsonRecord): ReadonlySet<string> {
  const { type } = schema;
  if (type === undefined) return new Set([...PRIMITIVES, 'integer']);
  const types = listOf(Array.isArray(type) ? type : [type]).map(String);
  return new Set(types.includes('number') ? [...types, 'integer'] : types);
}

function enumChanged(before: JsonRecord, after: JsonRecord): Finding[] {
  const [was, is] = [membersOf(before), membersOf(after)];
  if (!was && !is) return [];
  if (!was) return [{ level: 'breaking', text: `takes only ${words(is ?? [])} now` }];
  if (!is) return [{ level: 'additive', text: 'is no longer limited to a list of values' }];
  const lost = was.filter((member) => !is.includes(member));
  const gained = is.filter((member) => !was.includes(member));
  return [
    ...(lost.length > 0 ? [{ level: 'breaking' as const, text: `no longer takes ${words(lost)}` }] : []),
    ...(gained.length > 0 ? [{ level: 'additive' as const, text: `takes ${words(gained)} too` }] : []),
  ];
}

function membersOf(schema: JsonRecord): string[] | undefined {
  if (Object.hasOwn(schema, 'const')) return [shown(schema['const'], 200)];
  return Array.isArray(schema['enum']) ? schema['enum'].map((member) => shown(member, 200)) : undefined;
}

function propertiesRemoved(before: JsonRecord, after: JsonRecord): Finding[] {
  const is = recordOf(after['properties']);
  return Object.keys(recordOf(before['properties']))
    .filter((property) => !Object.hasOwn(is, property))
    .map((property) => ({ level: 'breaking', text: 'was removed', property }));
}

function propertiesAdded(before: JsonRecord, after: JsonRecord): Finding[] {
  const was = recordOf(before['properties']);
  const required = listOf(after['required']);
  return Object.keys(recordOf(after['properties']))
    .filter((property) => !Object.hasOwn(was, property))
    .map((property) =>
      required.includes(property)
        ? { level: 'breaking', text: 'was added and is required', property }
        : { level: 'additive', text: 'was added', property },
    );
}

function requiredChanged(before: JsonRecord, after: JsonRecord): Finding[] {
  const kept = (schema: JsonRecord) =>
    listOf(schema['required'])
      .filter((name): name is string => typeof name === 'string')
      .filter((name) => [before, after].every(({ properties }) => Object.hasOwn(recordOf(properties), name)));
  const [was, is] = [kept(before), kept(after)];
  return [
    ...is.filter((name) => !was.includes(name)).map((property) => breaking('is required now', property)),
    ...was.filter((name) => !is.includes(name)).map((property) => additive('is optional now', property)),
  ];
}

/** `additionalProperties` as the door to undeclared properties; a schema there is looked into as a place of its own. */
function openness(before: JsonRecord, after: JsonRecord): Finding[] {
  const [was, is] = [before['additionalProperties'], after['additionalProperties']];
  if (isSame(was, is) || (isRecord(was) && isRecord(is))) return [];
  const [wasOpen, isOpen] = [was ?? true, is ?? true];
  if (isSame(wasOpen, isOpen)) return [];
  if (isOpen === false) return [breaking('takes no further properties now')];
  if (wasOpen === false) return [additive('takes further properties now')];
  return isOpen === true
    ? [additive('takes any further properties now')]
    : [breaking('limits its further properties now')];
}

function upperBounds(before: JsonRecord, after: JsonRecord): Finding[] {
  return UPPER.flatMap((keyword) => bound(keyword, before, after, (was, is) => is > was));
}

function lowerBounds(before: JsonRecord, after: JsonRecord): Finding[] {
  return LOWER.flatMap((keyword) => bound(keyword, before, after, (was, is) => is < was));
}

function bound(
  keyword: string,
  before: JsonRecord,
  after: JsonRecord,
  wider: (was: number, is: number) => boolean,
): Finding[] {
  const [was, is] = [before[keyword], after[keyword]];
  if (was === is) return [];
  const text = `${keyword} ${shown(was ?? 'none')} became ${shown(is ?? 'none')}`.replaceAll('"none"', 'none');
  if (typeof is !== 'number') return [additive(text)];
  return typeof was === 'number' && wider(was, is) ? [additive(text)] : [breaking(text)];
}

function plainKeywords(before: JsonRecord, after: JsonRecord): Finding[] {
  return PLAIN.flatMap((keyword) => {
    const [was, is] = [own(before, keyword), own(after, keyword)];
    if (isSame(was, is)) return [];
    if (is === undefined) return [additive(`has no ${keyword} any more`)];
    return [breaking(`has the ${keyword} ${shown(is)} now`)];
  });
}

function uniqueItems(before: JsonRecord, after: JsonRecord): Finding[] {
  const [was, is] = [before['uniqueItems'] === true, after['uniqueItems'] === true];
  if (was === is) return [];
  return is ? [breaking('takes no equal items now')] : [additive('takes equal items now')];
}

function tuples(before: JsonRecord, after: JsonRecord): Finding[] {
  const [was, is] = [listOf(before['prefixItems']).length, listOf(after['prefixItems']).length];
  if (was === is) return [];
  return [
    is > was ? breaking('has rules for more of its first items') : additive('has rules for fewer of its first items'),
  ];
}

/** A branch more widens `anyOf` and `oneOf`, and narrows `allOf`; so does the first one of any. */
function compositions(before: JsonRecord, after: JsonRecord): Finding[] {
  return COMPOSITIONS.flatMap((keyword) => {
    const { lost, gained, isNew, isGone } = pairBranches(keyword, before, after);
    const isAll = keyword === 'allOf';
    return [
      ...lost.map((branch) => (isAll || isGone ? additive : breaking)(`lost ${branchName(branch)} of its ${keyword}`)),
      ...gained.map((branch) =>
        (isAll || isNew ? breaking : additive)(`gained ${branchName(branch)} in its ${keyword}`),
      ),
    ];
  });
}

function branchName(branch: unknown): string {
  const own = recordOf(branch);
  return sharedName(branch) ?? shown(own['title'] ?? own['const'] ?? own['type'] ?? branch, 60);
}

function opaqueKeywords(before: JsonRecord, after: JsonRecord): Finding[] {
  return OPAQUE.filter((keyword) => !isSame(own(before, keyword), own(after, keyword))).map((keyword) =>
    own(after, keyword) === undefined ? additive(`has no ${keyword} any more`) : breaking(`has another ${keyword}`),
  );
}

function notes(before: JsonRecord, after: JsonRecord): Finding[] {
  return NOTES.filter((keyword) => !isSame(own(before, keyword), own(after, keyword))).map((keyword) => {
    const is = own(after, keyword);
    const text = is === undefined ? `has no ${keyword} any more` : `has the ${keyword} ${shown(is)} now`;
    return { level: 'cosmetic', text };
  });
}

function breaking(text: string, property?: string): Finding {
  return { level: 'breaking', text, ...(property !== undefined && { property }) };
}

function additive(text: string, property?: string): Finding {
  return { level: 'additive', text, ...(property !== undefined && { property }) };
}

/** Names in a sentence, ten at most. */
function words(names: readonly string[]): string {
  const more = names.length > 10 ? `, … (${names.length - 10} more)` : '';
  return `${names.slice(0, 10).join(', ')}${more}`;
}
