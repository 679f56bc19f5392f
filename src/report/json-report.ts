import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { ChangeReport } from './changes/change.js';
import type { RenamedTool } from './generation.js';
import { countSeverities, groupDiagnostics } from './group-diagnostics.js';
import type { PlaceFinder } from './place.js';
import { guardedShare, reportTags, type TagReport } from './tag-report.js';
import type { GeneratedTool, SkippedReport, ToolReport } from './tool-report.js';

/** What `--json` prints: made for programs, its keys are stable. */
export interface JsonReport {
  readonly tools: readonly ToolReport[];
  readonly tags: readonly TagReport[];
  readonly skipped: readonly SkippedReport[];
  readonly diagnostics: readonly JsonDiagnostic[];
  readonly totals: JsonTotals;
  /** Set when a folder was written or compared: paths relative to it. */
  readonly output?: JsonOutput;
}

export interface JsonDiagnostic {
  readonly code: string;
  readonly severity: string;
  readonly message: string;
  readonly help: string;
  readonly file: string | null;
  /** From 1; null where the place is not known. */
  readonly line: number | null;
  readonly column: number | null;
  readonly pointer: string | null;
  readonly count?: number;
}

export interface JsonTotals {
  readonly operations: number;
  readonly tools: number;
  readonly strict: number;
  /** Share of all fields that the grammar guards, 0 to 1. */
  readonly guarded: number;
  readonly skipped: number;
  readonly tokens: number;
  readonly errors: number;
  readonly warnings: number;
  readonly infos: number;
  readonly files: number;
}

export interface JsonOutput {
  readonly folder: string;
  readonly written?: readonly string[];
  readonly removed?: readonly string[];
  readonly unchanged?: number;
  /** Files of an earlier run that are no longer made but were edited. */
  readonly kept?: readonly string[];
  readonly stale?: readonly string[];
  readonly renamed?: readonly RenamedTool[];
  /** Against the earlier output in the folder; absent where there was none. */
  readonly changes?: ChangeReport;
}

export interface ReportInput {
  readonly tools: readonly GeneratedTool[];
  readonly skipped: readonly SkippedReport[];
  readonly diagnostics: readonly Diagnostic[];
  readonly files: number;
  readonly output?: JsonOutput | undefined;
}

export function createJsonReport(input: ReportInput, find: PlaceFinder): JsonReport {
  const diagnostics = groupDiagnostics(input.diagnostics);
  return {
    tools: input.tools.map(({ definition: _, converted: _pointers, ...report }) => report),
    tags: reportTags(input.tools),
    skipped: input.skipped,
    diagnostics: diagnostics.map((diagnostic) => jsonDiagnostic(diagnostic, find)),
    totals: {
      operations: input.tools.length + input.skipped.length,
      tools: input.tools.length,
      strict: input.tools.filter(({ strict }) => strict).length,
      guarded: guardedShare(input.tools),
      skipped: input.skipped.length,
      tokens: input.tools.reduce((sum, { tokens }) => sum + tokens, 0),
      ...countSeverities(diagnostics),
      files: input.files,
    },
    ...(input.output && { output: input.output }),
  };
}

function jsonDiagnostic(diagnostic: Diagnostic, find: PlaceFinder): JsonDiagnostic {
  const { code, severity, message, help, location, count } = diagnostic;
  const place = find(diagnostic);
  return {
    code,
    severity,
    message,
    help,
    file: place?.file ?? location?.file ?? null,
    line: place?.line ?? null,
    column: place?.column ?? null,
    pointer: location?.pointer ?? null,
    ...(count !== undefined && { count }),
  };
}
