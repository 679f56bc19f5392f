import { posix } from 'node:path';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { SourceFile } from '../load/loaded-spec.js';

/** A place in a file as people read it: line and column count from 1. */
export interface Place {
  /** A path that leads to the file from the working folder, as the document's own does. */
  readonly file: string;
  /** Number of the file among those of the document; absent where it is none of them. */
  readonly index?: number;
  readonly line?: number;
  readonly column?: number;
}

/** Looks up where a diagnostic points. */
export type PlaceFinder = (diagnostic: Diagnostic) => Place | undefined;

/**
 * A finder over the files of a document. Positions cost a second parse of the file, so that it is made, and the parser
 * for it loaded, only where a diagnostic is shown.
 */
export async function createPlaceFinder(files: readonly SourceFile[]): Promise<PlaceFinder> {
  const { findPosition } = await import('../load/find-position.js');
  const numbers = new Map(files.map((file, index) => [file.name, index]));
  const root = files[0];
  return ({ location }) => {
    if (!location) return undefined;
    const name = location.file ?? root?.name;
    if (name === undefined) return undefined;
    const index = numbers.get(name);
    const source = index === undefined ? undefined : files[index];
    const { line, column } =
      location.line === undefined && source ? (findPosition(source, location.pointer) ?? {}) : location;
    return {
      file: shownName(name, root?.name),
      ...(index !== undefined && { index }),
      ...(line !== undefined && { line }),
      ...(column !== undefined && { column }),
    };
  };
}

/** The place that a diagnostic carries itself, for those that come without a document. */
export const statedPlace: PlaceFinder = ({ location }) => {
  if (location?.file === undefined) return undefined;
  const { file, line, column } = location;
  return { file, ...(line !== undefined && { line }), ...(column !== undefined && { column }) };
};

/** Files beside the document are named relative to it; people stand in the working folder. */
function shownName(name: string, root: string | undefined): string {
  if (root === undefined || name === root || isElsewhere(name) || isElsewhere(root)) return name;
  return posix.join(posix.dirname(root), name);
}

const isElsewhere = (name: string) => /^(?:[a-z][a-z0-9+.-]*:|<)/i.test(name);
