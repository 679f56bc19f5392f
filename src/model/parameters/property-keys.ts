import type { NormalizedParameter, ParameterPlace } from '../../normalize/normalized-spec.js';
import { stableHash } from '../names/hash.js';
import { shorten } from '../names/words.js';

/** Key of the request body. Kept free for it whether or not the operation has one, so that adding one renames nothing. */
export const BODY_KEY = 'body';

const PLACES: readonly ParameterPlace[] = ['path', 'query', 'header', 'cookie', 'querystring'];
const LIMIT = 64;

/** `^[a-zA-Z0-9_.-]{1,64}$`, and no name that a plain object treats in its own way. */
function aliasOf(name: string, place: ParameterPlace): string {
  if (/^[a-zA-Z0-9_.-]{1,64}$/.test(name) && name !== '__proto__') return name;
  const clean = name
    .replace(/[^a-zA-Z0-9_.-]+/g, '_')
    .replace(/_{2,}/g, '_')
    .replace(/^_+|_+$/g, '');
  return shorten(clean || place, LIMIT);
}

/**
 * Keys of parameters in the tool's input, in their order. A name that several places have stays bare in the first of path,
 * query, header and cookie; the others take the place behind it (`id`, `id_query`). Names that only meet through their
 * aliases take a hash. The outcome does not depend on the order.
 */
export function propertyKeys(parameters: readonly NormalizedParameter[]): string[] {
  const keys = new Map<NormalizedParameter, string>();
  const taken = new Set([BODY_KEY]);
  const give = (parameter: NormalizedParameter, key: string): boolean => {
    if (taken.has(key)) return false;
    taken.add(key);
    keys.set(parameter, key);
    return true;
  };
  const ranked = parameters.map((parameter) => ({ parameter, alias: aliasOf(parameter.name, parameter.in) }));
  for (const { parameter, alias } of ranked.sort(byRank)) {
    if (give(parameter, alias) || give(parameter, shorten(`${alias}_${parameter.in}`, LIMIT))) continue;
    const own = `${parameter.in} ${parameter.name}`;
    if (give(parameter, `${alias.slice(0, LIMIT - 9)}_${stableHash(own)}`)) continue;
    give(parameter, stableHash(own, LIMIT));
  }
  return parameters.map((parameter) => keys.get(parameter) ?? '');
}

interface Ranked {
  readonly parameter: NormalizedParameter;
  readonly alias: string;
}

/** Names that need no alias first, then by place, then by name: those that come first keep the bare key. */
function byRank(a: Ranked, b: Ranked): number {
  const aliased = ({ parameter, alias }: Ranked) => (alias === parameter.name ? 0 : 1);
  const place = ({ parameter }: Ranked) => PLACES.indexOf(parameter.in);
  const order = aliased(a) - aliased(b) || place(a) - place(b);
  if (order !== 0) return order;
  const [one, other] = [a.parameter.name, b.parameter.name];
  return one < other ? -1 : one > other ? 1 : 0;
}
