import type { OutboundResult } from '#contracts/outbound.ts';
import { isRepeatable, type OutboundMethod } from '#domain/outbound-method.ts';
import { retryAfterMs } from '#domain/retry-after.ts';
import type { Retryable } from './acting.ts';

/** The statuses of a target that did not process a request, and may process the same one later. */
const retryableStatuses: ReadonlySet<number> = new Set([408, 425, 429, 502, 503, 504]);
/** The others may come from a gateway in front of a server that did process it. */
const unprocessedStatuses: ReadonlySet<number> = new Set([408, 425, 429, 503]);
const outageStatuses: ReadonlySet<number> = new Set([502, 503, 504]);

/** Whether the same request may be processed later. */
export function retryOf(method: OutboundMethod, result: OutboundResult): Retryable | null {
  if (result.kind === 'failed') {
    if (!result.isTemporary) return null;
    const isSafe = result.sent === 'nothing' || isRepeatable(method);
    return { isSafe, askedMs: null, isOutage: true };
  }
  if (result.kind !== 'answered' || !retryableStatuses.has(result.status)) return null;
  const { status, headers } = result;
  return {
    isSafe: unprocessedStatuses.has(status) || isRepeatable(method),
    askedMs: retryAfterMs(headers),
    isOutage: outageStatuses.has(status),
  };
}
