import type { Report } from './prepare/report.js';
import type { ToolModel } from './tool-model.js';

/** Says once per tool which encodings it takes. */
export function reportEncodings(tool: ToolModel, report: Report): void {
  if (tool.encodings.length === 0) return;
  report('ENCODED', `${tool.definition.name} writes ${tool.encodings.join(', ')} in an encoded form`, tool.operation);
}
