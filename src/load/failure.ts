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
