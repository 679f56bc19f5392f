import net from 'node:net';

/** Bytes that a server writes before it closes, or what it does with the connection. */
export type Raw = string | Buffer | ((socket: net.Socket, target: string) => void);

export interface RawServer {
  origin: string;
  close: () => void;
}

/** The head of an answer. Each closes its connection, so that none is used again just as it goes away. */
export function head(status: string, headers: readonly string[]): string {
  const more = status.startsWith('1') ? headers : [...headers, 'connection: close'];
  return `HTTP/1.1 ${[status, ...more].join('\r\n')}\r\n\r\n`;
}

export function redirect(status: number, location: string): string {
  return head(`${status} x`, [`location: ${location}`, 'content-length: 0']);
}

/** A server on loopback that answers `GET /name` with the bytes of that name. */
export async function startRawServer(rawOf: (name: string) => Raw | undefined): Promise<RawServer> {
  const open = new Set<net.Socket>();
  const server = net.createServer((socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
    socket.on('error', () => undefined);
    socket.once('data', (data) => {
      const target = data.toString('latin1').split(' ', 2)[1] ?? '/';
      const raw = rawOf(target.slice(1)) ?? head('404 x', ['content-length: 0']);
      if (typeof raw === 'function') raw(socket, target);
      else socket.end(raw);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as net.AddressInfo).port}`,
    close: () => {
      for (const socket of open) socket.destroy();
      server.close();
    },
  };
}
