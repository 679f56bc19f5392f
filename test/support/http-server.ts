import http from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as it arrived: the raw target and header spelling, nothing decoded. */
export interface SeenRequest {
  method: string;
  url: string;
  headers: http.IncomingHttpHeaders;
  rawHeaders: string[];
  body: Buffer;
}

export interface RecordingServer {
  origin: string;
  seen: SeenRequest[];
  close: () => Promise<void>;
}

/** An HTTP server on loopback that records every request and answers what `answer` says. */
export async function startServer(
  answer: (request: SeenRequest) => { status?: number; headers?: Record<string, string>; body?: string | Buffer },
): Promise<RecordingServer> {
  const seen: SeenRequest[] = [];
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', headers, rawHeaders } = request;
      const record = { method, url, headers, rawHeaders, body: Buffer.concat(chunks) };
      seen.push(record);
      const { status = 200, headers: sent = { 'content-type': 'application/json' }, body = '{}' } = answer(record);
      response.writeHead(status, sent);
      response.end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    seen,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
