import type { Schema, SchemaObject, TypeName } from '../../normalize/normalized-spec.js';
import { isOfType } from '../../runtime/codec/choose-branch.js';
import type { JsonValue } from '../../runtime/contract.js';
import { distinct } from '../prepare/equal.js';
import { valuesWords } from '../text/constraint-words.js';
import { hasHidden } from '../text/plain-text.js';
import { typesOf } from './keyword-types.js';
import type { WrittenNode } from './node.js';

/** More values than this are told in words. */
const MAX_VALUES = 24;

/** The values a schema lists, without repetitions and those its type rules out; undefined when it lists none. */
export function listedValues(schema: SchemaObject): readonly unknown[] | undefined {
  const listed = schema.const !== undefined ? [schema.const] : schema.enum;
  if (listed === undefined) return undefined;
  const types = typesOf(schema);
  const unique = distinct(listed);
  const fitting = unique.filter((value) => types.length === 0 || types.some((type) => isOfType(value, type)));
  return fitting.length > 0 ? fitting : unique;
}

const ORDER: readonly TypeName[] = ['string', 'integer', 'number', 'boolean'];

function typeOfScalar(value: unknown): TypeName | undefined {
  return ORDER.find((type) => isOfType(value, type));
}

/** Literals as leaves, one for each type among them. Undefined when a value is no scalar. */
export function writeLiterals(
  values: readonly unknown[],
  source: Schema,
): { leaves: WrittenNode[]; nullable: boolean } | undefined {
  const groups = new Map<TypeName, JsonValue[]>();
  for (const value of values) {
    if (value === null) continue;
    const type = typeOfScalar(value);
    if (type === undefined) return undefined;
    const group = groups.get(type);
    if (group) group.push(value as JsonValue);
    else groups.set(type, [value as JsonValue]);
  }
  const floats = groups.get('number');
  const integers = groups.get('integer');
  if (floats && integers) {
    groups.set('number', [...integers, ...floats]);
    groups.delete('integer');
  }
  const leaves = [...groups].map(([type, members]) => writeLeaf(type, members, source));
  return { leaves, nullable: values.includes(null) };
}

function writeLeaf(type: TypeName, values: readonly JsonValue[], source: Schema): WrittenNode {
  const base = { nullable: false, source, height: 0 };
  if (!isSayable(values)) return { ...base, shape: { kind: 'scalar', schema: { type } }, words: [valuesWords(values)] };
  const only = values.length === 1 ? values[0] : undefined;
  const schema = only === undefined ? { type, enum: values } : { type, const: only };
  return { ...base, shape: { kind: 'scalar', schema }, words: [] };
}

/** The grammar keeps neither long lists nor letter case, and hidden characters must not reach the model. */
function isSayable(values: readonly JsonValue[]): boolean {
  const strings = values.filter((value) => typeof value === 'string');
  const folded = new Set(strings.map((value) => value.toLowerCase()));
  return values.length <= MAX_VALUES && folded.size === strings.length && !strings.some(hasHidden);
}
