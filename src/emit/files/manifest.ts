import { createHash } from 'node:crypto';
import type { EmitInput } from '../emit-input.js';
import type { GeneratedFile } from '../generated-file.js';
import { withoutSums } from './strict-plan.js';

/** Name of the manifest in the package's folder. */
const MANIFEST = 'tools-gen.json';

/** The manifest: what was made of what, and of which files the package consists. Written last. */
export function manifestFile(input: EmitInput, files: readonly GeneratedFile[]): GeneratedFile {
  const { api, lowered, manifest, plan } = input;
  const tools = lowered.tools.map((tool, index) => {
    const { definition, descriptor, encodings, operation, tokens } = tool;
    const { operationId, method, path, effect, strict: cost } = descriptor;
    const verdict = plan?.[index];
    return {
      name: definition.name,
      ...(operationId !== undefined && { operationId }),
      method,
      path,
      effect,
      file: `tools/${operation.file}.js`,
      ...(verdict !== undefined && { strict: verdict.strict }),
      ...(verdict?.reason !== undefined && !verdict.strict && { strictReason: withoutSums(verdict.reason) }),
      ...(verdict !== undefined && { guarded: verdict.guarded }),
      cost,
      encodings,
      tokens,
    };
  });
  const data = {
    generator: 'tools-gen',
    version: manifest.generatorVersion,
    package: api.package.name,
    spec: { sha256: manifest.specHash },
    options: manifest.options,
    servers: api.package.servers.map(({ url }) => url),
    tools,
    skipped: [...new Set([...api.skipped, ...lowered.skipped])].map(({ method, path, operationId, reason }) => ({
      method,
      path,
      ...(operationId !== undefined && { operationId }),
      code: reason.code,
    })),
    files: Object.fromEntries(files.map(({ path, text }) => [path, sha256(text)])),
  };
  return { path: MANIFEST, text: `${JSON.stringify(data, undefined, 2)}\n` };
}

const sha256 = (text: string) => createHash('sha256').update(text, 'utf8').digest('hex');
