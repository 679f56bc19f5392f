import { chooseBranch } from '../codec/choose-branch.js';
import {
  branchPlaces,
  codecAt,
  entryPlace,
  follow,
  itemsPlace,
  type Place,
  propertyKeys,
  propertyPlace,
  startWalk,
  type Walk,
} from '../codec/place.js';
import type { Codec, Codecs, JSONSchema } from '../contract.js';
import { dottedPath, unknownPropertyText } from './describe.js';

const MAX_FAULTS = 5;

/**
 * Unknown properties below the top level of what a model wrote. Every object of an `input_schema` is closed, also where the
 * API's own schema says nothing: a misspelt name is told instead of sent. The natural form is let through.
 */
export function closedObjectFaults(inputSchema: JSONSchema, codecs: Codecs | undefined, written: unknown): string[] {
  const walk = startWalk(inputSchema, codecs);
  const faults: string[] = [];
  visit(walk, { schema: inputSchema, pointer: '' }, written, [], faults);
  return faults.slice(0, MAX_FAULTS);
}

function visit(walk: Walk, place: Place, value: unknown, path: readonly string[], faults: string[]): void {
  if (typeof value !== 'object' || value === null || faults.length >= MAX_FAULTS) return;
  const at = branchOf(walk, follow(walk, place), value);
  if (at === undefined) return;
  const codec = codecAt(walk, at);
  if (codec?.kind === 'json') return;
  if (Array.isArray(value)) visitList(walk, at, codec, value, path, faults);
  else if (codec?.kind !== 'map') visitObject(walk, at, codec, value, path, faults);
}

function branchOf(walk: Walk, at: Place, value: unknown): Place | undefined {
  if (codecAt(walk, at) !== undefined || branchPlaces(at).length === 0) return at;
  const branch = chooseBranch(walk, at, value, 'written');
  return branch === undefined ? undefined : follow(walk, branch);
}

function visitList(
  walk: Walk,
  at: Place,
  codec: Codec | undefined,
  value: readonly unknown[],
  path: readonly string[],
  faults: string[],
): void {
  const isMap = codec?.kind === 'map';
  const inner = isMap ? entryPlace(at) : itemsPlace(at);
  if (inner === undefined) return;
  for (const [index, item] of value.entries()) {
    const member: unknown = isMap && typeof item === 'object' && item !== null ? Reflect.get(item, 'value') : item;
    visit(walk, inner, member, isMap ? [...path, String(index), 'value'] : [...path, String(index)], faults);
  }
}

function visitObject(
  walk: Walk,
  at: Place,
  codec: Codec | undefined,
  value: object,
  path: readonly string[],
  faults: string[],
): void {
  const names = codec?.kind === 'names' || codec?.kind === 'open' ? Object.entries(codec.names ?? {}) : [];
  for (const [key, member] of Object.entries(value)) {
    const own = names.find(([, natural]) => natural === key)?.[0] ?? key;
    const inner = propertyPlace(at, own);
    if (inner !== undefined) visit(walk, inner, member, [...path, key], faults);
    else if (path.length > 0 && codec?.kind !== 'open' && at.schema['additionalProperties'] === false) {
      faults.push(`${dottedPath(path)}: ${unknownPropertyText(key, propertyKeys(at))}`);
    }
  }
}
