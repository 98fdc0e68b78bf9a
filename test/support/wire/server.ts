import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface WireAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body: unknown;
}

export interface WireCall {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
  readonly body: unknown;
}

/** A server on a free port that records what comes over the socket, and answers from a queue. */
export async function startWireServer(answers: readonly WireAnswer[]) {
  const calls: WireCall[] = [];
  const server = createServer((request, response) => {
    void readAll(request).then((text) => {
      calls.push({ path: request.url ?? '', headers: request.headers, text, body: JSON.parse(text) });
      const { status = 200, headers, body } = answers[calls.length - 1] ?? { status: 500, body: {} };
      response.writeHead(status, { 'content-type': 'application/json', ...headers });
      response.end(JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    calls,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function readAll(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
