import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { ToolModel } from '../lower/tool-model.js';
import type { SkippedOperation } from '../model/api-model.js';
import type { Effect, ToolDefinition } from '../runtime/contract.js';

/** One tool as the report lists it. */
export interface ToolReport {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly operationId?: string;
  readonly tags: readonly string[];
  readonly effect: Effect;
  readonly strict: boolean;
  /** Why not strict. */
  readonly strictReason?: string;
  readonly encodings: readonly string[];
  /** Estimate: characters of the definition's JSON / 4, rounded up. */
  readonly tokens: number;
  readonly cost: {
    /** K of the strict budget. */
    readonly pooled: number;
    /** Optional parameters and unions, at every depth: what K is made of. */
    readonly optional: number;
    readonly unions: number;
    /** Bytes of the minified schema without descriptions. */
    readonly size: number;
    /** Fields of the input at every depth, counted before any became JSON text to save budget. */
    readonly fields: number;
    /** Share of these fields that the grammar guards, 0 to 1: none without strict, and none in JSON text. */
    readonly guarded: number;
  };
}

/** A tool of the library's result: the report's fields and the definition itself. */
export interface GeneratedTool extends ToolReport {
  readonly definition: ToolDefinition;
  /** Pointers of the properties that the strict plan requires with null. */
  readonly converted?: readonly string[];
}

/** An operation that did not become a tool, and why. */
export interface SkippedReport {
  readonly method: string;
  readonly path: string;
  readonly operationId?: string;
  readonly code: string;
  readonly reason: string;
}

/** The planner's word on one tool. */
export interface StrictVerdict {
  readonly strict: boolean;
  readonly reason?: string;
  readonly converted?: readonly string[];
}

export function reportTool(tool: ToolModel, verdict: StrictVerdict, definition: ToolDefinition): GeneratedTool {
  const { descriptor, encodings, tokens, fields, guardable } = tool;
  const { operationId } = descriptor;
  const { pooled, size, optional, unions } = descriptor.strict;
  const share = fields === 0 ? 1 : guardable / fields;
  return {
    name: definition.name,
    method: descriptor.method,
    path: descriptor.path,
    ...(operationId !== undefined && { operationId }),
    tags: descriptor.tags ?? [],
    effect: descriptor.effect,
    strict: verdict.strict,
    ...(verdict.reason !== undefined && !verdict.strict && { strictReason: verdict.reason }),
    encodings,
    tokens,
    cost: { pooled, optional, unions, size, fields, guarded: verdict.strict ? Math.round(share * 100) / 100 : 0 },
    definition,
    ...(verdict.converted !== undefined && verdict.converted.length > 0 && { converted: verdict.converted }),
  };
}

export function reportSkipped({ method, path, operationId, reason }: SkippedOperation): SkippedReport {
  return { method, path, ...(operationId !== undefined && { operationId }), code: reason.code, reason: reason.message };
}

/** The reasons of left-out operations that no diagnostic tells yet. */
export function untoldReasons(skipped: readonly SkippedOperation[], told: readonly Diagnostic[]): Diagnostic[] {
  const keyOf = ({ code, message, location }: Diagnostic) =>
    JSON.stringify([code, message, location?.file, location?.pointer]);
  const known = new Set(told.map(keyOf));
  return skipped.map(({ reason }) => reason).filter((reason) => !known.has(keyOf(reason)));
}
