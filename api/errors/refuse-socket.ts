import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';

import { errorCatalogue, type ErrorCode } from '#contracts/errors.ts';
import { currentVersion } from '#domain/api-versions.ts';
import { errorBody } from './error-body.ts';

interface Refusal {
  readonly code: ErrorCode;
  readonly message: string;
}

const tunnel: Refusal = { code: 'METHOD_NOT_ALLOWED', message: 'CONNECT is not supported here' };
const malformed: Refusal = { code: 'INVALID_REQUEST', message: 'This is not a valid HTTP request' };
const late: Refusal = { code: 'REQUEST_TIMEOUT', message: 'The request took too long to arrive' };

/** By the error code of Node's parser or timers. */
const refusals: Readonly<Record<string, Refusal>> = {
  HPE_HEADER_OVERFLOW: {
    code: 'REQUEST_HEADERS_TOO_LARGE',
    message: 'The headers of the request are too large',
  },
  ERR_HTTP_REQUEST_TIMEOUT: late,
};

/** Refusals of requests that never reach the app. The socket is closed after `lingerMs`, whether or not the client does. */
export function createSocketRefusals(lingerMs = 2_000) {
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
    setTimeout(() => socket.destroy(), lingerMs).unref();
  }

  return {
    malformed: (socket: Socket): void => refuse(malformed, socket),
    tunnel: (socket: Socket): void => refuse(tunnel, socket),
    /** Requests that Node's parser or timers refuse. */
    failed: (error: Error & { readonly code?: string }, socket: Socket): void => {
      if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
      else refuse(refusals[error.code ?? ''] ?? malformed, socket);
    },
    /** If a request is answered already, only its rest is late. */
    late: ({ socket }: IncomingMessage, { headersSent }: ServerResponse): void => {
      if (headersSent || !socket.writable) socket.destroy();
      else refuse(late, socket);
    },
  };
}
