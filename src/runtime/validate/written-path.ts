import { chooseBranch } from '../codec/choose-branch.js';
import {
  branchPlaces,
  codecAt,
  entryPlace,
  follow,
  itemsPlace,
  type Place,
  propertyPlace,
  startWalk,
  type Walk,
} from '../codec/place.js';
import type { Codec, Codecs, JSONSchema } from '../contract.js';
import { dottedPath } from './describe.js';

/** How far a path has been translated: the schema and the value at that place, as far as they are known. */
interface Step {
  place: Place | undefined;
  value: unknown;
  path: string[];
  /** Set inside of JSON text, where the rest of the path is that of the text. */
  inText?: true;
}

/**
 * Names a place of the natural form in the terms of what the model wrote: a member of a map is an entry of a list, a
 * renamed property has its written name, and what lies inside JSON text is said to.
 */
export function writtenPath(
  inputSchema: JSONSchema,
  codecs: Codecs | undefined,
  written: unknown,
  segments: readonly string[],
): string {
  const walk = startWalk(inputSchema, codecs);
  let step: Step = { place: { schema: inputSchema, pointer: '' }, value: written, path: [] };
  for (const [index, segment] of segments.entries()) {
    step = advance(walk, step, segment);
    if (step.inText === true) {
      const rest = dottedPath(segments.slice(index));
      return `${dottedPath(step.path)} (in its JSON text, at ${rest})`;
    }
  }
  return dottedPath(step.path);
}

function advance(walk: Walk, step: Step, segment: string): Step {
  const at = step.place === undefined ? undefined : resolve(walk, step.place, step.value);
  if (at === undefined) return plain(step, undefined, segment);
  const codec = codecAt(walk, at);
  if (codec?.kind === 'json' && typeof step.value === 'string') return { ...step, inText: true };
  if (codec?.kind === 'map')
    return intoEntries(step, at, segment, step.value, step.path) ?? plain(step, undefined, segment);
  if (codec?.kind === 'open') return intoOpen(step, at, codec, segment);
  if (codec?.kind === 'names') return plain(step, at, writtenName(codec.names, segment));
  return plain(step, at, segment);
}

function resolve(walk: Walk, place: Place, value: unknown): Place {
  const at = follow(walk, place);
  if (codecAt(walk, at) !== undefined || branchPlaces(at).length === 0) return at;
  const branch = chooseBranch(walk, at, value, 'written');
  return branch === undefined ? at : follow(walk, branch);
}

function plain(step: Step, at: Place | undefined, segment: string): Step {
  const place = at === undefined ? undefined : (propertyPlace(at, segment) ?? itemsPlace(at));
  return { place, value: memberOf(step.value, segment), path: [...step.path, segment] };
}

function memberOf(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
  return (value as Record<string, unknown>)[key];
}

function writtenName(names: Readonly<Record<string, string>>, natural: string): string {
  return Object.entries(names).find(([, name]) => name === natural)?.[0] ?? natural;
}

/** An entry of a `{ key, value }` list. */
function intoEntries(step: Step, list: Place, key: string, value: unknown, path: readonly string[]): Step | undefined {
  if (!Array.isArray(value)) return undefined;
  const index = value.findIndex((entry) => memberOf(entry, 'key') === key);
  if (index < 0) return undefined;
  return {
    ...step,
    place: entryPlace(list),
    value: memberOf(value[index], 'value'),
    path: [...path, String(index), 'value'],
  };
}

function intoOpen(step: Step, at: Place, codec: Extract<Codec, { kind: 'open' }>, segment: string): Step {
  const name = writtenName(codec.names ?? {}, segment);
  const list = propertyPlace(at, codec.property);
  if (propertyPlace(at, name) !== undefined || list === undefined) return plain(step, at, name);
  const path = [...step.path, codec.property];
  return intoEntries(step, list, segment, memberOf(step.value, codec.property), path) ?? plain(step, at, name);
}
