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
  for (const parameter of [...parameters].sort(byRank)) {
    const alias = aliasOf(parameter.name, parameter.in);
    const suffixed = shorten(`${alias}_${parameter.in}`, LIMIT);
    const hash = stableHash(`${parameter.in} ${parameter.name}`);
    const last = `${alias.slice(0, LIMIT - 9)}_${hash}`;
    const choices = [alias, suffixed, last];
    if (!choices.some((key) => give(parameter, key))) give(parameter, stableHash(last, LIMIT));
  }
  return parameters.map((parameter) => keys.get(parameter) ?? '');
}

/** Names that need no alias first, then by place, then by name: those that come first keep the bare key. */
function byRank(a: NormalizedParameter, b: NormalizedParameter): number {
  const aliased = (each: NormalizedParameter) => (aliasOf(each.name, each.in) === each.name ? 0 : 1);
  const order = aliased(a) - aliased(b) || PLACES.indexOf(a.in) - PLACES.indexOf(b.in);
  if (order !== 0) return order;
  return a.name < b.name ? -1 : a.name > b.name ? 1 : 0;
}
