import type { Diagnostic } from '../../../src/diagnostics/diagnostic.js';
import { ToolsGenError } from '../../../src/diagnostics/tools-gen-error.js';
import type { ApiModel, ModelOptions } from '../../../src/model/api-model.js';
import { buildModel } from '../../../src/model/build-model.js';
import type { NormalizedSpec } from '../../../src/normalize/normalized-spec.js';

export interface Built {
  readonly model: ApiModel;
  readonly diagnostics: readonly Diagnostic[];
  /** Codes of the diagnostics, each once, in order. */
  readonly codes: readonly string[];
}

export function build(spec: NormalizedSpec, options: Partial<ModelOptions> = {}): Built {
  const { model, diagnostics } = buildModel(spec, {
    include: [],
    exclude: [],
    strict: 'plan',
    overrides: {},
    ...options,
  });
  return { model, diagnostics, codes: [...new Set(diagnostics.map(({ code }) => code))] };
}

/** Codes of the error that building throws. */
export function failure(spec: NormalizedSpec, options: Partial<ModelOptions> = {}): string[] {
  try {
    build(spec, options);
  } catch (error) {
    if (error instanceof ToolsGenError) return error.diagnostics.map(({ code }) => code);
    throw error;
  }
  return [];
}
