import type { SpecLocation } from '../diagnostics/diagnostic.js';

/** The OpenAPI versions that are understood, by family. */
export type SpecVersion = '2.0' | '3.0' | '3.1' | '3.2';

/** One file that was read: its parsed value, and its text for finding lines when a diagnostic is shown. */
export interface SourceFile {
  /** As the user named it, or relative to the root document; a URL without credentials and query. `/` separators. */
  readonly name: string;
  readonly text: string;
  /** The text as UTF-8, where it is at hand. */
  readonly bytes?: Uint8Array;
  readonly format: 'json' | 'yaml';
  /** Plain data: null-prototype safe, no Date, no cycles. Never changed by anyone. */
  readonly value: unknown;
}

/** What `$ref` leads to. */
export interface Resolved {
  readonly value: unknown;
  readonly location: SpecLocation;
  /** The file that holds the value: base for the references inside it. */
  readonly file: SourceFile;
}

/**
 * Follows one reference (not a chain) from the file and the pointer it stands at (default: the document itself), which says
 * whose `$id` is its base. Memoised; never throws.
 */
export type Resolver = (reference: string, from: SourceFile, pointer?: string) => Resolved | ResolveFailure;

export interface ResolveFailure {
  readonly failure: 'REF_BLOCKED' | 'REF_UNRESOLVED';
  readonly message: string;
}

/** A document that was read, with everything it refers to. */
export interface LoadedSpec {
  readonly version: SpecVersion;
  readonly root: SourceFile;
  /** Every file read, the root first, then by name. */
  readonly files: readonly SourceFile[];
  readonly resolve: Resolver;
  /** The URL the document came from, without credentials, query and fragment; absent for files and standard input. */
  readonly url?: string;
}
