import { buildConnector, Client } from 'undici';

import type { OutboundMethod } from '../contracts/outbound.ts';
import { failure, wireFailure, type WireFailure } from './failure.ts';
import type { EgressLimits } from './limits.ts';
import { createPin, type Pin } from './pin.ts';
import type { ResolvedAddress } from './resolve.ts';
import type { Target } from './target.ts';

export interface WireRequest {
  readonly target: Target;
  /** Checked; the socket can go nowhere else. */
  readonly addresses: readonly ResolvedAddress[];
  readonly method: OutboundMethod;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer | null;
}

export interface WireAnswer {
  readonly kind: 'answered';
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** As it came, content coding included. */
  readonly body: Buffer;
  readonly dialledAddress: string | null;
}

export interface WireOptions {
  readonly limits: EgressLimits;
  /** Aborts at the end of the whole call's time. */
  readonly deadline: AbortSignal;
  /** PEM; in place of the authorities that Node trusts. */
  readonly certificateAuthorities?: readonly string[] | undefined;
}

/** A made error for the ordinary end, for making one with its stack each time costs as much as sending. */
const done = new Error('The request is over');

/** One request on one connection of its own: no pool, no redirects, no decompression, no cookies, no proxy. */
export async function sendOnWire(
  request: WireRequest,
  options: WireOptions,
): Promise<WireAnswer | (WireFailure & { readonly dialledAddress: string | null })> {
  const { target } = request;
  const pin = createPin(target.host, request.addresses, options.deadline);
  if (options.deadline.aborted) return { ...lateFailure(target.host, false), dialledAddress: null };
  const client = clientFor(target.origin, pin, options);
  try {
    const answer = await client.request({
      path: target.pathname + target.search,
      method: request.method,
      headers: request.headers.flat(),
      body: request.body,
      signal: options.deadline,
    });
    return {
      kind: 'answered',
      status: answer.statusCode,
      headers: answer.headers,
      // The client gives up at `maxResponseSize`, so that this cannot grow beyond it.
      body: Buffer.from(await answer.body.arrayBuffer()),
      dialledAddress: pin.dialledAddress(),
    };
  } catch (error) {
    const isConnected = pin.isConnected();
    const failed = options.deadline.aborted
      ? lateFailure(target.host, isConnected)
      : wireFailure(error, { host: target.host, isConnected });
    return { ...failed, dialledAddress: pin.dialledAddress() };
  } finally {
    await client.destroy(done);
  }
}

function clientFor(origin: string, pin: Pin, { limits, certificateAuthorities }: WireOptions): Client {
  const connect = buildConnector({
    timeout: limits.connectMs,
    rejectUnauthorized: true,
    allowH2: false,
    maxCachedSessions: 0,
    lookup: pin.lookup,
    ...(certificateAuthorities && { ca: [...certificateAuthorities] }),
  });
  return new Client(origin, {
    connect: (target, callback) => {
      connect(target, (error, socket) => {
        const refusal = error ?? pin.admit(socket);
        if (refusal === null) callback(null, socket as NonNullable<typeof socket>);
        else callback(refusal, null);
      });
    },
    pipelining: 0,
    headersTimeout: limits.totalMs,
    bodyTimeout: limits.totalMs,
    maxHeaderSize: limits.responseHeaderBytesMax,
    maxResponseSize: limits.responseBytesMax,
  });
}

function lateFailure(host: string, isConnected: boolean): WireFailure {
  return isConnected
    ? failure('TOTAL_TIMEOUT', 'maybe', host, 'its answer was not complete in time')
    : failure('CONNECT_TIMEOUT', 'nothing', host, 'it did not accept a connection in time');
}
