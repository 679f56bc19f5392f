import { ToolsGenError } from '../diagnostics/tools-gen-error.js';
import { readTools } from '../generate.js';
import type { LoweredApi } from '../lower/tool-model.js';
import type { ApiModel } from '../model/api-model.js';
import type { ToolSet } from '../runtime/contract.js';
import { createCompiler } from '../runtime/validate/ajv.js';
import { optionsOf } from './options-of.js';
import type { ReadArgs } from './read-args.js';
import { showCause } from './report-failure.js';
import { terminalOf } from './terminal.js';

/** The tools of a spec in memory, in the shape that a generated package gives to the runtime. */
export interface InMemoryTools {
  readonly set: ToolSet;
  readonly names: readonly string[];
}

/** Reads the spec of a command line up to its tools. Throws a `ToolsGenError` when that fails. */
export async function readToolSet(args: ReadArgs): Promise<InMemoryTools> {
  const [options] = await optionsOf(args);
  if (!options) throw new ToolsGenError([]);
  const run = await readTools(options);
  const { model, lowered } = run;
  showCause(run.cause, terminalOf(process.stderr));
  if (run.failed || !model || !lowered) {
    throw new ToolsGenError(run.diagnostics.filter(({ severity }) => severity === 'error'));
  }
  return { set: await toolSetOf(model, lowered), names: run.tools.map(({ name }) => name) };
}

async function toolSetOf(model: ApiModel, { tools, sharedSchemas }: LoweredApi): Promise<ToolSet> {
  const [{ writeXml }, { writeMultipart }, { fetchToken }] = await Promise.all([
    import('../runtime/body/xml.js'),
    import('../runtime/body/multipart.js'),
    import('../runtime/credentials/oauth.js'),
  ]);
  const byName = <T>(pick: (tool: LoweredApi['tools'][number]) => T) =>
    Object.fromEntries(tools.map((tool) => [tool.definition.name, pick(tool)]));
  const schemas = { module: { schemas: byName((tool) => tool.validationSchema) }, shared: { $defs: sharedSchemas } };
  return {
    package: model.package,
    definitions: tools.map(({ definition }) => definition),
    operations: byName(({ descriptor }) => descriptor),
    schemas: async () => schemas,
    plugins: { compiler: createCompiler, xml: writeXml, multipart: writeMultipart, oauth: fetchToken },
  };
}
