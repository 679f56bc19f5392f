import type { Codec, Codecs, JSONSchema } from '../contract.js';
import { chooseBranch } from './choose-branch.js';
import {
  branchPlaces,
  codecAt,
  entryPlace,
  follow,
  itemsPlace,
  type Place,
  propertyPlace,
  renamings,
  spend,
  startWalk,
  type Walk,
} from './place.js';
import { child, type Entries, isObject, setOwn, snapshot } from './snapshot.js';

/**
 * The form the model writes of a natural input: the inverse of `decodeValue` for every input that fits the validation
 * schema. What does not fit is left as it is.
 */
export function encodeValue(inputSchema: JSONSchema, codecs: Codecs | undefined, natural: unknown): unknown {
  const walk = startWalk(inputSchema, codecs);
  return encode(walk, { schema: inputSchema, pointer: '' }, snapshot(natural), '');
}

function encode(walk: Walk, place: Place, value: unknown, path: string): unknown {
  spend(walk, path);
  const at = follow(walk, place);
  const codec = codecAt(walk, at);
  if (codec?.kind === 'json')
    return JSON.stringify(value, (_key, item: unknown) => (typeof item === 'bigint' ? String(item) : item));
  if (codec?.kind === 'int64') return typeof value === 'bigint' ? String(value) : value;
  if (codec?.kind === 'map')
    return isObject(value) ? encodeEntries(walk, entryPlace(at), Object.entries(value), path) : value;
  if (branchPlaces(at).length > 0) {
    const branch = chooseBranch(walk, at, value, 'natural');
    return branch ? encode(walk, branch, value, path) : value;
  }
  if (Array.isArray(value)) {
    const items = itemsPlace(at);
    return items ? value.map((item, index) => encode(walk, items, item, child(path, index))) : value;
  }
  return isObject(value) ? encodeObject(walk, at, value, codec, path) : value;
}

function encodeEntries(
  walk: Walk,
  inner: Place | undefined,
  entries: readonly [string, unknown][],
  path: string,
): Entries[] {
  return entries.map(([key, item]) => ({ key, value: inner ? encode(walk, inner, item, child(path, key)) : item }));
}

function encodeObject(walk: Walk, at: Place, value: Entries, codec: Codec | undefined, path: string): Entries {
  const { names, keys, rest } = renamings(codec);
  const result: Entries = {};
  const further: [string, unknown][] = [];
  for (const [name, item] of Object.entries(value)) {
    const key = keys.get(name) ?? name;
    const isDeclared = keys.has(name) || (!names.has(name) && name !== rest);
    const property = isDeclared ? propertyPlace(at, key) : undefined;
    if (property) setOwn(result, key, encode(walk, property, item, child(path, name)));
    else if (rest !== undefined) further.push([name, item]);
    else setOwn(result, name, item);
  }
  const list = rest === undefined ? undefined : propertyPlace(at, rest);
  if (rest !== undefined && list) setOwn(result, rest, encodeEntries(walk, entryPlace(list), further, path));
  return result;
}
