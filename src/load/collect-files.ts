import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { ToolsGenError } from '../diagnostics/tools-gen-error.js';
import { crawl, type Link } from './crawl.js';
import { loadFailure } from './failure.js';
import type { LoadLimits } from './limits.js';
import type { ResolveFailure, SourceFile } from './loaded-spec.js';
import { parseText } from './parse-text.js';
import type { ReadFile } from './read-file.js';
import type { RootDocument } from './read-root.js';
import { createTargets, type Target, type TargetOptions } from './reference-target.js';
import { type FileLookup, shownReference } from './resolver.js';
import { indexResources } from './resources.js';
import { externalReferences } from './scan-references.js';

export interface Collected {
  /** The root first, then by name. */
  readonly files: readonly ReadFile[];
  readonly lookup: FileLookup;
  readonly diagnostics: readonly Diagnostic[];
}

/** A file that was read, with what its reading had to tell; or why it was not. */
type Reading = { readonly file: ReadFile; readonly diagnostics: readonly Diagnostic[] } | ResolveFailure;

/** Reads the files that references lead to, and theirs. What cannot or may not be read is kept as a failure. */
export async function collectFiles(root: RootDocument, options: TargetOptions): Promise<Collected> {
  const { limits } = options;
  const targets = await createTargets(root, options);
  const wanted = new Map<string, Target>([[targets.rootTarget.id, targets.rootTarget]]);
  const readings = new Map<string, Reading>([[targets.rootTarget.id, { file: root.file, diagnostics: [] }]]);
  const ways = new Map<SourceFile, Map<string, string | ResolveFailure>>();
  let bytes = root.file.text.length;

  /** Decides where the references of a file lead, and names those that nobody asked for yet. */
  const linksOf = async (file: SourceFile, from: Target): Promise<readonly Link[]> => {
    const own = new Map<string, string | ResolveFailure>();
    ways.set(file, own);
    const links: Link[] = [];
    const { byUri } = indexResources(file, 'document://local/');
    for (const reference of externalReferences(file)) {
      // A schema of this very file has that URI: nothing to read.
      if (byUri.has(reference)) continue;
      const target = await targets.find(reference, from);
      own.set(reference, 'failure' in target ? target : target.id);
      if ('failure' in target || wanted.has(target.id)) continue;
      wanted.set(target.id, target);
      requireRoom(wanted.size - 1 <= limits.maxFiles, file);
      links.push({ url: target.id });
    }
    return links;
  };

  const open = async (id: string): Promise<readonly Link[]> => {
    const target = wanted.get(id);
    if (!target) return [];
    requireRoom(bytes <= limits.maxTotalBytes, root.file);
    const reading = await readTarget(target, limits);
    readings.set(id, reading);
    if ('failure' in reading) return [];
    bytes += reading.file.text.length;
    return linksOf(reading.file, target);
  };

  await crawl(await linksOf(root.file, targets.rootTarget), open);
  const others = [...readings.entries()].slice(1).sort(([a], [b]) => (a < b ? -1 : 1));
  const read = others.flatMap(([, reading]) => ('failure' in reading ? [] : [reading]));
  read.sort((a, b) => (a.file.name < b.file.name ? -1 : a.file.name > b.file.name ? 1 : 0));
  return {
    files: [root.file, ...read.map(({ file }) => file)],
    diagnostics: read.flatMap(({ diagnostics }) => diagnostics),
    lookup: (reference, from) => {
      const way = ways.get(from)?.get(reference);
      if (typeof way === 'object') return way;
      const reading = way === undefined ? undefined : readings.get(way);
      return reading && 'file' in reading ? reading.file : (reading ?? notRead(reference));
    },
  };
}

async function readTarget(target: Target, limits: LoadLimits): Promise<Reading> {
  const diagnostics: Diagnostic[] = [];
  try {
    return { file: parseText(target.name, await target.read(), limits, diagnostics), diagnostics };
  } catch (error) {
    if (!(error instanceof ToolsGenError)) throw error;
    const message = error.diagnostics[0]?.message ?? 'The file cannot be read.';
    return { failure: 'REF_UNRESOLVED', message };
  }
}

function requireRoom(isWithin: boolean, { name }: SourceFile): void {
  if (isWithin) return;
  throw loadFailure('SPEC_TOO_LARGE', 'The document refers to too many or too large files.', name);
}

function notRead(reference: string): ResolveFailure {
  return { failure: 'REF_UNRESOLVED', message: `"${shownReference(reference)}" was not read.` };
}
