import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { SourceFile } from '../load/loaded-spec.js';

/** A place in a file as people read it: line and column count from 1. */
export interface Place {
  readonly file: string;
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
  const byName = new Map(files.map((file) => [file.name, file]));
  const root = files[0];
  return ({ location }) => {
    if (!location) return undefined;
    const file = location.file ?? root?.name;
    if (file === undefined) return undefined;
    if (location.line !== undefined) {
      return { file, line: location.line, ...(location.column !== undefined && { column: location.column }) };
    }
    const source = byName.get(file);
    const position = source && findPosition(source, location.pointer);
    return { file, ...position };
  };
}
