import type { Client } from 'undici';

import { once } from '#domain/once.ts';
import type { OutboundMethod } from '#domain/outbound-method.ts';
import type { HeaderLine } from './agent-headers.ts';
import { failure, wireFailure, type WireFailure } from './failure.ts';
import type { KeptWires } from './kept-wires.ts';
import type { EgressLimits } from './limits.ts';
import type { ResolvedAddress } from './resolve.ts';
import type { Target } from './target.ts';
import { openWire, type Use } from './wire.ts';

export interface WireRequest {
  readonly target: Target;
  /** Checked; the socket can go nowhere else. */
  readonly addresses: readonly ResolvedAddress[];
  readonly method: OutboundMethod;
  readonly headers: readonly HeaderLine[];
  readonly body: Buffer | null;
  /** With it, a connection that was kept under the same key may be used, and this one be kept. Only for a GET without a body. */
  readonly sharingKey?: string | undefined;
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
  /** Absent where no connection is kept. */
  readonly keptWires?: KeptWires;
}

type Sent = WireResponse | (WireFailure & { readonly dialledAddress: string | null });

/** One request: no redirects, no decompression, no cookies, no proxy. Rejects only with the error of `onSending`. */
export async function sendOnWire(request: WireRequest, options: WireOptions): Promise<Sent> {
  const { sharingKey: key, target } = request;
  const { deadline, keptWires } = options;
  const onSending = options.onSending && once(options.onSending);
  const mayStay = key !== undefined && keptWires !== undefined;
  const sendAnew = async () => {
    if (deadline.aborted) return { ...lateFailure(target.host, false), dialledAddress: null };
    return (await sendOver(openWire(request, { ...options, onSending, mayStay }), request, options)).sent;
  };
  if (!mayStay || deadline.aborted) return await sendAnew();
  const kept = await keptWires.take({ ...request, key, deadline, onSending });
  if (kept === undefined) return await sendAnew();
  const { sent, isWritten, isUnanswered } = await sendOver(kept, request, options);
  if (sent.kind === 'answered' || !isUnanswered || deadline.aborted) return sent;
  // The target closed the connection meanwhile. A GET may be sent again; it may also have arrived twice then.
  const again = await sendAnew();
  if (again.kind === 'answered' || !isWritten) return again;
  return { ...again, sent: 'maybe', dialledAddress: again.dialledAddress ?? sent.dialledAddress };
}

interface Attempt {
  readonly sent: Sent;
  /** Whether the target may have read something. */
  readonly isWritten: boolean;
  /** Whether no byte of an answer came. */
  readonly isUnanswered: boolean;
}

/** Sends the request on its wire, and keeps the wire afterwards or closes it. */
async function sendOver(
  { wire, pin, refusal }: Use,
  request: WireRequest,
  { deadline, keptWires }: WireOptions,
): Promise<Attempt> {
  const { sharingKey: key, target } = request;
  const mayStay = key !== undefined && keptWires !== undefined;
  const bytesBefore = wire.socket()?.bytesRead;
  let isWritten = false;
  let end = wire.close;
  deadline.addEventListener('abort', wire.close, { once: true });
  try {
    const answer = await exchange(wire.client, request, {
      onStart: () => (isWritten = true),
      onEnd: mayStay ? () => undefined : wire.close,
    });
    const { dialledAddress } = pin;
    if (mayStay && !deadline.aborted) end = () => keptWires.keep(key, wire);
    const sent = { kind: 'answered', ...answer, dialledAddress: dialledAddress() } as const;
    return { sent, isWritten, isUnanswered: false };
  } catch (error) {
    const refused = refusal();
    if (refused !== undefined) throw refused.reason;
    const isConnected = pin.isConnected();
    const failed = deadline.aborted
      ? lateFailure(target.host, isConnected)
      : wireFailure(error, { host: target.host, isConnected });
    const sent = { ...failed, dialledAddress: pin.dialledAddress() };
    return { sent, isWritten, isUnanswered: !isWritten || wire.socket()?.bytesRead === bytesBefore };
  } finally {
    deadline.removeEventListener('abort', wire.close);
    end();
  }
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
function exchange(
  client: Client,
  request: WireRequest,
  { onStart, onEnd }: { readonly onStart: () => void; readonly onEnd: () => void },
): Promise<Exchanged> {
  const { target, method, body } = request;
  const path = target.pathname + target.search;
  return new Promise((resolve, reject) => {
    let status = 0;
    let headers: Exchanged['headers'] = {};
    const chunks: Buffer[] = [];
    client.dispatch(
      { path, method, headers: request.headers.flat(), body },
      {
        onRequestStart: onStart,
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
