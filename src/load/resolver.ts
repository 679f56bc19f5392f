import type { SpecLocation } from '../diagnostics/diagnostic.js';
import { decodeFragment, escapeToken, pointerTokens, valueAt } from '../diagnostics/pointer.js';
import { type AnchorIndex, indexAnchors } from './anchors.js';
import type { Resolved, ResolveFailure, Resolver, SourceFile } from './loaded-spec.js';

/** What a reference without its fragment leads to: a file that was read, or why it was not. */
export type FileLookup = (target: string, from: SourceFile) => SourceFile | ResolveFailure;

/** References on the way to one part; more is a circle. */
const MAX_HOPS = 20;

/** Makes the resolver over the files that were read. Results are memoised by file and reference. */
export function createResolver(root: SourceFile, files: readonly SourceFile[], lookup: FileLookup): Resolver {
  const memo = new Map<SourceFile, Map<string, Resolved | ResolveFailure>>();
  let hops = 0;
  const indexes = new Map<SourceFile, AnchorIndex>();
  const indexOf = (file: SourceFile): AnchorIndex => {
    const known = indexes.get(file) ?? indexAnchors(file.value);
    indexes.set(file, known);
    return known;
  };
  const locate = (file: SourceFile, pointer: string): SpecLocation =>
    file === root ? { pointer } : { file: file.name, pointer };

  const plainly = (file: SourceFile, pointer: string): Resolved | undefined => {
    const found = valueAt(file.value, pointerTokens(pointer) ?? []);
    return found && { value: found.value, location: locate(file, pointer), file };
  };

  /** A pointer into one file, or into the part of it that `base` points at. */
  const pointed = (file: SourceFile, base: string, fragment: string): Resolved | undefined => {
    const tokens = pointerTokens(base + fragment);
    if (!tokens) return undefined;
    const found = plainly(file, base + fragment);
    if (found) return found;
    if (hops >= MAX_HOPS) return undefined;
    hops += 1;
    const beyond = through(file, tokens);
    hops -= 1;
    return beyond;
  };

  /** Authors split maps such as `components.schemas` into files: the way to a part may lead through a reference. */
  const through = (file: SourceFile, tokens: readonly string[]): Resolved | undefined => {
    for (let length = tokens.length - 1; length >= 0; length -= 1) {
      const holder = valueAt(file.value, tokens.slice(0, length))?.value;
      if (typeof holder !== 'object' || holder === null) continue;
      const reference: unknown = Object.hasOwn(holder, '$ref') ? Reflect.get(holder, '$ref') : undefined;
      const next = typeof reference === 'string' ? resolve(reference, file) : undefined;
      if (!next || 'failure' in next) return undefined;
      const rest = tokens.slice(length).map((token) => `/${escapeToken(token)}`);
      return pointed(next.file, next.location.pointer, rest.join(''));
    }
    return undefined;
  };

  const within = (file: SourceFile, base: string, fragment: string): Resolved | undefined => {
    if (fragment !== '' && !fragment.startsWith('/')) {
      const anchor = indexOf(file).anchors.get(fragment);
      return anchor === undefined ? undefined : pointed(file, anchor, '');
    }
    // Most authors mean the document even inside a schema with an `$id`; a pointer that only fits inside one is tried next.
    return pointed(file, base, fragment) ?? uniqueInside(file, fragment);
  };

  const uniqueInside = (file: SourceFile, fragment: string): Resolved | undefined => {
    const hits = [...indexOf(file).ids.values()].flatMap((base) => plainly(file, base + fragment) ?? []);
    return hits.length === 1 ? hits[0] : undefined;
  };

  const byId = (target: string, fragment: string): Resolved | undefined => {
    for (const file of files) {
      const pointer = indexOf(file).ids.get(target);
      if (pointer !== undefined) return within(file, pointer, fragment);
    }
    return undefined;
  };

  const resolveOnce = (reference: string, from: SourceFile): Resolved | ResolveFailure => {
    const hash = reference.indexOf('#');
    const target = hash < 0 ? reference : reference.slice(0, hash);
    const fragment = decodeFragment(hash < 0 ? '' : reference.slice(hash + 1));
    if (target === '') return within(from, '', fragment) ?? nowhere(reference);
    const file = lookup(target, from);
    if (!('failure' in file)) return within(file, '', fragment) ?? nowhere(reference);
    return byId(target, fragment) ?? file;
  };

  const resolve: Resolver = (reference, from) => {
    const known = memo.get(from) ?? new Map<string, Resolved | ResolveFailure>();
    memo.set(from, known);
    const found = known.get(reference);
    if (found) return found;
    // Until it is known it leads nowhere: so a way that needs itself comes to an end.
    known.set(reference, nowhere(reference));
    const result = resolveOnce(reference, from);
    known.set(reference, result);
    return result;
  };
  return resolve;
}

function nowhere(reference: string): ResolveFailure {
  return { failure: 'REF_UNRESOLVED', message: `There is nothing at "${shownReference(reference)}".` };
}

/** A reference as it may be shown: without credentials and query of a URL. */
export function shownReference(reference: string): string {
  return reference.replace(/^([a-z][a-z\d+.-]*:)?\/\/[^/?#]*@/i, '$1//').replace(/\?[^#]*/, '');
}
