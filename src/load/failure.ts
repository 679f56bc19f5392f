import type { DiagnosticCode } from '../diagnostics/catalogue.js';
import { createDiagnostic } from '../diagnostics/create.js';
import { ToolsGenError } from '../diagnostics/tools-gen-error.js';

/** The error that ends loading: one diagnostic, pointing at the file by its shown name. */
export function loadFailure(code: DiagnosticCode, message: string, file?: string, pointer = ''): ToolsGenError {
  return new ToolsGenError([
    createDiagnostic(code, message, { location: file === undefined ? undefined : { file, pointer } }),
  ]);
}
