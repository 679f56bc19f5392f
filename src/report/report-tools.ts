import type { ToolModel } from '../lower/tool-model.js';
import type { PackageDescriptor } from '../runtime/contract.js';
import { planTools } from '../runtime/strict/plan.js';
import { type GeneratedTool, reportTool } from './tool-report.js';

/** Every tool as the report lists it, planned as the package itself plans when nothing else is in the request. */
export function reportTools(tools: readonly ToolModel[], pack: PackageDescriptor): GeneratedTool[] {
  const operations = Object.fromEntries(tools.map(({ definition, descriptor }) => [definition.name, descriptor]));
  const { strictSize: size, strict } = pack;
  const planned = planTools(
    asInPackage(tools).map(({ definition }) => definition),
    operations,
    { ...(size !== undefined && { size }), ...(strict !== undefined && { strict }) },
  );
  const definitions = new Map(planned.tools.map((definition) => [definition.name, definition]));
  const verdicts = new Map(planned.plan.map((verdict) => [verdict.name, verdict]));
  return tools.map((tool) => {
    const { name } = tool.definition;
    return reportTool(tool, verdicts.get(name) ?? { strict: false }, definitions.get(name) ?? tool.definition);
  });
}

/** Equal costs are decided by order: that of the package, where the tools stand by file. */
function asInPackage(tools: readonly ToolModel[]): ToolModel[] {
  const fileOf = ({ operation }: ToolModel) => operation.file;
  return [...tools].sort((left, right) => Number(fileOf(left) > fileOf(right)) - Number(fileOf(left) < fileOf(right)));
}
