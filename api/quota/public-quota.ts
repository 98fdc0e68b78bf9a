import type { QuotaStore, WindowCount } from '../../store/quota.ts';
import { createClientWindows } from './client-windows.ts';
import type { QuotaState } from './rate-limit-headers.ts';

interface PublicQuotaDeps {
  readonly store: QuotaStore;
  /** Requests in a window. */
  readonly quota: number;
  /** Hears that the shared counts are away; the limit of this process has taken over. */
  readonly onStoreAway: (error: unknown) => void;
  readonly now?: () => number;
}

const policy = 'public';
const windowSeconds = 3600;
const windowMs = windowSeconds * 1000;
const storeMsMax = 100;
/** A store that did not answer in time is left alone for a while, so that not every request waits for it. */
const restMs = 1000;
/**
 * The last requests of a window are counted before they are answered, so that no number of processes lets one too many
 * through; those before them are answered while they are being counted.
 */
const exactRequests = 1000;

export type PublicQuota = ReturnType<typeof createPublicQuota>;

/** The quota of the public API: a fixed window for each client, from its first request on. */
export function createPublicQuota({ store, quota, onStoreAway, now = Date.now }: PublicQuotaDeps) {
  const windows = createClientWindows({
    countShared,
    windowMs,
    usedMaxFromMemory: quota - exactRequests,
    now,
  });
  let restsUntilMs = 0;

  async function countShared(client: string, requests: number): Promise<WindowCount | null> {
    if (now() < restsUntilMs) return null;
    try {
      const count = await answerInTime(store.count(client, requests, windowMs));
      if (count !== null) return count;
      restsUntilMs = now() + restMs;
      onStoreAway(new Error(`No answer within ${storeMsMax} ms`));
    } catch (error) {
      onStoreAway(error);
    }
    return null;
  }

  /** Counts `requests` of a client (0 only looks) and says how it stands. */
  async function count(
    client: string,
    requests: 0 | 1,
  ): Promise<{ readonly isExceeded: boolean; readonly state: QuotaState }> {
    const { used, leftMs } = await windows.count(client, requests);
    const remaining = Math.max(0, quota - used);
    const resetSeconds = Math.max(1, Math.ceil(leftMs / 1000));
    return { isExceeded: used > quota, state: { policy, quota, windowSeconds, remaining, resetSeconds } };
  }

  return { count };
}

/** Null when the answer is late. One more turn of the event loop tells a late answer from a busy process. */
async function answerInTime<T>(answer: Promise<T>): Promise<T | null> {
  const late = Promise.withResolvers<null>();
  const timer = setTimeout(() => setImmediate(() => late.resolve(null)), storeMsMax);
  try {
    return await Promise.race([answer, late.promise]);
  } finally {
    clearTimeout(timer);
    answer.catch(() => undefined);
  }
}
