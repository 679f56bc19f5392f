import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import { ToolsGenError } from '../diagnostics/tools-gen-error.js';
import { MANIFEST_PATH, parseManifest } from './previous-manifest.js';
import { createEntryReader } from './read-entry.js';

/** What an earlier run that came to its end says of itself. */
export interface FinishedOutput {
  readonly folder: string;
  readonly version: string;
  readonly package: string;
  readonly spec: { readonly sha256: string; readonly files: readonly string[] };
  readonly options: unknown;
  readonly warnings: number;
  readonly notes: number;
  readonly skipped: number;
  readonly tools: readonly { readonly name: string; readonly strict: boolean; readonly tokens: number }[];
  /** Every file with its digest, without the manifest. */
  readonly files: ReadonlyMap<string, string>;
}

/**
 * Reads the manifest of a folder. `undefined` where there is none, or one that anybody edited, cut or merged: its own
 * digest tells. Never throws for what is on disk.
 */
export function readFinished(folder: string): FinishedOutput | undefined {
  try {
    const entry = createEntryReader(resolve(folder))(MANIFEST_PATH);
    if (entry.kind !== 'file') return undefined;
    const text = entry.bytes.toString('utf8');
    if (!isSealed(text)) return undefined;
    return describe(folder, JSON.parse(text) as Manifest, parseManifest(entry).files);
  } catch (error) {
    if (isExpected(error)) return undefined;
    throw error;
  }
}

/** Whether every file is on disk as it was written. Links are not followed. */
export function isWhole({ folder, files }: FinishedOutput): boolean {
  try {
    const read = createEntryReader(resolve(folder));
    for (const [path, digest] of files) {
      const entry = read(path);
      if (entry.kind !== 'file' || sha256(entry.bytes) !== digest) return false;
    }
    return true;
  } catch (error) {
    if (isExpected(error)) return false;
    throw error;
  }
}

/** The parts of our own manifest that are read here; the digest stands for their types. */
interface Manifest {
  readonly version: string;
  readonly package: string;
  readonly spec: { readonly sha256: string; readonly files?: readonly string[] };
  readonly options: unknown;
  readonly diagnostics: { readonly warnings: number; readonly notes: number };
  readonly skipped: readonly unknown[];
  readonly tools: readonly { readonly name: string; readonly strict?: boolean; readonly tokens: number }[];
}

function describe(folder: string, data: Manifest, files: ReadonlyMap<string, string>): FinishedOutput {
  return {
    folder,
    version: String(data.version),
    package: String(data.package),
    spec: { sha256: String(data.spec.sha256), files: (data.spec.files ?? []).map(String) },
    options: data.options,
    warnings: Number(data.diagnostics.warnings),
    notes: Number(data.diagnostics.notes),
    skipped: data.skipped.length,
    tools: data.tools.map(({ name, strict, tokens }) => ({
      name: String(name),
      strict: strict === true,
      tokens: Number(tokens),
    })),
    files,
  };
}

/** The end of a manifest after the digest in its last line. */
const END = '"\n}\n';
const DIGEST_LENGTH = 64;

function isSealed(text: string): boolean {
  const start = text.length - END.length - DIGEST_LENGTH;
  if (start < 0 || !text.endsWith(END)) return false;
  const digest = text.slice(start, start + DIGEST_LENGTH);
  return sha256(`${text.slice(0, start)}${END.trimEnd()}`) === digest;
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex');

/** Faults of what is on disk, forged manifests among them. */
function isExpected(error: unknown): boolean {
  if (error instanceof ToolsGenError || error instanceof SyntaxError || error instanceof TypeError) return true;
  return error instanceof Error && 'code' in error;
}
