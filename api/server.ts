import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { Socket } from 'node:net';

import type Koa from 'koa';

import { largeBodyBytes } from '#domain/large-body.ts';
import { limitArrival } from './body/arrival-time.ts';
import { type DrainTimes, followConnections } from './drain.ts';
import { createSocketRefusals } from './errors/refuse-socket.ts';
import { createLoopTurns } from './loop-turns.ts';
import type { AppState } from './state.ts';

/** For a whole request: 50 MB of PDF at 1.5 Mbit/s. */
const requestTimeoutMs = 300_000;
/** For a body that is no file: 1 MB at 270 kbit/s. */
const usualBodyMs = 30_000;
/**
 * For a connection between two requests. Longer than what clients and proxies in front keep theirs, usually a minute: the
 * one that closes first must not be the one that is about to be asked.
 */
const keepAliveMs = 75_000;
/** Connections that wait to be accepted: of more, the next ones wait for a second and longer, whoever they are of. */
const acceptedLaterMax = 4_096;
/** Buffer for a body that its handler does not read yet: one piece, which may be four times as large, and no second one. */
const unreadBytes = 16_384;
/** Requests with large bodies of which so many begin in one turn of the event loop; small ones do not wait for the others. */
const largeAtOnce = 16;
/** Time limits are kept with this precision. */
const checkMs = 5_000;

export interface ListenOptions {
  readonly host: string;
  readonly port: number;
  readonly drain?: DrainTimes;
  /** For a body that is no file. */
  readonly bodyMs?: number;
  /** Further connections are closed at once, and `onDrop` is told. */
  readonly connectionsMax?: number;
  readonly onDrop?: () => void;
  /** After a refusal of what is no HTTP, or late, the client has so long to read it. */
  readonly lingerMs?: number;
}

/** The HTTP server around the app: time limits, and JSON error responses to requests that are not valid HTTP. */
export async function listen(
  app: Koa<AppState>,
  { host, port, drain, bodyMs = usualBodyMs, connectionsMax, onDrop, lingerMs }: ListenOptions,
): Promise<{
  readonly port: number;
  readonly close: () => Promise<void>;
}> {
  const handle = app.callback();
  const refuse = createSocketRefusals(lingerMs);
  const large = createLoopTurns<() => void>(largeAtOnce, (begin) => begin());
  const answer: RequestListener = (request, response) => {
    const hasHost = request.httpVersion !== '1.1' || request.headers.host !== undefined;
    if (!hasHost) return refuse.malformed(request.socket);
    limitArrival(request, bodyMs, () => refuse.late(request, response));
    if (mayBeLarge(request)) large.add(() => void handle(request, response));
    else void handle(request, response);
  };
  const server = createServer(
    // Node refuses a request without Host with an empty body; our refusal has one.
    {
      requestTimeout: requestTimeoutMs,
      headersTimeout: 15_000,
      keepAliveTimeout: keepAliveMs,
      connectionsCheckingInterval: checkMs,
      requireHostHeader: false,
      highWaterMark: unreadBytes,
    },
    answer,
  );
  if (connectionsMax !== undefined) server.maxConnections = connectionsMax;
  if (onDrop !== undefined) server.on('drop', onDrop);
  // An Expect header other than 100-continue is ignored.
  server.on('checkExpectation', answer);
  server.on('connect', (_, socket: Socket) => refuse.tunnel(socket));
  server.on('clientError', refuse.failed);
  const close = followConnections(server, drain);
  const listening = Promise.withResolvers<void>();
  server.once('error', listening.reject);
  server.listen({ port, host, backlog: acceptedLaterMax }, listening.resolve);
  await listening.promise;
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    close,
  };
}

/** A body without an announced length may be of any. */
const mayBeLarge = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > largeBodyBytes;
