import { lookup as resolveName } from 'node:dns';
import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { loadFailure } from './failure.js';
import type { LoadLimits } from './limits.js';
import { isPrivateAddress } from './private-address.js';
import { decodeText } from './read-local.js';
import { shownUrl } from './shown-url.js';

export interface Downloaded {
  /** After redirects. */
  readonly url: URL;
  readonly text: string;
}

const SIGN_IN = 'It asks for a login: give https://user:password@…, or download the document and give the file.';

export type Downloader = (url: URL) => Promise<Downloaded>;

export interface DownloadOptions {
  readonly limits: LoadLimits;
  /**
   * The URL the user gave. Its origin alone may be a private address, and its credentials go there alone. Without it
   * every hop must be a public address.
   */
  readonly trusted?: URL;
  /** Judges addresses; default `isPrivateAddress`. */
  readonly isForbidden?: ((address: string) => boolean) | undefined;
}

/** Downloads a text, following redirects by hand so that every hop is checked. Throws a ToolsGenError. */
export async function download(start: URL, options: DownloadOptions): Promise<Downloaded> {
  const { limits } = options;
  const signal = AbortSignal.timeout(limits.timeoutMs);
  let url = start;
  for (let hop = 0; hop <= limits.maxRedirects; hop += 1) {
    const answer = await ask(url, options, signal);
    const status = answer.statusCode ?? 0;
    const next = answer.headers.location;
    if (status >= 300 && status < 400 && next !== undefined) {
      answer.destroy();
      url = redirected(url, next, start);
      continue;
    }
    if (status < 200 || status >= 300) {
      answer.destroy();
      throw refused(
        start,
        `the server answered with status ${status}`,
        status === 401 || status === 403 ? SIGN_IN : undefined,
      );
    }
    const bytes = await readBody(answer, start, limits.maxFileBytes);
    return { url, text: decodeText(bytes) };
  }
  throw refused(start, 'there are too many redirects');
}

function redirected(from: URL, to: string, start: URL): URL {
  if (!URL.canParse(to, from.href)) throw refused(start, 'it redirects to an invalid URL');
  const url = new URL(to, from);
  if (url.protocol !== 'https:' && (url.protocol !== 'http:' || from.protocol === 'https:')) {
    throw refused(start, 'it redirects to an address that is not protected as well');
  }
  return url;
}

function ask(
  url: URL,
  { trusted, isForbidden = isPrivateAddress }: DownloadOptions,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const own = trusted !== undefined && url.origin === trusted.origin;
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (!own && isIP(host) !== 0 && isForbidden(host)) {
    return Promise.reject(refused(url, 'its address is private'));
  }
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
  const headers: Record<string, string> = {
    accept: 'application/json, application/yaml, text/yaml, */*;q=0.5',
    'accept-encoding': 'gzip, deflate, br',
    'user-agent': 'tools-gen',
  };
  if (own && (trusted.username !== '' || trusted.password !== '')) {
    const pair = `${decodeURIComponent(trusted.username)}:${decodeURIComponent(trusted.password)}`;
    headers['authorization'] = `Basic ${Buffer.from(pair).toString('base64')}`;
  }
  const target = new URL(url);
  target.username = '';
  target.password = '';
  return new Promise((resolve, reject) => {
    const request: ClientRequest = send(target, {
      headers,
      signal,
      agent: false,
      ...(!own && { lookup: checkedLookup(isForbidden) }),
    });
    request.on('response', resolve);
    request.on('error', (error) => reject(refused(url, reasonOf(error))));
    request.end();
  });
}

/** Resolves a name and refuses when any of its addresses is forbidden, so that the address checked is the one used. */
function checkedLookup(isForbidden: (address: string) => boolean): LookupFunction {
  return (name, options, callback) => {
    resolveName(name, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '', 0);
      const first = addresses[0];
      if (!first || addresses.some(({ address }) => isForbidden(address))) {
        return callback(new Error('its address is private'), '', 0);
      }
      return options.all ? callback(null, addresses) : callback(null, first.address, first.family);
    });
  };
}

async function readBody(answer: IncomingMessage, start: URL, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of decoded(answer)) {
      size += chunk.length;
      if (size > maxBytes) {
        answer.destroy();
        throw loadFailure('SPEC_TOO_LARGE', `${shownUrl(start)} is over ${maxBytes} bytes.`, shownUrl(start));
      }
      chunks.push(chunk);
    }
  } catch (error) {
    if (error instanceof Error && error.name === 'ToolsGenError') throw error;
    throw refused(start, error instanceof Error ? reasonOf(error) : 'the answer breaks off');
  }
  return Buffer.concat(chunks);
}

function decoded(answer: IncomingMessage): Readable {
  const coding = answer.headers['content-encoding']?.toLowerCase();
  const unpack =
    coding === 'gzip' || coding === 'x-gzip'
      ? createGunzip()
      : coding === 'deflate'
        ? createInflate()
        : coding === 'br'
          ? createBrotliDecompress()
          : undefined;
  if (!unpack) return answer;
  answer.on('error', (error) => unpack.destroy(error));
  return answer.pipe(unpack);
}

/** Never the error's own text alone: it may repeat the URL with its credentials. */
function reasonOf(error: Error): string {
  if (error.message === 'its address is private') return error.message;
  if (error.name === 'AbortError' || error.name === 'TimeoutError') return 'it took too long';
  return 'code' in error ? `the connection failed (${String(error.code)})` : 'the connection failed';
}

function refused(url: URL, why: string, help?: string): Error {
  return loadFailure('SPEC_NOT_FOUND', `${shownUrl(url)} cannot be read: ${why}.`, shownUrl(url), undefined, help);
}
