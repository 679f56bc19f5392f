import { type Glob, matchesGlob, parseGlob } from './glob.js';

/** What a selector looks at. */
export interface SelectorTarget {
  /** The tool's name. */
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly operationId?: string;
  readonly tags?: readonly string[];
}

const PARTS = {
  tag: ({ tags = [] }: SelectorTarget) => (tags.length === 0 ? ['default'] : tags),
  path: ({ path }: SelectorTarget) => [path],
  method: ({ method }: SelectorTarget) => [method.toLowerCase()],
  operation: ({ operationId }: SelectorTarget) => (operationId === undefined ? [] : [operationId]),
  tool: ({ name }: SelectorTarget) => [name],
} as const;

export type SelectorKind = keyof typeof PARTS;

/** A selector that was read: `tag:pets`, `path:/pets/**`, `method:get`, `operation:getPet`, `tool:getPet`, `getPet`. */
export interface Selector {
  readonly text: string;
  readonly kind: SelectorKind;
  readonly glob: Glob;
}

/**
 * Reads a selector; undefined where it is none (an unknown prefix, or nothing to match). A bare glob is about the tool
 * name, which never holds a colon. Methods are compared without case, everything else exactly. Operations without a tag
 * have the tag `default`.
 */
export function parseSelector(text: string): Selector | undefined {
  const colon = text.indexOf(':');
  const kind = colon < 0 ? 'tool' : text.slice(0, colon).trim().toLowerCase();
  const pattern = text.slice(colon + 1).trim();
  if (!isKind(kind) || pattern === '') return undefined;
  return { text, kind, glob: parseGlob(kind === 'method' ? pattern.toLowerCase() : pattern) };
}

const isKind = (text: string): text is SelectorKind => Object.hasOwn(PARTS, text);

export function matchesSelector({ kind, glob }: Selector, target: SelectorTarget): boolean {
  return PARTS[kind](target).some((part) => matchesGlob(glob, part));
}

/** The texts that a selector of a kind could have meant, for suggestions. */
export function selectable(kind: SelectorKind, targets: readonly SelectorTarget[]): string[] {
  return [...new Set(targets.flatMap((target) => PARTS[kind](target)))];
}

/** The target's own side of {@link SelectorTarget}, from a tool name and its operation. */
export function targetOf(
  name: string,
  operation: { method: string; path: string; operationId?: string; tags?: readonly string[] },
): SelectorTarget {
  const { method, path, operationId, tags } = operation;
  return { name, method, path, ...(operationId !== undefined && { operationId }), ...(tags !== undefined && { tags }) };
}
