import type { Redis } from '../connection/connect.ts';
import { keys } from '../records/index.ts';

const hourMs = 60 * 60_000;

/** Counts test alerts: whoever may change rules could else post to strangers as often as they like. */
export function createAlertTests({ redis }: { readonly redis: Redis }) {
  /** Null where one more may be sent; else how many milliseconds to wait. */
  async function take(workspaceId: string, hourMax: number): Promise<number | null> {
    const key = keys.alertTests(workspaceId);
    await redis.set(key, '0', { condition: 'NX', expiration: { type: 'PX', value: hourMs } });
    const [count, leftMs] = await redis.multi().incr(key).pTTL(key).execTyped();
    return count <= hourMax ? null : Math.max(1, leftMs);
  }

  return { take };
}
