import type { Dispatcher, PackageDescriptor, RuntimePlugins, StrictPlanOptions, ToolDefinition } from './contract.js';
import type { CheckedTool } from './validate/checked-tool.js';
import type { WritePath } from './validate/describe.js';

/** What a toolkit hands to its dispatchers. */
export interface DispatcherParts {
  pack: PackageDescriptor;
  plugins: RuntimePlugins;
  tools: readonly ToolDefinition[];
  operations: Dispatcher['operations'];
  tool: (name: string) => CheckedTool | undefined;
  /** Undoes the encodings of the model's form. Takes a copy of the input. */
  decode: (name: string, copied: unknown) => unknown;
  /** Names places in the terms of what was written. */
  writePath: (name: string, written: unknown) => WritePath;
  /** Unknown names below the top level of what was written. */
  closedFaults: (name: string, written: unknown) => string[];
  naturalPath: WritePath;
  planStrict: (tools: readonly ToolDefinition[], options?: StrictPlanOptions) => ToolDefinition[];
}
