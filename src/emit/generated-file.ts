/** A file of the output, in memory. */
export interface GeneratedFile {
  /** Relative, `/` separators, only characters of our own alphabet. */
  readonly path: string;
  readonly text: string;
}
