import type { DiagnosticCode } from './catalogue.js';

export type Severity = 'error' | 'warning' | 'info';

/** Where in the source a diagnostic points: a JSON pointer into one of the files that were read. */
export interface SpecLocation {
  /** File as the user named it, URL without credentials or query, or `<stdin>`. Absent: the document itself. */
  readonly file?: string;
  /** RFC 6901 pointer into that file as it was written. */
  readonly pointer: string;
  /** Line and column from 1, where only the parser knows the place (a syntax error); else they are looked up when shown. */
  readonly line?: number;
  readonly column?: number;
}

/** One thing a user should know, as a value. Nothing prints but the command line. */
export interface Diagnostic {
  readonly code: DiagnosticCode;
  readonly severity: Severity;
  /** One sentence: what is the case. Spec text inside is quoted and stripped of control characters. */
  readonly message: string;
  /** What to do about it. */
  readonly help: string;
  readonly location?: SpecLocation;
  /** How often the same fault was met (a shared component used in several operations). Default 1. */
  readonly count?: number;
}
