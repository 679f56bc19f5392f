import type { LoweredApi, ToolModel } from '../lower/tool-model.js';
import type { ApiModel, TagModel } from '../model/api-model.js';
import type { GeneratedFile } from './generated-file.js';
import type { Identifier } from './source/sink.js';

/** Everything that a package is made of. */
export interface EmitInput {
  readonly api: ApiModel;
  readonly lowered: LoweredApi;
  /** The bundled runtime, `.js` and `.d.ts`, by name in its folder. */
  readonly runtimeFiles: readonly { readonly path: string; readonly text: string }[];
  /** Texts of `templates/`, by path. */
  readonly templates: Readonly<Record<string, string>>;
  readonly manifest: ManifestData;
  /** Leave out package.json, README and example. */
  readonly bare: boolean;
  /** `lazy`: Ajv makes the validators at run time. `precompiled`: they are part of the package, which then needs no Ajv. */
  readonly validators: 'lazy' | 'precompiled';
  /** The modules of precompiled validators. */
  readonly validatorFiles: readonly GeneratedFile[];
  /** The planner's word on every tool, in the order of the tools. */
  readonly plan?: readonly PlannedTool[];
}

/** What the strict plan of the whole set says about one tool. */
export interface PlannedTool {
  readonly strict: boolean;
  readonly reason?: string;
  /** Share of the tool's fields that the grammar guards, 0 to 1. */
  readonly guarded: number;
  /** Pointers of the properties of its input that became required with null. */
  readonly converted?: readonly string[];
}

/** What the manifest says about the run. Nothing that differs between machines. */
export interface ManifestData {
  readonly generatorVersion: string;
  /** SHA-256 of the document, hexadecimal. */
  readonly specHash: string;
  /** Names of the files that the document refers to, relative to its folder; URLs as they are. */
  readonly files: readonly string[];
  /** What the run had to tell beside errors: repetitions count once. */
  readonly diagnostics: { readonly warnings: number; readonly notes: number };
  readonly options: Readonly<Record<string, unknown>>;
  /** Ranges of the dependencies of the generated package. */
  readonly dependencies: Readonly<Record<string, string>>;
  /** Range of the optional peer `@anthropic-ai/sdk`. */
  readonly sdk: string;
}

/** One tag and its tools: what becomes one file in `tools/` and one in `schemas/`. */
export interface ToolGroup {
  readonly tag: TagModel;
  /** Base of type names: `Pets` for `PetsToolInputs`. */
  readonly typeName: Identifier;
  readonly tools: readonly ToolModel[];
}
