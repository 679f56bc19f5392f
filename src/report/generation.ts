import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { GeneratedFile } from '../emit/generated-file.js';
import type { LoadedSpec } from '../load/loaded-spec.js';
import type { LoweredApi } from '../lower/tool-model.js';
import type { ApiModel } from '../model/api-model.js';
import type { StaleFile } from '../output/check-project.js';
import type { FinishedOutput } from '../output/finished-output.js';
import type { WrittenFiles } from '../output/write-project.js';
import type { ChangeReport } from './changes/change.js';
import type { GeneratedTool, SkippedReport } from './tool-report.js';

/** An operation whose tool has another name than in the last output: prompts and stored conversations know the old one. */
export interface RenamedTool {
  readonly method: string;
  readonly path: string;
  readonly from: string;
  readonly to: string;
}

/** What the pipeline found out, as far as it came: a run fills it stage by stage. */
export interface Generation {
  readonly diagnostics: Diagnostic[];
  /** A fault (or, where warnings count as errors, a warning) ended the run: then nothing was written. */
  failed: boolean;
  /** The error behind an `INTERNAL` diagnostic. */
  cause?: unknown;
  tools: readonly GeneratedTool[];
  skipped: readonly SkippedReport[];
  files: readonly GeneratedFile[];
  spec?: LoadedSpec;
  model?: ApiModel;
  lowered?: LoweredApi;
  /** Folder that was written or compared. */
  folder?: string;
  /** The output on disk that this run would write: then `files` is empty; `tools` too where the document was not read. */
  upToDate?: FinishedOutput;
  written?: WrittenFiles;
  stale?: readonly StaleFile[];
  /** Against the last output in the folder. */
  renamed?: readonly RenamedTool[];
  /** Against the last output in the folder; absent where there was none. */
  changes?: ChangeReport | undefined;
}

/** Hears which stage begins. */
export type Progress = (stage: string) => void;
