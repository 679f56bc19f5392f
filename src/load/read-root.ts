import { realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { Downloader } from './download.js';
import { loadFailure } from './failure.js';
import { type FetchedRoot, fetchRoot } from './fetch-root.js';
import type { LoadLimits } from './limits.js';
import { parseText, requireShape } from './parse-text.js';
import { ReadFile } from './read-file.js';
import { readLocalText } from './read-local.js';
import { isHttpUrl } from './shown-url.js';

/** A path or URL, text that was read elsewhere (standard input), or a document as a program's own object. */
export type SpecSource =
  | string
  | { readonly text: string; readonly name: string }
  | FetchedRoot
  | { readonly document: object };

/** The root document and where it stands: base for relative references. */
export interface RootDocument {
  readonly file: ReadFile;
  /** Real path of a local document. */
  readonly path?: string;
  /** The URL after redirects. */
  readonly baseUrl?: URL;
  /** The URL to show. */
  readonly url?: string;
  /** Downloads from the document's own origin, with the credentials of its URL. */
  readonly download?: Downloader;
}

export async function readRoot(
  source: SpecSource,
  limits: LoadLimits,
  diagnostics: Diagnostic[],
): Promise<RootDocument> {
  if (typeof source === 'string')
    return isHttpUrl(source)
      ? parseFetched(await fetchRoot(source, limits), limits, diagnostics)
      : readPath(source, limits, diagnostics);
  if ('download' in source) return parseFetched(source, limits, diagnostics);
  if ('document' in source) return { file: fromObject(source.document, limits) };
  if (Buffer.byteLength(source.text) > limits.maxFileBytes) {
    throw loadFailure('SPEC_TOO_LARGE', `${source.name} is over ${limits.maxFileBytes} bytes.`, source.name);
  }
  return { file: parseText(source.name, source.text, limits, diagnostics) };
}

async function readPath(source: string, limits: LoadLimits, diagnostics: Diagnostic[]): Promise<RootDocument> {
  const name = source.replaceAll('\\', '/');
  const text = await readLocalText(source, name, limits.maxFileBytes);
  return { file: parseText(name, text, limits, diagnostics), path: await realpath(resolve(source)) };
}

function parseFetched(
  { text, name, baseUrl, download }: FetchedRoot,
  limits: LoadLimits,
  diagnostics: Diagnostic[],
): RootDocument {
  return { file: parseText(name, text, limits, diagnostics), baseUrl, url: name, download };
}

/** Copies a program's object, so that it is plain data that nobody else can change. */
function fromObject(document: object, limits: LoadLimits): ReadFile {
  const name = '<object>';
  requireShape(name, document, limits);
  const text = JSON.stringify(document);
  return new ReadFile({ name, text, format: 'json', value: JSON.parse(text) });
}
