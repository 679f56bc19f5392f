import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { collectFiles } from './collect-files.js';
import type { LoadLimits } from './limits.js';
import { DEFAULT_LIMITS } from './limits.js';
import type { LoadedSpec } from './loaded-spec.js';
import { readRoot, type SpecSource } from './read-root.js';
import { createResolver } from './resolver.js';
import { specVersion } from './spec-version.js';

export interface LoadOptions {
  /** Folder that local references may reach; default the root document's folder. Absolute or relative to the working folder. */
  readonly refRoot?: string;
  /** Follow references to http(s) URLs. Default false. */
  readonly allowRemoteRefs?: boolean;
  readonly limits?: Partial<LoadLimits>;
  /** Judges the addresses that remote references lead to; by default those that are not of the public internet. */
  readonly isForbiddenAddress?: (address: string) => boolean;
}

export interface LoadResult {
  readonly spec: LoadedSpec;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Reads a document and the files it refers to. Throws a ToolsGenError with one diagnostic when the document itself cannot
 * be used. A reference that cannot be followed is no fault here: `resolve` says so to whoever needs it.
 */
export async function loadSpec(source: SpecSource, options: LoadOptions = {}): Promise<LoadResult> {
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const rootDiagnostics: Diagnostic[] = [];
  const root = await readRoot(source, limits, rootDiagnostics);
  const version = specVersion(root.file);
  const { files, lookup, diagnostics } = await collectFiles(root, {
    limits,
    allowRemoteRefs: options.allowRemoteRefs ?? false,
    ...(options.refRoot !== undefined && { refRoot: options.refRoot }),
    isForbiddenAddress: options.isForbiddenAddress,
  });
  for (const file of files) file.rest();
  const spec: LoadedSpec = {
    version,
    root: root.file,
    files,
    resolve: createResolver({
      root: root.file,
      files,
      lookup,
      hasResources: version === '3.1' || version === '3.2',
    }),
    ...(root.url !== undefined && { url: root.url }),
  };
  return { spec, diagnostics: [...rootDiagnostics, ...diagnostics] };
}
