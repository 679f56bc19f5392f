import type { Context } from './context.js';
import { allEntries, isObjectPart, items, type ObjectPart, own, type Part, quoted } from './part.js';

/**
 * An object with its references followed: first the object that holds the reference (for the keys beside it), last the
 * target. One element where there is no reference.
 */
export type Chain = readonly [ObjectPart, ...ObjectPart[]];

/** Follows the references of an object that is no schema. Undefined, with a report, when they lead to no object. */
export function follow(context: Context, start: Part, kind: string): Chain | undefined {
  if (!isObjectPart(start)) {
    context.report('PART_INVALID', `The ${kind} is not an object.`, start);
    return undefined;
  }
  const chain: [ObjectPart, ...ObjectPart[]] = [start];
  const seen = new Set<unknown>([start.value]);
  let part: ObjectPart = start;
  for (let reference = own(part.value, '$ref'); reference !== undefined; reference = own(part.value, '$ref')) {
    if (typeof reference !== 'string') {
      context.report('PART_INVALID', `The \`$ref\` of the ${kind} is not text.`, part);
      return undefined;
    }
    const target = resolvePart(context, reference, part);
    if (!target) return undefined;
    if (seen.has(target.value)) {
      context.report('REF_LOOP', `The reference ${quoted(reference)} leads back to itself.`, part);
      return undefined;
    }
    if (!isObjectPart(target)) {
      context.report('PART_INVALID', `The ${kind} at ${quoted(reference)} is not an object.`, part);
      return undefined;
    }
    seen.add(target.value);
    chain.push(target);
    part = target;
  }
  return chain;
}

/** The last object of a chain: the one that holds the content. */
export function target(chain: Chain): ObjectPart {
  return chain.at(-1) ?? chain[0];
}

/**
 * The parts of a map with their keys. Authors also put a reference in place of the whole map: then those of its target,
 * after the keys beside it. No name that the specification allows there has text for its value, so `$ref` is no name.
 */
export function mapEntries(context: Context, part: Part | undefined): readonly (readonly [string, Part])[] {
  if (!part || typeof own(part.value, '$ref') !== 'string') return allEntries(part);
  const found = new Map<string, Part>();
  for (const link of follow(context, part, 'map') ?? []) {
    for (const [key, value] of allEntries(link)) if (key !== '$ref' && !found.has(key)) found.set(key, value);
  }
  return [...found];
}

/** The parts of a list, also where a reference stands in its place. Other shapes are reported. */
export function listItems(context: Context, part: Part | undefined, name: string): readonly Part[] {
  const reference = part && own(part.value, '$ref');
  const list = part && typeof reference === 'string' ? resolvePart(context, reference, part) : part;
  if (list && !Array.isArray(list.value)) context.report('PART_INVALID', `\`${name}\` is not a list.`, list);
  return items(list);
}

/** What a reference leads to, or undefined with a report. */
export function resolvePart(context: Context, reference: string, from: Part): Part | undefined {
  const found = context.spec.resolve(reference, from.file, from.pointer);
  if ('failure' in found) {
    context.report(found.failure, found.message, from);
    return undefined;
  }
  return { value: found.value, file: found.file, pointer: found.location.pointer };
}
