import { joinPointer } from '../diagnostics/pointer.js';
import type { SourceFile } from './loaded-spec.js';
import { isNode, type Place, placesIn } from './walk.js';

/**
 * The parts of a file that have a name of their own. A schema with an `$id` is a resource: base of the references inside it,
 * and what their pointers and anchors start from (JSON Schema 2020-12, 8.2.1). The pointer of the file as a whole is empty.
 */
export interface ResourceIndex {
  /** The resource that holds the place at a pointer: its own pointer, and its URI where that is known. */
  readonly around: (pointer: string) => { readonly pointer: string; readonly uri: string | undefined };
  /** Absolute URIs to pointers; the first of a URI wins. */
  readonly byUri: ReadonlyMap<string, string>;
  /** `$id` as written to pointers. */
  readonly written: ReadonlyMap<string, string>;
  /** The pointer of an anchor, of the resource first, then of the whole file. */
  readonly anchor: (name: string, resource: string) => string | undefined;
}

interface Visit {
  readonly place: Place;
  readonly pointer: string;
  readonly resource: string;
}

/** A file without these words has no names to index. */
const WORDS = /\$(?:id|anchor|dynamicAnchor|self)/;

const named = new WeakMap<SourceFile, boolean>();

/** Looks through the text once: later it lies as bytes. */
function hasNames(file: SourceFile): boolean {
  const known = named.get(file) ?? WORDS.test(file.text);
  named.set(file, known);
  return known;
}

/** Indexes the names of a file, without recursion. `base` is the file's own URI. */
export function indexResources(file: SourceFile, base: string): ResourceIndex {
  const uris = new Map<string, string | undefined>([['', base]]);
  const byUri = new Map<string, string>();
  const written = new Map<string, string>();
  const anchors = new Map<string, string>();

  const addResource = (id: string, pointer: string, around: string): string => {
    const uri = absolute(id, uris.get(around));
    uris.set(pointer, uri);
    if (!written.has(id)) written.set(id, pointer);
    if (uri !== undefined && !byUri.has(uri)) byUri.set(uri, pointer);
    return pointer;
  };
  const addAnchor = (name: string, pointer: string, resource: string): void => {
    for (const key of [`${resource}#${name}`, name]) if (!anchors.has(key)) anchors.set(key, pointer);
  };
  const note = (node: object, pointer: string, around: string): string => {
    const id = idOf(node, pointer);
    const resource = id === undefined || id === '' ? around : addResource(id, pointer, around);
    for (const key of ['$anchor', '$dynamicAnchor']) {
      const name = text(node, key);
      if (name !== undefined) addAnchor(name, pointer, resource);
    }
    // Until draft 6 an identifier of a fragment alone was what `$anchor` is now.
    const [, old] = /^#([^/].*)$/.exec(text(node, '$id') ?? '') ?? [];
    if (old !== undefined) addAnchor(old, pointer, resource);
    return resource;
  };

  const isIndexed = hasNames(file) && isNode(file.value);
  const seen = new Set<object>();
  const stack: Visit[] = isIndexed ? [{ place: { node: file.value, nameMap: false }, pointer: '', resource: '' }] : [];
  for (let visit = stack.pop(); visit !== undefined; visit = stack.pop()) {
    const { place, pointer } = visit;
    if (seen.has(place.node)) continue;
    seen.add(place.node);
    const resource = place.nameMap ? visit.resource : note(place.node, pointer, visit.resource);
    for (const [key, child] of placesIn(place).reverse()) {
      stack.push({ place: child, pointer: joinPointer(pointer, key), resource });
    }
  }

  return {
    byUri,
    written,
    anchor: (name, resource) => anchors.get(`${resource}#${name}`) ?? anchors.get(name),
    around(pointer) {
      let at = uris.size > 1 ? pointer : '';
      while (!uris.has(at)) at = at.slice(0, at.lastIndexOf('/'));
      return { pointer: at, uri: uris.get(at) };
    },
  };
}

/** A URI made absolute, without its fragment. */
export function absolute(reference: string, base: string | undefined): string | undefined {
  if (!URL.canParse(reference, base)) return undefined;
  const url = new URL(reference, base);
  url.hash = '';
  return url.href;
}

/** The identifier of a schema, and of a document since 3.2; without an empty fragment. */
function idOf(node: object, pointer: string): string | undefined {
  const id = text(node, '$id') ?? (pointer === '' ? text(node, '$self') : undefined);
  return id?.replace(/#.*$/, '');
}

function text(node: object, key: string): string | undefined {
  const value: unknown = Object.hasOwn(node, key) ? Reflect.get(node, key) : undefined;
  return typeof value === 'string' ? value : undefined;
}
