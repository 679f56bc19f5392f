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
  propertyKeys,
  propertyPlace,
  renamings,
  spend,
  typesOf,
  type Walk,
} from './place.js';
import { isObject } from './snapshot.js';

/** Which form a value is in: the model's, or the API's. */
export type Form = 'written' | 'natural';

/**
 * The branch of a union a value belongs to: one it fits, else the one it is nearest to. Undefined when it is near none, and
 * when the value's tag rules out all of several: then the tag is what has to be mended.
 */
export function chooseBranch(walk: Walk, union: Place, value: unknown, form: Form): Place | undefined {
  const branches = branchPlaces(union);
  const fitting = branches.find((branch) => fits(walk, branch, value, form));
  if (fitting) return fitting;
  let best: Place | undefined;
  let most = 0;
  let possible = 0;
  for (const branch of branches) {
    const near = nearness(walk, branch, value, form);
    if (near > 0) possible += 1;
    if (near > most) {
      best = branch;
      most = near;
    }
  }
  return most === RULED_OUT && possible > 1 ? undefined : best;
}

/** True when a value has the structure a place asks for: types, literals, required and known keys, all the way down. */
export function fits(walk: Walk, place: Place, value: unknown, form: Form): boolean {
  spend(walk, '');
  const at = follow(walk, place);
  const codec = codecAt(walk, at);
  if (codec?.kind === 'json') return form === 'natural' || typeof value === 'string';
  if (codec?.kind === 'map') return fitsMap(walk, at, value, form);
  if (codec?.kind === 'int64' && isDigits(value)) return true;
  const branches = branchPlaces(at);
  if (branches.length > 0) return branches.some((branch) => fits(walk, branch, value, form));
  const literals = literalsOf(at);
  if (literals) return literals.some((literal) => sameLiteral(literal, value, form));
  if (!typesOf(at).some((type) => isOfType(value, type))) return false;
  if (Array.isArray(value)) {
    const items = itemsPlace(at);
    return items === undefined || value.every((item) => fits(walk, items, item, form));
  }
  return !isObject(value) || fitsObject(walk, at, value, form);
}

function fitsMap(walk: Walk, at: Place, value: unknown, form: Form): boolean {
  const inner = entryPlace(at);
  if (form === 'natural' || isObject(value)) {
    return (
      isObject(value) && (inner === undefined || Object.values(value).every((item) => fits(walk, inner, item, form)))
    );
  }
  return (
    Array.isArray(value) &&
    value.every(
      (entry) =>
        isObject(entry) &&
        typeof entry['key'] === 'string' &&
        (inner === undefined || fits(walk, inner, entry['value'], form)),
    )
  );
}

function fitsObject(walk: Walk, at: Place, value: Record<string, unknown>, form: Form): boolean {
  const { names, rest } = renamings(codecAt(walk, at));
  const known = new Set<string>();
  for (const key of propertyKeys(at)) {
    if (key === rest) continue;
    const name = form === 'natural' ? (names.get(key) ?? key) : key;
    const property = propertyPlace(at, key);
    const present = Object.hasOwn(value, name);
    known.add(name);
    if (!present || property === undefined) {
      if (!present && isRequired(at, key)) return false;
      continue;
    }
    const item = value[name];
    const absent = item === null && !isRequired(at, key) && !admitsType(walk, property, 'null');
    if (!absent && !fits(walk, property, item, form)) return false;
  }
  if (rest !== undefined && form === 'natural') return true;
  return Object.keys(value).every((key) => known.has(key) || key === rest);
}

/** The nearness of an object of which a listed value does not fit. */
const RULED_OUT = 0.5;

/** How near a value is to a branch it does not fit: 0 is not at all. */
function nearness(walk: Walk, branch: Place, value: unknown, form: Form): number {
  const at = follow(walk, branch);
  const codec = codecAt(walk, at);
  if (codec?.kind === 'map') return isObject(value) || Array.isArray(value) ? 1 : 0;
  if (codec?.kind === 'json') return 0;
  const inner = branchPlaces(at);
  if (inner.length > 0) return Math.max(0, ...inner.map((place) => nearness(walk, place, value, form)));
  if (!typesOf(at).some((type) => isOfType(value, type))) return 0;
  if (!isObject(value)) return 1;
  const { names } = renamings(codec);
  let near = 1;
  for (const key of propertyKeys(at)) {
    const property = propertyPlace(at, key);
    const name = form === 'natural' ? (names.get(key) ?? key) : key;
    if (property === undefined || !Object.hasOwn(value, name)) continue;
    const literals = literalsOf(follow(walk, property));
    if (literals === undefined) near += 1;
    else if (literals.some((literal) => sameLiteral(literal, value[name], form))) near += 100;
    else near -= 50;
  }
  return Math.max(near, RULED_OUT);
}

export function sameLiteral(literal: unknown, value: unknown, form: Form): boolean {
  if (literal === value) return true;
  return (
    form === 'written' &&
    typeof literal === 'string' &&
    typeof value === 'string' &&
    literal.toLowerCase() === value.toLowerCase()
  );
}

export function isDigits(value: unknown): boolean {
  return typeof value === 'bigint' || (typeof value === 'string' && /^-?[0-9]{1,20}$/.test(value));
}

/** Whether a JSON value is of a type of JSON Schema. */
export function isOfType(value: unknown, type: unknown): boolean {
  switch (type) {
    case 'null':
      return value === null;
    case 'array':
      return Array.isArray(value);
    case 'object':
      return isObject(value);
    case 'integer':
      return Number.isInteger(value);
    default:
      return typeof value === type;
  }
}
