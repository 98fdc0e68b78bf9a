import { createServer, type RequestListener, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';

import type Koa from 'koa';

import { errorCatalogue, type ErrorCode } from '../contracts/errors.ts';
import { currentVersion } from '../domain/api-versions.ts';
import { type DrainTimes, followConnections } from './drain.ts';
import { errorBody } from './errors/error-body.ts';
import type { AppState } from './state.ts';

/** Time for a whole request: 50 MB of PDF at 1.5 Mbit/s. */
const requestTimeoutMs = 300_000;

/** The HTTP server around the app: time limits, and JSON error responses to requests that are not valid HTTP. */
export async function listen(
  app: Koa<AppState>,
  { host, port, drain }: { host: string; port: number; drain?: DrainTimes },
): Promise<{
  readonly port: number;
  readonly close: () => Promise<void>;
}> {
  const handle = app.callback();
  const answer: RequestListener = (request, response) => {
    const hasHost = request.httpVersion !== '1.1' || request.headers.host !== undefined;
    if (hasHost) void handle(request, response);
    else refuse(malformed, request.socket);
  };
  const server = createServer(
    // Node refuses a request without Host with an empty body; our refusal has one.
    { requestTimeout: requestTimeoutMs, headersTimeout: 15_000, requireHostHeader: false },
    answer,
  );
  // An Expect header other than 100-continue is ignored.
  server.on('checkExpectation', answer);
  server.on('connect', (_, socket: Socket) => refuse(tunnel, socket));
  server.on('clientError', refuseMalformed);
  const close = followConnections(server, drain);
  const listening = Promise.withResolvers<void>();
  server.once('error', listening.reject);
  server.listen(port, host, listening.resolve);
  await listening.promise;
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    close,
  };
}

interface Refusal {
  readonly code: ErrorCode;
  readonly message: string;
}

/** Refusals of requests that never reach the app, by the error code of Node's parser or timers. */
const refusals: Readonly<Record<string, Refusal>> = {
  HPE_HEADER_OVERFLOW: {
    code: 'REQUEST_HEADERS_TOO_LARGE',
    message: 'The headers of the request are too large',
  },
  ERR_HTTP_REQUEST_TIMEOUT: { code: 'REQUEST_TIMEOUT', message: 'The request took too long to arrive' },
};
const tunnel: Refusal = { code: 'METHOD_NOT_ALLOWED', message: 'CONNECT is not supported here' };
const malformed: Refusal = { code: 'INVALID_REQUEST', message: 'This is not a valid HTTP request' };

function refuseMalformed(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  refuse(refusals[error.code ?? ''] ?? malformed, socket);
}

/** Writes an error response directly to the socket and closes it. */
function refuse({ code, message }: Refusal, socket: Socket): void {
  const { status } = errorCatalogue[code];
  const body = JSON.stringify(errorBody({ code, message }));
  const headers = [
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `API-Version: ${currentVersion}`,
    'Connection: close',
  ];
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${headers.join('\r\n')}\r\n\r\n${body}`);
}
