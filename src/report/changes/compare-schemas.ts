import { isSame } from './json-data.js';
import { childPairs, type SchemaPair } from './schema-children.js';
import { type Finding, SCHEMA_RULES } from './schema-rules.js';
import { resolveShared, type SharedSchemas, sharedName } from './shared-schemas.js';

/** A finding with its place, in dots and brackets: `body.tags[].name`; empty at the top. */
export interface PlacedFinding extends Omit<Finding, 'property'> {
  readonly place: string;
}

/** Places that are looked at in one comparison; what is beyond that is named as a whole. */
const MAX_PLACES = 20_000;

/**
 * What differs between two input schemas, with its weight for those who write such input. A reference to the same shared
 * schema on both sides is not followed: that schema is compared once, on its own.
 */
export function compareSchemas(before: unknown, after: unknown, shared: SharedSchemas): PlacedFinding[] {
  const found: PlacedFinding[] = [];
  const met = new Set<string>();
  const waiting: SchemaPair[] = [{ before, after, place: '' }];
  let places = 0;
  for (let pair = waiting.pop(); pair !== undefined; pair = waiting.pop()) {
    if (isSettled(pair, met)) continue;
    places += 1;
    const was = resolveShared(pair.before, shared.before);
    const is = resolveShared(pair.after, shared.after);
    if (places > MAX_PLACES || was === undefined || is === undefined) {
      found.push(...asWhole(pair));
      continue;
    }
    const { place } = pair;
    for (const { level, text, property } of SCHEMA_RULES.flatMap((rule) => rule(was, is))) {
      found.push({ level, text, place: [place, property ?? ''].filter((part) => part !== '').join('.') });
    }
    waiting.push(...childPairs(was, is, place).reverse());
  }
  return found;
}

/** Nothing to find: equal, the same shared schema, or two shared ones that met before. */
function isSettled({ before, after }: SchemaPair, met: Set<string>): boolean {
  if (before === after) return true;
  const [was, is] = [sharedName(before), sharedName(after)];
  if (was === undefined || is === undefined) return false;
  if (was === is && isSame(before, after)) return true;
  const key = JSON.stringify([was, is]);
  if (met.has(key)) return true;
  met.add(key);
  return false;
}

/** `false`, or a schema that is not looked into. */
function asWhole({ before, after, place }: SchemaPair): PlacedFinding[] {
  if (isSame(before, after)) return [];
  return [
    before === false
      ? { level: 'additive', text: 'can be given now', place }
      : { level: 'breaking', text: 'changed', place },
  ];
}
