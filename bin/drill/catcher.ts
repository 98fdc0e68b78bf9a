import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Caught {
  readonly method: string;
  readonly host: string;
  readonly path: string;
}

/** Takes whatever the copy sends out, on loopback, and answers each with an empty object. Nothing of it goes further. */
export async function startCatcher() {
  const caught: Caught[] = [];
  const server = createServer((request, response) => {
    const { method = '', url = '', headers } = request;
    caught.push({ method, host: headers.host ?? '', path: url });
    request.resume();
    request.on('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'));
  });
  // Mail and whatever else is no HTTP.
  server.on('clientError', (_, socket) => socket.destroy());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    caught: caught as readonly Caught[],
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
