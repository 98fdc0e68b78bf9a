import { createServer, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';

import type Koa from 'koa';

import { errorCatalogue, type ErrorCode } from '../contracts/errors.ts';
import { currentVersion } from '../domain/api-versions.ts';
import type { AppState } from './state.ts';

/** A sender on a slow line may take this long for a whole request: 50 MB of PDF at 1.5 Mbit a second. */
const requestTimeoutMs = 300_000;

/** The HTTP server around the app: time limits, and an answer in our form to what is not even HTTP. */
export async function listen(
  app: Koa<AppState>,
  { host, port }: { host: string; port: number },
): Promise<{
  readonly port: number;
  readonly close: () => Promise<void>;
}> {
  const handle = app.callback();
  const server = createServer(
    // Node's own refusal of a request without Host has no body; ours has.
    { requestTimeout: requestTimeoutMs, headersTimeout: 15_000, requireHostHeader: false },
    (request, response) => {
      if (request.httpVersion === '1.1' && request.headers.host === undefined)
        refuseMalformed(noHost, request.socket);
      else void handle(request, response);
    },
  );
  server.on('clientError', refuseMalformed);
  const listening = Promise.withResolvers<void>();
  server.once('error', listening.reject);
  server.listen(port, host, listening.resolve);
  await listening.promise;
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    close: () => closeGently(server),
  };
}

/** Requests under way are answered; idle connections end at once. */
async function closeGently(server: Server): Promise<void> {
  const closed = Promise.withResolvers<void>();
  server.close(() => closed.resolve());
  server.closeIdleConnections();
  server.on('request', (_, response: ServerResponse) => response.setHeader('Connection', 'close'));
  await closed.promise;
}

const noHost = new Error('A request of HTTP/1.1 without Host');

interface Refusal {
  readonly code: ErrorCode;
  readonly message: string;
}

/** What a request was refused for before there was anything to route, by the code of Node's parser and timers. */
const refusals: Readonly<Record<string, Refusal>> = {
  HPE_HEADER_OVERFLOW: {
    code: 'REQUEST_HEADERS_TOO_LARGE',
    message: 'The headers of the request are too large',
  },
  ERR_HTTP_REQUEST_TIMEOUT: { code: 'REQUEST_TIMEOUT', message: 'The request took too long to arrive' },
};
const malformed: Refusal = { code: 'INVALID_REQUEST', message: 'This is not a valid HTTP request' };

function refuseMalformed(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const { code, message } = refusals[error.code ?? ''] ?? malformed;
  const { status, hint } = errorCatalogue[code];
  const body = JSON.stringify({ error: message, code, message, hint });
  const headers = [
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `API-Version: ${currentVersion}`,
    'Connection: close',
  ];
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${headers.join('\r\n')}\r\n\r\n${body}`);
}
