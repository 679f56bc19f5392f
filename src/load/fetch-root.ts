import { type Downloader, download } from './download.js';
import { loadFailure } from './failure.js';
import type { LoadLimits } from './limits.js';
import { shownUrl } from './shown-url.js';

/** What a URL gave, before it is parsed. */
export interface FetchedRoot {
  readonly text: string;
  /** The URL to show. */
  readonly name: string;
  /** The URL after redirects. */
  readonly baseUrl: URL;
  /** Downloads from the document's own origin, with the credentials of its URL. */
  readonly download: Downloader;
}

/** Reads the text at a URL. */
export async function fetchRoot(source: string, limits: LoadLimits): Promise<FetchedRoot> {
  if (!URL.canParse(source)) throw loadFailure('SPEC_NOT_FOUND', 'The URL of the document is not a valid URL.');
  const start = new URL(source);
  const fetchFrom: Downloader = (url) => download(url, { limits, trusted: start });
  const { text, url } = await fetchFrom(start);
  return { text, name: shownUrl(start), baseUrl: url, download: fetchFrom };
}
