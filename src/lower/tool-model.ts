import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { OperationModel, SkippedOperation } from '../model/api-model.js';
import type { Schema } from '../normalize/normalized-spec.js';
import type { JSONSchema, OperationDescriptor, ToolDefinition } from '../runtime/contract.js';

/** Everything known about one tool, ready to be written down. */
export interface ToolModel {
  /** The definition without `strict`: always inside the strict subset. */
  readonly definition: ToolDefinition;
  readonly descriptor: OperationDescriptor;
  /** Natural form, 2020-12; `$ref`s lead to `shared#/$defs/<name>` of {@link LoweredApi.sharedSchemas}. */
  readonly validationSchema: JSONSchema;
  /** Natural form for types: one property for each input key. `$ref`s as in the normalized form. */
  readonly inputType: InputType;
  /** Schemas of successful answers, for the output type; empty: no body is described (`undefined`). */
  readonly outputTypes: readonly Schema[];
  /** How the answers can look that have no schema: text, bytes. */
  readonly outputKinds: readonly ('json' | 'text' | 'binary' | 'empty')[];
  readonly operation: OperationModel;
  /** Kinds of encodings used, sorted, for the report. */
  readonly encodings: readonly string[];
  /** Estimated tokens of the definition: characters / 4, rounded up. */
  readonly tokens: number;
  /** Fields the input has, at every depth and per use, before any of them became JSON text to save budget. */
  readonly fields: number;
  /** How many of the fields a grammar guards where the tool is strict: JSON text it does not. */
  readonly guardable: number;
  /** Documentation of the tool for types: plain text lines. */
  readonly documentation: readonly string[];
}

export interface InputType {
  readonly properties: readonly {
    readonly name: string;
    readonly schema: Schema;
    readonly required: boolean;
    readonly description?: string;
    readonly bytes?: boolean;
  }[];
}

export interface LoweredApi {
  readonly tools: readonly ToolModel[];
  readonly skipped: readonly SkippedOperation[];
  /** Validation definitions shared by all tools: only those that some tool reaches. Request form (no readOnly). */
  readonly sharedSchemas: Readonly<Record<string, JSONSchema>>;
  readonly diagnostics: readonly Diagnostic[];
}

export interface LowerOptions {
  /** Characters of an operation's text at most. */
  readonly maxDescription: number;
  /** Estimated tokens above which the costliest subtrees become JSON text. */
  readonly maxTokens: number;
  /** Selectors of the tools that the strict plan serves before all others, in this order. */
  readonly strictFirst?: readonly string[];
}
