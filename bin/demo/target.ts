import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly hasKey: boolean;
  readonly body: string;
}

/** A local API that requires a key and records its requests. */
export async function startTarget(key: string) {
  const seen: SeenRequest[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const hasKey = request.headers['x-api-key'] === key;
      const body = Buffer.concat(chunks).toString();
      seen.push({ method: request.method ?? '', path: request.url ?? '', hasKey, body });
      response.writeHead(hasKey ? 201 : 401, { 'content-type': 'application/json' });
      response.end(JSON.stringify(hasKey ? { recorded: true } : { error: 'a key is needed' }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/orders`, seen, close: () => server.close() };
}
