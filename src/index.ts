/** The library: what programs that generate packages import. Generated packages import nothing of it. */
export { type Config, type ConfigEntry, defineConfig } from './config/define-config.js';
export type { GenerateOptions } from './config/generate-options.js';
export { CATALOGUE, type CatalogueEntry, type DiagnosticCode } from './diagnostics/catalogue.js';
export type { Diagnostic, Severity, SpecLocation } from './diagnostics/diagnostic.js';
export { ToolsGenError } from './diagnostics/tools-gen-error.js';
export type { GeneratedFile } from './emit/generated-file.js';
export { type GenerateResult, generate, type InspectResult, inspectSpec } from './generate.js';
export type { OperationOverride } from './model/api-model.js';
export type { StaleFile } from './output/check-project.js';
export type { WrittenFiles } from './output/write-project.js';
export type { Change, ChangeKind, ChangeLevel, ChangeReport } from './report/changes/change.js';
export type { RenamedTool } from './report/generation.js';
export type { GeneratedTool, SkippedReport, ToolReport } from './report/tool-report.js';
