import { createHash } from 'node:crypto';
import type { EmitInput } from '../emit-input.js';
import type { GeneratedFile } from '../generated-file.js';
import { withoutSums } from './strict-plan.js';

/** Name of the manifest in the package's folder. */
const MANIFEST = 'tools-gen.json';

/**
 * The manifest: what was made of what, and of which files the package consists. Written last. Its last line holds the
 * digest of the text with that digest empty and without the line's end, so that an edited one is told from ours.
 */
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
    spec: { sha256: manifest.specHash, ...(manifest.files.length > 0 && { files: manifest.files }) },
    diagnostics: manifest.diagnostics,
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
  const text = JSON.stringify({ ...data, digest: '' }, undefined, 2);
  return { path: MANIFEST, text: `${text.slice(0, -'"\n}'.length)}${sha256(text)}"\n}\n` };
}

const sha256 = (text: string) => createHash('sha256').update(text, 'utf8').digest('hex');
