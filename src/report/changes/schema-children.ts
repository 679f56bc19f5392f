import { isRecord, type JsonRecord, listOf, own, recordOf } from './json-data.js';

/** Two schemas that stand at the same place. */
export interface SchemaPair {
  readonly before: unknown;
  readonly after: unknown;
  readonly place: string;
}

export const COMPOSITIONS = ['anyOf', 'oneOf', 'allOf'] as const;

/** The pairs one level below two schemas: what only one side has is told by the rules of the level itself. */
export function childPairs(before: JsonRecord, after: JsonRecord, place: string): SchemaPair[] {
  const [was, is] = [recordOf(before['properties']), recordOf(after['properties'])];
  const [wasTuple, isTuple] = [listOf(before['prefixItems']), listOf(after['prefixItems'])];
  const pairs: SchemaPair[] = Object.keys(was)
    .filter((name) => Object.hasOwn(is, name))
    .map((name) => ({ before: was[name], after: is[name], place: under(place, name) }));
  const [wasMore, isMore] = [before['additionalProperties'], after['additionalProperties']];
  if (isRecord(wasMore) && isRecord(isMore)) pairs.push({ before: wasMore, after: isMore, place: under(place, '*') });
  if (before['items'] !== undefined || after['items'] !== undefined) {
    pairs.push({ before: before['items'] ?? {}, after: after['items'] ?? {}, place: `${place}[]` });
  }
  for (const [index, item] of wasTuple.entries()) {
    if (index < isTuple.length) pairs.push({ before: item, after: isTuple[index], place: `${place}[${index}]` });
  }
  for (const keyword of COMPOSITIONS) {
    for (const [old, now] of pairBranches(keyword, before, after).pairs) {
      pairs.push({ before: old, after: now, place });
    }
  }
  return pairs;
}

/**
 * Branches of a composition: equal ones belong together and are left out, then those at the same position among the rest.
 */
export function pairBranches(keyword: (typeof COMPOSITIONS)[number], before: JsonRecord, after: JsonRecord) {
  const texts = (branches: readonly unknown[]) => new Set(branches.map((branch) => JSON.stringify(branch)));
  const [was, is] = [listOf(own(before, keyword)), listOf(own(after, keyword))];
  const [old, now] = [texts(was), texts(is)];
  const lost = was.filter((branch) => !now.has(JSON.stringify(branch)));
  const gained = is.filter((branch) => !old.has(JSON.stringify(branch)));
  const paired = Math.min(lost.length, gained.length);
  return {
    pairs: lost.slice(0, paired).map((branch, index): readonly [unknown, unknown] => [branch, gained[index]]),
    lost: lost.slice(paired),
    gained: gained.slice(paired),
    isNew: was.length === 0,
    isGone: is.length === 0,
  };
}

const under = (place: string, name: string) => (place === '' ? name : `${place}.${name}`);
