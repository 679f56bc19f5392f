import type { SpecLocation } from '../diagnostics/diagnostic.js';
import { decodeFragment, escapeToken, pointerTokens, valueAt } from '../diagnostics/pointer.js';
import type { Resolved, ResolveFailure, Resolver, SourceFile } from './loaded-spec.js';
import { absolute, indexResources, type ResourceIndex } from './resources.js';

/** What a reference without its fragment leads to: a file that was read, or why it was not. */
export type FileLookup = (target: string, from: SourceFile) => SourceFile | ResolveFailure;

/** References on the way to one part; more is a circle. */
const MAX_HOPS = 20;

/** What a resolver works on. */
export interface ResolverInput {
  readonly root: SourceFile;
  readonly files: readonly SourceFile[];
  readonly lookup: FileLookup;
  /** `$id` is a keyword of the version (3.1 on): then a pointer inside a resource starts there, and not at the document. */
  readonly hasResources: boolean;
}

/** Makes the resolver over the files that were read. Results are memoised by file, resource and reference. */
export function createResolver({ root, files, lookup, hasResources }: ResolverInput): Resolver {
  const memo = new Map<SourceFile, Map<string, Resolved | ResolveFailure>>();
  let hops = 0;
  const indexes = new Map<SourceFile, ResourceIndex>();
  const indexOf = (file: SourceFile): ResourceIndex => {
    const known = indexes.get(file) ?? indexResources(file, fileUri(file, root));
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
      const place = tokens.slice(0, length).map((token) => `/${escapeToken(token)}`);
      const next = typeof reference === 'string' ? resolve(reference, file, place.join('')) : undefined;
      if (!next || 'failure' in next) return undefined;
      const rest = tokens.slice(length).map((token) => `/${escapeToken(token)}`);
      return pointed(next.file, next.location.pointer, rest.join(''));
    }
    return undefined;
  };

  /** What a fragment means inside a resource of a file. */
  const within = (file: SourceFile, resource: string, fragment: string, isNamed: boolean): Resolved | undefined => {
    if (fragment !== '' && !fragment.startsWith('/')) {
      const anchor = indexOf(file).anchor(fragment, resource);
      return anchor === undefined ? undefined : pointed(file, anchor, '');
    }
    const own = isNamed || hasResources || fragment === '' ? plainly(file, resource + fragment) : undefined;
    // Most authors mean the document even inside a schema with an `$id`; a pointer that only fits inside one is tried next.
    return own ?? pointed(file, '', fragment) ?? pointed(file, resource, fragment) ?? uniqueInside(file, fragment);
  };

  const uniqueInside = (file: SourceFile, fragment: string): Resolved | undefined => {
    const hits = [...indexOf(file).written.values()].flatMap((base) => plainly(file, base + fragment) ?? []);
    return hits.length === 1 ? hits[0] : undefined;
  };

  const byId = (key: 'byUri' | 'written', id: string | undefined, fragment: string, reference: string) => {
    if (id === undefined) return undefined;
    for (const file of files) {
      const pointer = indexOf(file)[key].get(id);
      if (pointer !== undefined) return within(file, pointer, fragment, true) ?? nowhere(reference);
    }
    return undefined;
  };

  const resolveOnce = (reference: string, from: SourceFile, at: Enclosing): Resolved | ResolveFailure => {
    const hash = reference.indexOf('#');
    const target = hash < 0 ? reference : reference.slice(0, hash);
    const fragment = decodeFragment(hash < 0 ? '' : reference.slice(hash + 1));
    if (target === '') return within(from, at.pointer, fragment, false) ?? nowhere(reference);
    const named = byId('byUri', absolute(target, at.uri), fragment, reference);
    if (named) return named;
    const file = lookup(target, from);
    if (!('failure' in file)) return within(file, '', fragment, false) ?? nowhere(reference);
    return byId('written', target, fragment, reference) ?? file;
  };

  const resolve: Resolver = (reference, from, pointer = '') => {
    const known = memo.get(from) ?? new Map<string, Resolved | ResolveFailure>();
    memo.set(from, known);
    const at = indexOf(from).around(pointer);
    const key = `${at.pointer} ${reference}`;
    const found = known.get(key);
    if (found) return found;
    // Until it is known it leads nowhere: so a way that needs itself comes to an end.
    known.set(key, nowhere(reference));
    const result = resolveOnce(reference, from, at);
    known.set(key, result);
    return result;
  };
  return resolve;
}

type Enclosing = ReturnType<ResourceIndex['around']>;

/** The URI that relative identifiers of a file start from: its own, else one by its place beside the root document. */
function fileUri({ name }: SourceFile, root: SourceFile): string {
  if (/^https?:/i.test(name)) return name;
  const place = name === root.name ? (name.split('/').at(-1) ?? '') : name;
  return new URL(`./${encodeURI(place.replace(/\p{Cs}/gu, '_'))}`, 'document://local/').href;
}

function nowhere(reference: string): ResolveFailure {
  return { failure: 'REF_UNRESOLVED', message: `There is nothing at "${shownReference(reference)}".` };
}

/** A reference as it may be shown: without credentials and query of a URL. */
export function shownReference(reference: string): string {
  return reference.replace(/^([a-z][a-z\d+.-]*:)?\/\/[^/?#]*@/i, '$1//').replace(/\?[^#]*/, '');
}
