import type { IncomingMessage } from 'node:http';

import { readAll, startLoopbackServer } from '../loopback-server.ts';

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
  const server = await startLoopbackServer((request, response) => {
    void readAll(request).then((text) => {
      calls.push({ path: request.url ?? '', headers: request.headers, text, body: JSON.parse(text) });
      const { status = 200, headers, body } = answers[calls.length - 1] ?? { status: 500, body: {} };
      response.writeHead(status, { 'content-type': 'application/json', ...headers });
      response.end(JSON.stringify(body));
    });
  });
  return {
    ...server,
    calls,
  };
}
