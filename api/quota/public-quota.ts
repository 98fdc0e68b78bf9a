import type { QuotaStore, WindowCount } from '#store/quota.ts';
import type { QuotaState } from './rate-limit-headers.ts';

const policy = 'public';
export const windowSeconds = 3600;

interface PublicQuotaDeps {
  readonly store: QuotaStore;
  /** Requests in a window. */
  readonly quota: number;
}

export type PublicQuota = ReturnType<typeof createPublicQuota>;

/** The quota of the public API: a fixed window per client that starts with its first request. */
export function createPublicQuota({ store, quota }: PublicQuotaDeps) {
  function stateOf({ used, leftMs }: WindowCount): QuotaState {
    const remaining = Math.max(0, quota - used);
    const resetSeconds = Math.max(1, Math.ceil(leftMs / 1000));
    return { policy, quota, windowSeconds, remaining, resetSeconds };
  }

  /** Counts a request of a client and tells whether it exceeds the quota. */
  async function count(
    client: string,
  ): Promise<{ readonly isExceeded: boolean; readonly state: QuotaState }> {
    const counted = await store.count(client);
    return { isExceeded: counted.used > quota, state: stateOf(counted) };
  }

  /** The quota state of a client, without counting. */
  async function look(client: string): Promise<QuotaState> {
    return stateOf(await store.look(client));
  }

  return { count, look };
}
