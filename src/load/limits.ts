/** Bounds that keep a hostile or broken document from taking the machine. */
export interface LoadLimits {
  /** Bytes of one file. */
  readonly maxFileBytes: number;
  /** Bytes of all files together. */
  readonly maxTotalBytes: number;
  /** Files that references may add. */
  readonly maxFiles: number;
  /** Levels of nesting that are carried through; what lies deeper is left out with a warning. */
  readonly maxDepth: number;
  /**
   * Levels of nesting over which a file is no document but an attack, and is refused as a whole. The parser of YAML
   * recurses, so that it reads less than a JSON parser does. A program's own object is refused above `maxDepth`.
   */
  readonly maxParsedDepth: { readonly json: number; readonly yaml: number };
  /** Values in a file once its YAML aliases are written out. */
  readonly maxNodes: number;
  /** Milliseconds for one download, redirects included. */
  readonly timeoutMs: number;
  readonly maxRedirects: number;
}

export const DEFAULT_LIMITS: LoadLimits = {
  maxFileBytes: 64 * 1024 * 1024,
  maxTotalBytes: 256 * 1024 * 1024,
  maxFiles: 5000,
  maxDepth: 512,
  maxParsedDepth: { json: 10_000, yaml: 800 },
  maxNodes: 10_000_000,
  timeoutMs: 30_000,
  maxRedirects: 5,
};
