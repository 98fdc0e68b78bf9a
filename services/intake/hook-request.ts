import type { IncomingHttpHeaders } from 'node:http';

export interface HookRequest {
  readonly headers: IncomingHttpHeaders;
  /** Every value of `X-Service-Event-Id`, in the order sent. */
  readonly eventIdHeader: readonly string[];
  readonly body: Buffer;
}
