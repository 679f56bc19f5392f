import type { DispatcherOptions, FetchInit, Toolkit, ToolResultBlock } from '../../src/runtime/contract.js';

export interface SentPart {
  name: string | undefined;
  filename: string | undefined;
  contentType: string | undefined;
  headers: Record<string, string>;
  body: Buffer;
}

/** What reached `fetch`: the exact text of the URL, lower-case header names, the bytes of the body. */
export interface SentRequest {
  method: string;
  url: string;
  origin: string;
  target: string;
  headers: Record<string, string>;
  body: Buffer;
  parts: SentPart[];
}

const attribute = (disposition: string | undefined, name: string) =>
  new RegExp(`[; ]${name}="([^"]*)"`).exec(disposition ?? '')?.[1];

/** Reads a multipart body the way a simple server does: by its boundary. */
export function readParts(body: Buffer, contentType: string | undefined): SentPart[] {
  const boundary = /^multipart\/[^;]+;.*boundary="?([^";]+)"?/i.exec(contentType ?? '')?.[1];
  if (boundary === undefined) return [];
  const pieces = body.toString('latin1').split(`--${boundary}`).slice(1, -1);
  return pieces.map((piece) => {
    const cut = piece.indexOf('\r\n\r\n');
    const headers = Object.fromEntries(
      piece
        .slice(2, cut)
        .split('\r\n')
        .map((line) => [
          line.slice(0, line.indexOf(':')).toLowerCase(),
          Buffer.from(line.slice(line.indexOf(':') + 1).trim(), 'latin1').toString(),
        ]),
    );
    const disposition = headers['content-disposition'];
    return {
      name: attribute(disposition, 'name'),
      filename: attribute(disposition, 'filename'),
      contentType: headers['content-type'],
      headers,
      body: Buffer.from(piece.slice(cut + 4, -2), 'latin1'),
    };
  });
}

async function toSent(url: string, init: FetchInit): Promise<SentRequest> {
  const response = new Response((init.body ?? null) as ConstructorParameters<typeof Response>[0]);
  const body = Buffer.from(await response.arrayBuffer());
  const headers = Object.fromEntries(Object.entries(init.headers).map(([name, value]) => [name.toLowerCase(), value]));
  if (init.body instanceof FormData) headers['content-type'] = response.headers.get('content-type') ?? '';
  const [, origin = '', target = ''] = /^([a-z]+:\/\/[^/?#]*)(.*)$/i.exec(url) ?? [];
  return { method: init.method, url, origin, target, headers, body, parts: readParts(body, headers['content-type']) };
}

/** Dispatches one call, given in the natural form, into a recording `fetch`. */
export async function sendThrough(
  toolkit: Toolkit,
  name: string,
  natural: Record<string, unknown>,
  options: DispatcherOptions = {},
): Promise<{ sent: SentRequest | undefined; result: ToolResultBlock }> {
  let sent: SentRequest | undefined;
  const dispatcher = toolkit.createDispatcher({
    env: false,
    ...options,
    fetch: async (url: string, init: FetchInit) => {
      sent = await toSent(url, init);
      return new Response('{}', { headers: { 'content-type': 'application/json' } });
    },
  });
  const result = await dispatcher.dispatch({ id: 'toolu_1', name, input: toolkit.encodeInput(name, natural) });
  return { sent, result };
}
