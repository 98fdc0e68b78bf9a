import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

import { withTimeout } from '#domain/with-timeout.ts';

export interface DrainTimes {
  /** How long requests are still taken, on connections that then close: senders that reuse one see no broken connection. */
  readonly takeMs: number;
  /** From the signal: how long a request may still arrive, or an answer be read. Requests in progress continue. */
  readonly transferMs: number;
}

const drainTimes: DrainTimes = { takeMs: 400, transferMs: 3_000 };

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** Whether an answer is still being made: the request is complete, and what it is answered is not. */
const isAtWork = ({ request, response }: Exchange) => request.complete && !response.writableEnded;

/**
 * Follows the connections of a server from its start, so that its end waits for answers only. The function that it gives
 * back closes the server: connections without a request at once, the others after their answer.
 */
export function followConnections(server: Server, { takeMs, transferMs }: DrainTimes = drainTimes) {
  const connections = new Map<Socket, Set<Exchange>>();
  let isClosing = false;
  // Those without a request are found below; Node also takes a connection for idle whose answer is written and not read.
  server.closeIdleConnections = () => undefined;
  const lastClosed = Promise.withResolvers<'empty'>();

  server.on('connection', (socket) => {
    connections.set(socket, new Set());
    socket.once('close', () => {
      connections.delete(socket);
      if (isClosing && connections.size === 0) lastClosed.resolve('empty');
    });
  });
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const exchange = { request, response };
    const exchanges = connections.get(request.socket);
    exchanges?.add(exchange);
    if (isClosing) announceEnd(response);
    response.once('close', () => {
      exchanges?.delete(exchange);
      // An answer that had begun before the signal did not announce the end of its connection.
      if (isClosing && exchanges?.size === 0) request.socket.destroySoon();
    });
  });

  /** Destroys the connections of which no exchange is to be waited for. */
  function destroyUnless(isAwaited: (exchange: Exchange) => boolean): void {
    for (const [socket, exchanges] of connections) if (![...exchanges].some(isAwaited)) socket.destroy();
  }

  return async function close(): Promise<void> {
    isClosing = true;
    for (const exchanges of connections.values()) for (const { response } of exchanges) announceEnd(response);
    const end = new AbortController();
    const closed = Promise.withResolvers<void>();
    if (connections.size > 0) await withTimeout(lastClosed.promise, takeMs).catch(() => undefined);
    server.close(() => closed.resolve());
    destroyUnless(() => true);
    void delay(transferMs - takeMs, null, { signal: end.signal }).then(
      () => destroyUnless(isAtWork),
      () => undefined,
    );
    await closed.promise;
    end.abort();
  };
}

function announceEnd(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('Connection', 'close');
}
