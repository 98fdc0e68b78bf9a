import type { Socket } from 'node:net';

import { Client } from 'undici';

import type { OutboundMethod } from '#domain/outbound-method.ts';
import type { HeaderLine } from './agent-headers.ts';
import { connect, createPin } from './connect.ts';
import { failure, wireFailure, type WireFailure } from './failure.ts';
import type { EgressLimits } from './limits.ts';
import type { ResolvedAddress } from './resolve.ts';
import type { Target } from './target.ts';

export interface WireRequest {
  readonly target: Target;
  /** Checked; the socket can go nowhere else. */
  readonly addresses: readonly ResolvedAddress[];
  readonly method: OutboundMethod;
  readonly headers: readonly HeaderLine[];
  readonly body: Buffer | null;
}

interface Exchanged {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** As received, content coding included. */
  readonly body: Buffer;
}

export interface WireResponse extends Exchanged {
  readonly kind: 'answered';
  readonly dialledAddress: string | null;
}

export interface WireOptions {
  readonly limits: EgressLimits;
  /** Aborts at the end of the whole call's time, which is the only limit from the connection to the last byte. */
  readonly deadline: AbortSignal;
  /** PEM; replaces the authorities that Node trusts. */
  readonly certificateAuthorities?: readonly string[] | undefined;
  /** Awaited when the connection is open and nothing has been written: where it rejects, nothing will be. */
  readonly onSending?: (() => Promise<void>) | undefined;
}

/** One error for the ordinary end: a new one with its stack each time costs as much as sending. */
const done = new Error('The request is over');

/**
 * One request on one connection of its own: no pool, no redirects, no decompression, no cookies, no proxy.
 * Rejects only with the error of `onSending`.
 */
export async function sendOnWire(
  request: WireRequest,
  options: WireOptions,
): Promise<WireResponse | (WireFailure & { readonly dialledAddress: string | null })> {
  const { target } = request;
  const { deadline } = options;
  if (deadline.aborted) return { ...lateFailure(target.host, false), dialledAddress: null };
  const wire = openWire(request, options);
  const { pin } = wire;
  deadline.addEventListener('abort', wire.close, { once: true });
  try {
    const answer = await exchange(wire.client, request, wire.close);
    return { kind: 'answered', ...answer, dialledAddress: pin.dialledAddress() };
  } catch (error) {
    const refusal = wire.refusal();
    if (refusal !== undefined) throw refusal.reason;
    const isConnected = pin.isConnected();
    const failed = deadline.aborted
      ? lateFailure(target.host, isConnected)
      : wireFailure(error, { host: target.host, isConnected });
    return { ...failed, dialledAddress: pin.dialledAddress() };
  } finally {
    deadline.removeEventListener('abort', wire.close);
    wire.close();
  }
}

/** A client for one request, which opens its only connection when it gets the request. */
function openWire({ target, addresses }: WireRequest, options: WireOptions) {
  const { limits, certificateAuthorities, deadline, onSending } = options;
  const pin = createPin(target.host, addresses, deadline);
  let socket: Socket | undefined;
  let refusal: { readonly reason: unknown } | undefined;

  async function admit(opened: Socket): Promise<Error | null> {
    try {
      await onSending?.();
    } catch (reason) {
      refusal = { reason };
      return done;
    }
    return pin.admit(opened);
  }

  const client = new Client(target.origin, {
    connect(_, callback) {
      const settle = (error: Error | null, opened: Socket) =>
        error === null ? callback(null, opened) : callback(error, null);
      const timing = { pin, timeoutMs: limits.connectMs, certificateAuthorities };
      socket = connect(target, addresses, timing, (error, opened) => {
        if (error !== null || onSending === undefined) settle(error ?? pin.admit(opened), opened);
        else void admit(opened).then((fault) => settle(fault, opened));
      });
    },
    pipelining: 0,
    headersTimeout: 0,
    bodyTimeout: 0,
    maxHeaderSize: limits.responseHeaderBytesMax,
    maxResponseSize: limits.responseBytesMax,
  });

  function close(): void {
    void client.destroy(done);
    socket?.destroy();
  }

  return { client, pin, close, refusal: () => refusal };
}

function lateFailure(host: string, isConnected: boolean): WireFailure {
  return isConnected
    ? failure('TOTAL_TIMEOUT', 'maybe', host, 'its answer was not complete in time')
    : failure('CONNECT_TIMEOUT', 'nothing', host, 'it did not accept a connection in time');
}

/**
 * One request and its whole response. The client's own `request` makes a stream of the response, and reading that to
 * its end costs more than everything else on our side. The client counts the bytes, so that the chunks cannot grow
 * beyond its limit. Interim responses (1xx) and trailers are ignored.
 */
function exchange(client: Client, request: WireRequest, onEnd: () => void): Promise<Exchanged> {
  const { target, method, body } = request;
  const path = target.pathname + target.search;
  return new Promise((resolve, reject) => {
    let status = 0;
    let headers: Exchanged['headers'] = {};
    const chunks: Buffer[] = [];
    client.dispatch(
      { path, method, headers: request.headers.flat(), body },
      {
        onRequestStart: () => undefined,
        onResponseStart(_, code, received) {
          if (code < 200) return;
          [status, headers] = [code, received];
        },
        onResponseData: (_, chunk) => void chunks.push(chunk),
        onResponseEnd() {
          onEnd();
          resolve({ status, headers, body: Buffer.concat(chunks) });
        },
        onResponseError: (_, error) => reject(error),
      },
    );
  });
}
