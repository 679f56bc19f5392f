import type { DiagnosticCode } from '../diagnostics/catalogue.js';
import { createDiagnostic } from '../diagnostics/create.js';
import { ToolsGenError } from '../diagnostics/tools-gen-error.js';

/** A place in a text, counted from 1. */
export interface TextPlace {
  readonly line: number;
  readonly column: number;
}

/** The error that ends loading: one diagnostic, pointing at the file by its shown name; `help` replaces the catalogue's. */
export function loadFailure(
  code: DiagnosticCode,
  message: string,
  file?: string,
  place?: TextPlace,
  help?: string,
): ToolsGenError {
  const location = file === undefined ? undefined : { file, pointer: '', ...place };
  return new ToolsGenError([createDiagnostic(code, message, { location, ...(help !== undefined && { help }) })]);
}

/** Line and column of an offset in a text. */
export function placeAt(text: string, offset: number): TextPlace {
  const lines = text.slice(0, offset).split('\n');
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}
