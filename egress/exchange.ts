import type { Client } from 'undici';

import type { OutboundMethod } from '../domain/outbound-method.ts';

interface ExchangeRequest {
  /** With its query. */
  readonly path: string;
  readonly method: OutboundMethod;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer | null;
}

export interface Exchanged {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** As it came, content coding included. */
  readonly body: Buffer;
}

/**
 * One request and its whole answer. The client's own `request` makes a stream of the answer, and reading it to its end
 * costs more than everything else on this side of the wire. The client counts the bytes, so that the chunks cannot grow
 * beyond its limit. Interim answers (1xx) and trailers are passed over.
 */
export function exchange(client: Client, request: ExchangeRequest, onEnd: () => void): Promise<Exchanged> {
  const { path, method, body } = request;
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
