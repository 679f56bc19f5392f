import { createDiagnostic } from '../diagnostics/create.js';
import { ToolsGenError } from '../diagnostics/tools-gen-error.js';
import { isSafePath } from './confine.js';
import type { Entry } from './read-entry.js';

/** Name of the manifest in the output folder. */
export const MANIFEST_PATH = 'tools-gen.json';

/** What an earlier run left behind. */
export interface PreviousManifest {
  /** SHA-256 of every file as it was written, by path. */
  readonly files: ReadonlyMap<string, string>;
  /** Tool names by `METHOD /path`. */
  readonly tools: ReadonlyMap<string, string>;
}

export const NO_MANIFEST: PreviousManifest = { files: new Map(), tools: new Map() };

/**
 * Reads the manifest of an earlier run. One path in it that we would never have written makes the whole untrustworthy:
 * throws `MANIFEST_INVALID`.
 *
 * @param shown its path, for messages
 */
export function parseManifest(entry: Entry, shown = MANIFEST_PATH): PreviousManifest {
  if (entry.kind !== 'file') return NO_MANIFEST;
  const invalid = (what: string) => new ToolsGenError([createDiagnostic('MANIFEST_INVALID', `${shown} ${what}.`)]);
  const data = parse(entry.bytes.toString('utf8'));
  if (data === undefined) throw invalid('is not JSON');
  if (!isRecord(data) || data['generator'] !== 'tools-gen' || !isRecord(data['files'])) throw invalid('is not ours');
  const files = Object.entries(data['files']).map(([path, hash]): [string, string] => {
    if (!isSafePath(path) || typeof hash !== 'string' || !/^[0-9a-f]{64}$/.test(hash)) {
      throw invalid(`lists ${JSON.stringify(path)}, which no run wrote`);
    }
    return [path, hash];
  });
  const tools = Array.isArray(data['tools']) ? data['tools'].filter(isRecord) : [];
  return {
    files: new Map(files),
    tools: new Map(tools.map((tool) => [`${tool['method']} ${tool['path']}`, String(tool['name'])])),
  };
}

/**
 * The new manifest with the files of the earlier run beside its own. It stands while files move, so that a run that is
 * killed then leaves nothing that the next one would take for somebody else's.
 */
export function interimManifest(text: string, previous: PreviousManifest): string {
  const data = JSON.parse(text) as { files: Record<string, string> };
  const files = { ...Object.fromEntries(previous.files), ...data.files };
  // Its digest would be wrong: no run may take the output for finished.
  return `${JSON.stringify({ ...data, files, digest: '' }, undefined, 2)}\n`;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
