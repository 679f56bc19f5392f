import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { GeneratedFile } from '../emit/generated-file.js';
import type { LoadedSpec } from '../load/loaded-spec.js';
import type { LoweredApi } from '../lower/tool-model.js';
import type { ApiModel } from '../model/api-model.js';
import type { GeneratedTool, SkippedReport } from './tool-report.js';

/** What happened on disk; paths relative to the output folder, sorted. */
export interface WriteReport {
  readonly written: readonly string[];
  readonly removed: readonly string[];
  readonly unchanged: readonly string[];
}

/** A file that `--check` found wrong. */
export interface StaleFile {
  readonly path: string;
  readonly state: 'changed' | 'missing' | 'extra';
}

/** What the pipeline found out, as far as it came: a run fills it stage by stage. */
export interface Generation {
  readonly diagnostics: Diagnostic[];
  /** A fault (or, where warnings count as errors, a warning) ended the run: then nothing was written. */
  failed: boolean;
  tools: readonly GeneratedTool[];
  skipped: readonly SkippedReport[];
  files: readonly GeneratedFile[];
  spec?: LoadedSpec;
  model?: ApiModel;
  lowered?: LoweredApi;
  /** Folder that was written or compared. */
  folder?: string;
  written?: WriteReport;
  stale?: readonly StaleFile[];
}

/** Hears which stage begins. */
export type Progress = (stage: string) => void;
