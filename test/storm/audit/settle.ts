import { targetKinds } from '../plan/target-kinds.ts';
import type { Shop } from '../service/shop.ts';

/** Waits until no run of any workspace is under way; one that does not end is for the audit to find. */
export async function settle(shops: readonly Shop[], timeoutMs: number): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  for (const { owner, hooks } of shops)
    for (const kind of targetKinds) {
      const leftMs = Math.max(0, deadline - performance.now());
      await owner.untilAllEnded(hooks[kind].id, leftMs).catch(() => undefined);
    }
}
