import type { Codec, Codecs, JSONSchema } from '../contract.js';
import { chooseBranch, sameLiteral } from './choose-branch.js';
import { CodecError } from './codec-error.js';
import {
  admitsType,
  branchPlaces,
  codecAt,
  entryPlace,
  follow,
  isRequired,
  itemsPlace,
  literalsOf,
  type Place,
  propertyPlace,
  renamings,
  spend,
  startWalk,
  type Walk,
} from './place.js';
import { child, type Entries, isObject, MAX_DEPTH, setOwn, snapshot } from './snapshot.js';

/**
 * The natural form of an input the model wrote against `inputSchema` (the tool's own, before any strict plan).
 *
 * Null at an optional place that does not admit it is absent; encodings are undone, and the natural form is taken as it
 * is where its JSON type tells it from the encoded one; an object or list that came as JSON text is read once; letter
 * case of an enum member is mended. Nothing else is changed: what does not fit is left for validation to report.
 *
 * What was `copied` before is not copied once more.
 *
 * @throws CodecError for an encoding that cannot be undone.
 */
export function decodeValue(
  inputSchema: JSONSchema,
  codecs: Codecs | undefined,
  written: unknown,
  copied = false,
): unknown {
  const walk = startWalk(inputSchema, codecs);
  return decode(walk, { schema: inputSchema, pointer: '' }, copied ? written : snapshot(written), '');
}

function decode(walk: Walk, place: Place, value: unknown, path: string): unknown {
  spend(walk, path);
  const at = follow(walk, place);
  const codec = codecAt(walk, at);
  if (codec?.kind === 'json') return typeof value === 'string' ? parseJson(value, path) : value;
  if (codec?.kind === 'int64') return typeof value === 'bigint' ? String(value) : value;
  if (typeof value === 'string') return decodeString(walk, at, value, path);
  if (codec?.kind === 'map') return decodeMap(walk, at, value, path);
  if (branchPlaces(at).length > 0) {
    const branch = chooseBranch(walk, at, value, 'written');
    return branch ? decode(walk, branch, value, path) : value;
  }
  if (Array.isArray(value)) {
    const items = itemsPlace(at);
    return items ? value.map((item, index) => decode(walk, items, item, child(path, index))) : value;
  }
  return isObject(value) ? decodeObject(walk, at, value, codec, path) : value;
}

/** A string: an enum member, text, or an object or list that was written as text though no string fits. */
function decodeString(walk: Walk, at: Place, value: string, path: string): unknown {
  const literals = literalsOf(at);
  if (literals) return foldCase(literals, value);
  if (!admitsType(walk, at, 'string')) {
    const parsed = parseStructure(walk, at, value);
    return parsed === undefined ? value : decode(walk, at, parsed, path);
  }
  if (branchPlaces(at).length === 0) return value;
  const branch = chooseBranch(walk, at, value, 'written');
  return branch ? decode(walk, branch, value, path) : value;
}

function foldCase(literals: readonly unknown[], value: string): string {
  if (literals.includes(value)) return value;
  const alike = literals.filter((literal) => typeof literal === 'string' && sameLiteral(literal, value, 'written'));
  return alike.length === 1 ? (alike[0] as string) : value;
}

function parseStructure(walk: Walk, at: Place, text: string): unknown {
  if (!/^\s*[[{]/.test(text) || !(admitsType(walk, at, 'object') || admitsType(walk, at, 'array'))) return undefined;
  try {
    return snapshot(parseKeepingDigits(text));
  } catch {
    return undefined;
  }
}

/** `JSON.parse`, but integers that a number cannot hold become strings of digits, which 64-bit places take. */
function parseKeepingDigits(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (!/\d{16}/.test(text)) return value;
  const kept = text.replace(/"[^"\\]*(?:\\[\s\S][^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g, (token) => {
    const isLossy = /^-?\d{16,}$/.test(token) && String(Number(token)) !== token;
    return isLossy ? `"${token}"` : token;
  });
  return JSON.parse(kept);
}

function parseJson(text: string, path: string): unknown {
  let value: unknown;
  try {
    value = parseKeepingDigits(text);
  } catch {
    throw new CodecError(path, 'must be JSON text (a string that holds valid JSON)');
  }
  if (path.split('/').length > MAX_DEPTH) throw new CodecError(path, 'the input is nested too deeply');
  return snapshot(value);
}

function decodeMap(walk: Walk, at: Place, value: unknown, path: string): unknown {
  const inner = entryPlace(at);
  const result: Entries = {};
  if (isObject(value)) {
    for (const [key, item] of Object.entries(value))
      setOwn(result, key, inner ? decode(walk, inner, item, child(path, key)) : item);
    return result;
  }
  if (!Array.isArray(value)) return value;
  addEntries(walk, inner, value, result, path);
  return result;
}

function addEntries(
  walk: Walk,
  inner: Place | undefined,
  list: readonly unknown[],
  result: Entries,
  path: string,
): void {
  for (const [index, entry] of list.entries()) {
    const at = child(path, index);
    if (!isObject(entry) || !Object.hasOwn(entry, 'key') || typeof entry['key'] !== 'string') {
      throw new CodecError(at, 'must be an object with "key" (a string) and "value"');
    }
    const odd = Object.keys(entry).find((key) => key !== 'key' && key !== 'value');
    if (odd !== undefined || !Object.hasOwn(entry, 'value'))
      throw new CodecError(at, 'must hold "key" and "value" and nothing else');
    const key = entry['key'];
    if (Object.hasOwn(result, key))
      throw new CodecError(child(at, 'key'), `the key ${JSON.stringify(key)} occurs twice`);
    const item = entry['value'];
    setOwn(result, key, inner ? decode(walk, inner, item, child(at, 'value')) : item);
  }
}

function decodeObject(walk: Walk, at: Place, value: Entries, codec: Codec | undefined, path: string): Entries {
  const { names, keys, rest } = renamings(codec);
  const result: Entries = {};
  for (const [written, item] of Object.entries(value)) {
    if (written === rest && (Array.isArray(item) || item === null)) continue;
    const key = propertyPlace(at, written) ? written : (keys.get(written) ?? written);
    const property = key === rest ? undefined : propertyPlace(at, key);
    const inside = child(path, written);
    if (property && item === null && isAbsent(walk, at, key, property)) continue;
    const name = names.get(key) ?? key;
    if (Object.hasOwn(result, name)) throw new CodecError(inside, `the property ${JSON.stringify(name)} occurs twice`);
    setOwn(result, name, property ? decode(walk, property, item, inside) : item);
  }
  if (rest !== undefined) addRest(walk, at, value, rest, result, path);
  return result;
}

/** Null at an optional place that does not admit it. */
function isAbsent(walk: Walk, at: Place, key: string, property: Place): boolean {
  return !isRequired(at, key) && !admitsType(walk, property, 'null');
}

function addRest(walk: Walk, at: Place, value: Entries, rest: string, result: Entries, path: string): void {
  const further = Object.hasOwn(value, rest) ? value[rest] : undefined;
  const list = propertyPlace(at, rest);
  if (Array.isArray(further) && list) addEntries(walk, entryPlace(list), further, result, child(path, rest));
}
