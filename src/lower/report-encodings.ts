import type { Report } from './prepare/report.js';
import type { ToolModel } from './tool-model.js';

/** What happened on the way that a tool does not show. */
export interface LoweringNotes {
  /** Subtrees became JSON text to save budget. */
  readonly reduced: boolean;
  readonly inWords: boolean;
}

/** Says once per tool which encodings it takes, whether its budget asked for them, and whether it tells constraints in words. */
export function reportEncodings(tool: ToolModel, { reduced, inWords }: LoweringNotes, report: Report): void {
  const { name } = tool.definition;
  if (reduced)
    report('ENCODED', `${name} takes JSON text for its costliest parts to stay within its budget`, tool.operation);
  if (inWords) report('CONSTRAINT_IN_WORDS', `${name} tells constraints in words`, tool.operation);
  if (tool.encodings.length === 0) return;
  report('ENCODED', `${name} writes ${tool.encodings.join(', ')} in an encoded form`, tool.operation);
}
