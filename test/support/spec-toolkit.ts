import { loadSpec } from '../../src/load/load-spec.js';
import { lowerApi } from '../../src/lower/lower-api.js';
import type { LoweredApi } from '../../src/lower/tool-model.js';
import type { ApiModel } from '../../src/model/api-model.js';
import { buildModel } from '../../src/model/build-model.js';
import { normalizeSpec } from '../../src/normalize/normalize-spec.js';
import { writeMultipart } from '../../src/runtime/body/multipart.js';
import { writeXml } from '../../src/runtime/body/xml.js';
import type { Toolkit } from '../../src/runtime/contract.js';
import { fetchToken } from '../../src/runtime/credentials/oauth.js';
import { createToolkit } from '../../src/runtime/index.js';
import { createCompiler } from '../../src/runtime/validate/ajv.js';

/** A document, through every stage but the writing of text. */
export async function lowerDocument(source: string | object): Promise<{ model: ApiModel; lowered: LoweredApi }> {
  const { spec } = await loadSpec(typeof source === 'string' ? source : { document: source });
  const { model } = buildModel(normalizeSpec(spec).spec, { include: [], exclude: [], strict: 'plan', overrides: {} });
  return { model, lowered: lowerApi(model, { maxDescription: 600, maxTokens: 4000 }) };
}

/** The toolkit a generated package would export, straight from a document. */
export async function toolkitFromSpec(source: string | object): Promise<Toolkit> {
  const { model, lowered } = await lowerDocument(source);
  const { tools, sharedSchemas } = lowered;
  const schemas = Object.fromEntries(tools.map((tool) => [tool.definition.name, tool.validationSchema]));
  return createToolkit([
    {
      package: model.package,
      definitions: tools.map(({ definition }) => definition),
      operations: Object.fromEntries(tools.map(({ definition, descriptor }) => [definition.name, descriptor])),
      schemas: async () => ({ module: { schemas }, shared: { $defs: sharedSchemas } }),
      plugins: { compiler: createCompiler, xml: writeXml, multipart: writeMultipart, oauth: fetchToken },
    },
  ]) as Toolkit;
}
