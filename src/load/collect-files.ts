import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { ToolsGenError } from '../diagnostics/tools-gen-error.js';
import { loadFailure } from './failure.js';
import type { LoadLimits } from './limits.js';
import type { ResolveFailure, SourceFile } from './loaded-spec.js';
import { parseText } from './parse-text.js';
import type { RootDocument } from './read-root.js';
import { createTargets, type Target } from './reference-target.js';
import { type FileLookup, shownReference } from './resolver.js';
import { externalReferences } from './scan-references.js';

export interface CollectOptions {
  readonly limits: LoadLimits;
  readonly allowRemoteRefs: boolean;
  readonly refRoot?: string;
}

export interface Collected {
  /** The root first, then by name. */
  readonly files: readonly SourceFile[];
  readonly lookup: FileLookup;
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads the files that references lead to, and theirs. What cannot or may not be read is kept as a failure. */
export async function collectFiles(root: RootDocument, options: CollectOptions): Promise<Collected> {
  const { limits } = options;
  const diagnostics: Diagnostic[] = [];
  const targets = await createTargets(root, options);
  const known = new Map<string, SourceFile | ResolveFailure>([[targets.rootTarget.id, root.file]]);
  const links = new Map<SourceFile, Map<string, string>>();
  const queue: { readonly file: SourceFile; readonly target: Target }[] = [
    { file: root.file, target: targets.rootTarget },
  ];
  let bytes = root.file.text.length;
  let count = 0;
  for (let index = 0; index < queue.length; index += 1) {
    const item = queue[index];
    if (!item) break;
    const own = new Map<string, string>();
    links.set(item.file, own);
    for (const reference of externalReferences(item.file.value)) {
      const target = await targets.find(reference, item.target);
      if ('failure' in target) {
        own.set(reference, reference);
        known.set(reference, target);
        continue;
      }
      own.set(reference, target.id);
      if (known.has(target.id)) continue;
      count += 1;
      if (count > limits.maxFiles || bytes > limits.maxTotalBytes) {
        throw loadFailure('SPEC_TOO_LARGE', 'The document refers to too many or too large files.', item.file.name);
      }
      const file = await readTarget(target, limits, diagnostics);
      known.set(target.id, file);
      if ('failure' in file) continue;
      bytes += file.text.length;
      queue.push({ file, target });
    }
  }
  const others = queue.slice(1).map(({ file }) => file);
  others.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  return {
    files: [root.file, ...others],
    diagnostics,
    lookup: (reference, from) => {
      const id = links.get(from)?.get(reference);
      return (id !== undefined ? known.get(id) : undefined) ?? notRead(reference);
    },
  };
}

async function readTarget(
  target: Target,
  limits: LoadLimits,
  diagnostics: Diagnostic[],
): Promise<SourceFile | ResolveFailure> {
  try {
    return parseText(target.name, await target.read(), limits, diagnostics);
  } catch (error) {
    if (!(error instanceof ToolsGenError)) throw error;
    const message = error.diagnostics[0]?.message ?? 'The file cannot be read.';
    return { failure: 'REF_UNRESOLVED', message };
  }
}

function notRead(reference: string): ResolveFailure {
  return { failure: 'REF_UNRESOLVED', message: `"${shownReference(reference)}" was not read.` };
}
