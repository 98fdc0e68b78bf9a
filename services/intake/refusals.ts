import { limits } from '#domain/limits.ts';
import type { Admissions } from '#store/admission/admissions.ts';
import type { Hook } from '#store/automation/hooks.ts';
import type { QuotaStore } from '#store/quota.ts';

/** The window in which the refused requests of one client at one hook are counted. */
export const refusalWindowSeconds = 60;

export interface Flood {
  readonly status: 'flood';
  readonly retryAfterMs: number;
}

/**
 * Counts refused requests, and handshakes that nobody signed, by hook and client, apart from the requests that are taken: a stranger who floods a hook fills
 * a count of its own, which no delivery that is taken is held against.
 */
export function createRefusals({
  windows,
  admissions,
}: {
  /** Windows of {@link refusalWindowSeconds}. */
  readonly windows: Pick<QuotaStore, 'count'>;
  readonly admissions: Pick<Admissions, 'countRefusal'>;
}) {
  /** Counts one; a flood is counted among the refusals of the hook and answered without a further look at the request. */
  async function count(hook: Hook, client: string): Promise<Flood | null> {
    const { used, leftMs } = await windows.count(`refused:${hook.automationId}:${client}`);
    if (used <= limits.refusedRequestsPerMinute) return null;
    await admissions.countRefusal(hook, 'DELIVERY_RATE_EXCEEDED');
    return { status: 'flood', retryAfterMs: leftMs };
  }

  return { count };
}

export type Refusals = ReturnType<typeof createRefusals>;
