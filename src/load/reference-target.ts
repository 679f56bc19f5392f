import { realpath } from 'node:fs/promises';
import { dirname, isAbsolute, relative, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { decodeFragment } from '../diagnostics/pointer.js';
import { download } from './download.js';
import type { LoadLimits } from './limits.js';
import type { ResolveFailure } from './loaded-spec.js';
import { readLocalText } from './read-local.js';
import type { RootDocument } from './read-root.js';
import { shownReference } from './resolver.js';
import { shownUrl } from './shown-url.js';

/** A file that may be read: its URL as its identity, its shown name, how to read it, and the base for references inside it. */
export interface Target {
  readonly id: string;
  readonly name: string;
  readonly base: { readonly path: string } | { readonly url: URL } | undefined;
  readonly read: () => Promise<string>;
}

export interface TargetOptions {
  readonly limits: LoadLimits;
  readonly allowRemoteRefs: boolean;
  readonly refRoot?: string;
  readonly isForbiddenAddress?: ((address: string) => boolean) | undefined;
}

export interface Targets {
  readonly rootTarget: Target;
  readonly find: (reference: string, from: Target) => Promise<Target | ResolveFailure>;
}

/** Decides which files references may lead to. */
export async function createTargets(root: RootDocument, options: TargetOptions): Promise<Targets> {
  const home = root.path === undefined ? undefined : dirname(root.path);
  const refRoot = options.refRoot === undefined ? undefined : await realOrSame(options.refRoot);
  const allowed = [home, refRoot].filter((folder) => folder !== undefined);
  const rootTarget: Target = {
    id: root.baseUrl?.href ?? (root.path === undefined ? root.file.name : pathToFileURL(root.path).href),
    name: root.file.name,
    base: baseOf(root, refRoot),
    read: async () => root.file.text,
  };
  const self = selfOf(root.file.value);
  const find = async (reference: string, from: Target): Promise<Target | ResolveFailure> => {
    if (reference === self) return rootTarget;
    const { base } = from;
    if (/^[a-z][a-z\d+.-]+:/i.test(reference) || reference.startsWith('//') || (base && 'url' in base)) {
      return remoteTarget(reference, base && 'url' in base ? base.url : undefined, root, options);
    }
    if (!base) return blocked(reference, 'The document has no folder of its own; give --ref-root.');
    return localTarget(reference, dirname(base.path), allowed, home ?? refRoot ?? '', options.limits);
  };
  return { rootTarget, find };
}

/** 3.2: the URI that the document gives itself. */
function selfOf(value: unknown): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, '$self')
    ? Reflect.get(value, '$self')
    : undefined;
}

/** Where relative references of the root start: its own place, else a file that might lie in the folder given. */
function baseOf(root: RootDocument, refRoot: string | undefined): Target['base'] {
  if (root.baseUrl) return { url: root.baseUrl };
  if (root.path !== undefined) return { path: root.path };
  return refRoot === undefined ? undefined : { path: resolve(refRoot, 'document') };
}

async function localTarget(
  reference: string,
  folder: string,
  allowed: readonly string[],
  home: string,
  limits: LoadLimits,
): Promise<Target | ResolveFailure> {
  const wanted = decodeFragment(reference);
  if (wanted.includes('\0')) return blocked(reference, 'It is not a file name.');
  const path = resolve(folder, wanted);
  const outside = 'It leads out of the folder of the document.';
  if (!allowed.some((root) => isInside(root, path))) return blocked(reference, outside);
  const real = await realpath(path).catch(() => undefined);
  if (real === undefined) {
    return { failure: 'REF_UNRESOLVED', message: `The file "${shownReference(reference)}" does not exist.` };
  }
  if (!allowed.some((root) => isInside(root, real))) return blocked(reference, outside);
  const name = relative(home, real).split(sep).join('/');
  return {
    id: pathToFileURL(real).href,
    name,
    base: { path: real },
    read: () => readLocalText(real, name, limits.maxFileBytes),
  };
}

function remoteTarget(
  reference: string,
  base: URL | undefined,
  root: RootDocument,
  options: TargetOptions,
): Target | ResolveFailure {
  if (!URL.canParse(reference, base?.href)) return blocked(reference, 'It is not a valid URL.');
  const url = new URL(reference, base);
  url.hash = '';
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    return blocked(reference, 'Only http and https are followed.');
  const own = root.baseUrl !== undefined && isBelow(root.baseUrl, url);
  if (!own && !options.allowRemoteRefs) return blocked(reference, 'Remote references are not followed.');
  const fetchFrom =
    own && root.download
      ? root.download
      : (from: URL) => download(from, { limits: options.limits, isForbidden: options.isForbiddenAddress });
  return { id: url.href, name: shownUrl(url), base: { url }, read: async () => (await fetchFrom(url)).text };
}

/** Same origin, in the folder of the document or below. */
function isBelow(document: URL, url: URL): boolean {
  const folder = document.pathname.slice(0, document.pathname.lastIndexOf('/') + 1);
  return url.origin === document.origin && url.pathname.startsWith(folder) && !/%2e|%2f|%5c/i.test(url.pathname);
}

function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way === '' || (!isAbsolute(way) && way !== '..' && !way.startsWith(`..${sep}`));
}

function blocked(reference: string, why: string): ResolveFailure {
  return { failure: 'REF_BLOCKED', message: `The reference "${shownReference(reference)}" is not followed. ${why}` };
}

async function realOrSame(path: string): Promise<string> {
  const full = resolve(path);
  return realpath(full).catch(() => full);
}
