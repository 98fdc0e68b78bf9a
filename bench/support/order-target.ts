import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A target in this process that answers every request with 201 and a short JSON body. */
export async function startOrderTarget() {
  let seen = 0;
  const server = createServer((request, response) => {
    seen += 1;
    request
      .resume()
      .on('end', () => response.writeHead(201, { 'content-type': 'application/json' }).end('{"ok":true}'));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/orders`,
    seen: () => seen,
    stop: () => void server.close(),
  };
}
