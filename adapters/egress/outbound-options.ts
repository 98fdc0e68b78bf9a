import type { LeavingRequest } from '#contracts/policy.ts';
import type { LoopLink } from '#domain/loop.ts';

/** The run and step that made the request; absent for the owner's own request. */
interface OutboundOrigin {
  /** Null in a chat. */
  readonly deliveryId: string | null;
  readonly step: number;
}

export interface OutboundOptions {
  readonly signal?: AbortSignal | undefined;
  /** Somebody approved this very request. A redirect of it that needs an approval is refused. */
  readonly isApproved?: boolean | undefined;
  /** The effect of the operation that wrote the request; a redirect is never a read by it. */
  readonly effect?: LeavingRequest['effect'];
  /** Goes out as `Idempotency-Key` on POST and PATCH, unless the agent set one. */
  readonly idempotencyKey?: string | undefined;
  readonly origin?: OutboundOrigin | undefined;
  /** Goes out as `X-Reveille-Loop`, to every target: what it causes here is known by it. Absent for the owner's own request. */
  readonly loopLink?: LoopLink | undefined;
  /**
   * Awaited once, after the request is decided, resolved and connected, right before its first byte may be sent. If it
   * rejects, nothing is sent and `send` rejects with the same error.
   */
  readonly onSending?: (() => Promise<void>) | undefined;
}
