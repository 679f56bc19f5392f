import type { OperationOverride } from '../model/api-model.js';
import type { StrictMode } from '../runtime/contract.js';

/**
 * What one run can be told. The names are those of the command line in camelCase, and those of the configuration file.
 * `undefined` counts as absent everywhere.
 */
export interface GenerateOptions {
  /** A file, an http(s) URL, `-` for standard input, or the document itself as an object. */
  spec: string | object;
  /** Folder to write to. Without it nothing is written: the files are in the result. */
  out?: string | undefined;
  /** npm name of the package. Default `<slug of info.title>-tools`. */
  name?: string | undefined;
  /** Selectors: `tag:pets`, `path:/pets/**`, `method:get`, `operation:getPet`, `tool:getPet`, or a glob for tool names. */
  include?: readonly string[] | undefined;
  exclude?: readonly string[] | undefined;
  /** Replaces the document's servers. */
  server?: string | undefined;
  /** Leave out package.json, README and examples. */
  bare?: boolean | undefined;
  /** `lazy` (default): Ajv compiles at the first call. `precompiled`: standalone validators, no dependency. */
  validators?: 'lazy' | 'precompiled' | undefined;
  /** Default `plan`. */
  strict?: StrictMode | undefined;
  /** Selectors of the tools that the strict plan serves before all others, in this order. */
  strictFirst?: readonly string[] | undefined;
  /** Characters of an operation's description at most. Default 600. */
  maxDescription?: number | undefined;
  /** Estimated tokens of one definition above which its costliest parts become JSON text. Default 4,000. */
  maxTokens?: number | undefined;
  /** A warning counts as an error: nothing is written. */
  warningsAsErrors?: boolean | undefined;
  /** Replace files that are in the way. Never follows symbolic links. */
  force?: boolean | undefined;
  /** Compare with the folder instead of writing. */
  check?: boolean | undefined;
  /** Folder below which references to files are followed. Default: the document's own folder. */
  refRoot?: string | undefined;
  /** Follow references to http(s) URLs. */
  allowRemoteRefs?: boolean | undefined;
  /** Adjustments by operationId, tool name or `METHOD /path`: the names of `x-tools-gen`, with full power. */
  operations?: Readonly<Record<string, OperationOverride>> | undefined;
}

/** The options with every default filled in. */
export interface ResolvedOptions {
  readonly spec: string | object;
  readonly out: string | undefined;
  readonly name: string | undefined;
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  readonly server: string | undefined;
  readonly bare: boolean;
  readonly validators: 'lazy' | 'precompiled';
  readonly strict: StrictMode;
  readonly strictFirst: readonly string[];
  readonly maxDescription: number;
  readonly maxTokens: number;
  readonly warningsAsErrors: boolean;
  readonly force: boolean;
  readonly check: boolean;
  readonly refRoot: string | undefined;
  readonly allowRemoteRefs: boolean;
  readonly operations: Readonly<Record<string, OperationOverride>>;
}
