import type { Socket } from 'node:net';

import { Client } from 'undici';

import { connect, createPin, type Pin } from './connect.ts';
import type { EgressLimits } from './limits.ts';
import type { ResolvedAddress } from './resolve.ts';
import type { Target } from './target.ts';

/** How long a connection may wait for the next call; less where the target says so in `Keep-Alive`. */
const idleMs = 4_000;

/** A client and its only connection, which is dialled once, when the client gets its first request. */
export interface Wire {
  readonly client: Client;
  readonly openedAt: number;
  /** Undefined until it is dialled. */
  readonly socket: () => Socket | undefined;
  readonly close: () => void;
}

/** One call on a wire. */
export interface Use {
  readonly wire: Wire;
  readonly pin: Pin;
  /** The error of `onSending`, if that is why nothing was sent. */
  readonly refusal: () => { readonly reason: unknown } | undefined;
}

interface OpeningOptions {
  readonly limits: EgressLimits;
  readonly deadline: AbortSignal;
  readonly certificateAuthorities?: readonly string[] | undefined;
  readonly onSending?: (() => Promise<void>) | undefined;
  /** Whether it may stay open for the next call; else the request says `Connection: close`. */
  readonly mayStay: boolean;
}

/** One error for the ordinary end: a new one with its stack each time costs as much as sending. */
const done = new Error('The request is over');

/** A new wire for a call to addresses that were checked. */
export function openWire(
  { target, addresses }: { readonly target: Target; readonly addresses: readonly ResolvedAddress[] },
  { limits, certificateAuthorities, deadline, onSending, mayStay }: OpeningOptions,
): Use {
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
      // The client dials again for a request that the end of its connection left over.
      if (socket !== undefined) return callback(done, null);
      const settle = (error: Error | null, opened: Socket) =>
        error === null ? callback(null, opened) : callback(error, null);
      const timing = { pin, timeoutMs: limits.connectMs, certificateAuthorities };
      socket = connect(target, addresses, timing, (error, opened) => {
        if (error !== null || onSending === undefined) settle(error ?? pin.admit(opened), opened);
        else void admit(opened).then((fault) => settle(fault, opened));
      });
    },
    pipelining: mayStay ? 1 : 0,
    keepAliveTimeout: idleMs,
    keepAliveMaxTimeout: idleMs,
    headersTimeout: 0,
    bodyTimeout: 0,
    maxHeaderSize: limits.responseHeaderBytesMax,
    maxResponseSize: limits.responseBytesMax,
  });

  function close(): void {
    void client.destroy(done);
    socket?.destroy();
  }

  return {
    wire: { client, openedAt: Date.now(), socket: () => socket, close },
    pin,
    refusal: () => refusal,
  };
}
