import type { ToolModel } from '../lower/tool-model.js';
import type { PackageDescriptor } from '../runtime/contract.js';
import type { StrictVerdict } from './tool-report.js';

export function planVerdicts(tools: readonly ToolModel[], pack: PackageDescriptor): StrictVerdict[] {
  return tools.map(() => ({ strict: pack.strict !== 'none' }));
}
