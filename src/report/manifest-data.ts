import type { OwnManifest } from '../assets/read-assets.js';
import type { ResolvedOptions } from '../config/generate-options.js';
import { DEFAULT_MAX_DESCRIPTION, DEFAULT_MAX_TOKENS } from '../config/resolve-options.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { ManifestData } from '../emit/emit-input.js';
import type { LoadedSpec } from '../load/loaded-spec.js';
import { countSeverities, groupDiagnostics } from './group-diagnostics.js';
import { specHash } from './spec-hash.js';

/** The options that shape the output, with the value each has when it is not given. */
const SHAPING = {
  name: undefined,
  include: [],
  exclude: [],
  server: undefined,
  bare: false,
  validators: 'lazy',
  strict: 'plan',
  strictFirst: [],
  maxDescription: DEFAULT_MAX_DESCRIPTION,
  maxTokens: DEFAULT_MAX_TOKENS,
  operations: {},
} as const satisfies Partial<Record<keyof ResolvedOptions, unknown>>;

/** The options as the manifest records them: none that has its default, none that differs between machines. */
export function shapingOptions(options: ResolvedOptions): Record<string, unknown> {
  const given = Object.entries(SHAPING).flatMap(([name, usual]) => {
    const value = options[name as keyof typeof SHAPING];
    return JSON.stringify(value) === JSON.stringify(usual) ? [] : [[name, value] as const];
  });
  return Object.fromEntries(given);
}

/** What the manifest records of a run: nothing that differs between machines. */
export function manifestData(
  spec: LoadedSpec,
  diagnostics: readonly Diagnostic[],
  options: ResolvedOptions,
  own: OwnManifest,
): ManifestData {
  const { warnings, infos } = countSeverities(groupDiagnostics(diagnostics));
  return {
    generatorVersion: own.version,
    specHash: specHash(spec.files),
    files: spec.files.slice(1).map(({ name }) => name),
    diagnostics: { warnings, notes: infos },
    options: shapingOptions(options),
    dependencies: { ajv: own.dependencies['ajv'] ?? '*', 'ajv-formats': own.dependencies['ajv-formats'] ?? '*' },
    sdk: own.peerDependencies['@anthropic-ai/sdk'] ?? '*',
  };
}
