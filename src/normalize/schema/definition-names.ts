import { pointerTokens } from '../../diagnostics/pointer.js';
import type { SourceFile } from '../../load/loaded-spec.js';
import type { Part } from '../part.js';

/** Steps of a pointer after which an author's name stands; they themselves say nothing. */
const NAME_MAPS: ReadonlySet<string> = new Set([
  'schemas',
  'definitions',
  '$defs',
  'paths',
  'pathItems',
  'properties',
  'content',
  'responses',
  'parameters',
  'headers',
  'requestBodies',
]);

/** Other steps that say nothing about what is found there. */
const NOISE: ReadonlySet<string> = new Set(['components', 'schema']);

/**
 * Gives every definition a unique name of letters, digits and `_ . -`: that of the component, else one made from the
 * pointer. The name depends on the definition and those it collides with, not on the order they are met in.
 */
export function nameDefinitions(targets: readonly Part[], root: SourceFile): ReadonlyMap<Part, string> {
  const groups = new Map<string, Part[]>();
  for (const target of targets) {
    const name = baseName(target);
    groups.set(name, [...(groups.get(name) ?? []), target]);
  }
  const names = new Map<Part, string>();
  const taken = new Set(groups.keys());
  for (const [name, group] of groups) {
    const [first, ...others] = group.length === 1 ? group : [...group].sort((a, b) => compare(a, b, root));
    if (first) names.set(first, name);
    for (const other of others) {
      const unique = suffixed(`${name}_${qualifier(other, root)}`, taken);
      taken.add(unique);
      names.set(other, unique);
    }
  }
  return names;
}

/** The document's own components keep their names before those of other files and places. */
function compare(a: Part, b: Part, root: SourceFile): number {
  const rank = (part: Part): string =>
    `${part.file === root ? 0 : 1}${isComponent(part.pointer) ? 0 : 1}${part.file.name}#${part.pointer}`;
  const [left, right] = [rank(a), rank(b)];
  return left < right ? -1 : left > right ? 1 : 0;
}

function isComponent(pointer: string): boolean {
  return /^\/(?:components\/schemas|definitions)\/[^/]+$/.test(pointer);
}

function baseName(part: Part): string {
  const names: string[] = [];
  let isName = false;
  for (const token of pointerTokens(part.pointer) ?? []) {
    if (isName || !(NAME_MAPS.has(token) || NOISE.has(token))) names.push(token);
    isName = !isName && NAME_MAPS.has(token);
  }
  return clean(names.length === 0 ? stem(part.file.name) : names.join('_'));
}

function qualifier(part: Part, root: SourceFile): string {
  return part.file === root ? clean(part.pointer.replace(/^\//, '')) : clean(part.file.name.replace(/\.\w+$/, ''));
}

function stem(name: string): string {
  const file = name.split('/').at(-1) ?? name;
  return file.replace(/\.(?:json|ya?ml)$/i, '');
}

function clean(text: string): string {
  if (text === '__proto__') return 'proto';
  const safe = text.replace(/[^\p{L}\p{N}_.-]+/gu, '_');
  const trimmed = safe === text ? text : safe.replace(/^_+|_+$/g, '');
  return trimmed === '' ? 'schema' : trimmed;
}

function suffixed(name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(name)) return name;
  let number = 2;
  while (taken.has(`${name}_${number}`)) number += 1;
  return `${name}_${number}`;
}
