import { once } from 'node:events';
import { createServer, type IncomingMessage, request } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';

export type Proxy = {
  /** The address of the page, with the path and without a slash at the end. */
  url: string;
  /** Sets the server that requests are passed on to. */
  to: (server: string) => void;
  /** Requests outside the path. */
  outside: string[];
  stop: () => Promise<void>;
};

/** A proxy that serves one path only, as on a host that is shared with other sites. */
export async function proxyBelow(path: string): Promise<Proxy> {
  let target = new URL('http://127.0.0.1:1');
  const outside: string[] = [];
  const sockets = new Set<Socket>();
  /** The address behind the proxy, or null if it is outside the path. */
  const inner = (asked: IncomingMessage) => {
    const url = asked.url ?? '/';
    if (url.startsWith(`${path}/`)) return url.slice(path.length);
    outside.push(url);
    return null;
  };
  const server = createServer((asked, answer) => {
    const url = inner(asked);
    if (url === null) return answer.writeHead(404).end();
    const { hostname, port } = target;
    const passed = request({ hostname, port, path: url, method: asked.method, headers: asked.headers }, (got) => {
      answer.writeHead(got.statusCode ?? 502, got.headers);
      got.pipe(answer);
    });
    passed.on('error', () => answer.destroy());
    asked.pipe(passed);
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  server.on('upgrade', (asked, socket) => {
    const url = inner(asked);
    if (url === null) return socket.destroy();
    const passed = connect(Number(target.port), target.hostname, () => {
      const lines = asked.rawHeaders.flatMap((name, at) => (at % 2 ? [] : [`${name}: ${asked.rawHeaders[at + 1]}`]));
      passed.write(`${asked.method} ${url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
      passed.pipe(socket).pipe(passed);
    });
    passed.on('error', () => socket.destroy());
    socket.on('error', () => passed.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}${path}`,
    to: (next) => {
      target = new URL(next);
    },
    outside,
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
