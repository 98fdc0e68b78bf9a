import type { Deliveries } from '#store/delivery/deliveries.ts';
import type { Hook } from '#store/automation/hooks.ts';
import { arrivalOfSkipped } from './arrival.ts';
import { chooseSkipped, type SkippedSelection } from './choose-skipped.ts';
import type { OwnerReceipt } from './receipt.ts';
import type { Intake } from './receive.ts';

export interface SkippedReport {
  readonly deliveryIds: readonly string[];
  /** Their event was run before: by a retry of its sender, or by another call. */
  readonly ranBefore: number;
  /** Left aside for a newer one of the same reference. */
  readonly superseded: number;
  /** The cause that kept the next one from being started; null if there was none. */
  readonly stop: Exclude<OwnerReceipt, { status: 'accepted' | 'duplicate' }> | null;
  readonly remaining: number;
}

/**
 * Runs deliveries for which no run was started, oldest first, until a limit of the workspace or of the automation stops
 * it. Each is taken under the ids of its event, by the same admission as a retry of its sender: an event is run once.
 */
export function createRunSkipped({
  deliveries,
  intake,
}: {
  readonly deliveries: Pick<Deliveries, 'body' | 'find' | 'keptDeliveries' | 'settleSkipped' | 'supersede'>;
  readonly intake: Pick<Intake, 'receive'>;
}) {
  return async function runSkipped(
    hook: Hook,
    selection: SkippedSelection,
    limit: number,
  ): Promise<SkippedReport> {
    const chosen = chooseSkipped(await deliveries.keptDeliveries(hook), selection);
    const deliveryIds: string[] = [];
    let [ranBefore, superseded, done] = [0, 0, 0];
    let stop: SkippedReport['stop'] = null;
    for (const { deliveryId, older } of chosen) {
      if (deliveryIds.length === limit) break;
      const receipt = await runOne(hook, deliveryId);
      if (receipt !== null && receipt.status !== 'accepted' && receipt.status !== 'duplicate') {
        stop = receipt;
        break;
      }
      done += 1;
      if (receipt?.status === 'accepted') deliveryIds.push(receipt.deliveryId);
      else ranBefore += 1;
      for (const id of older) await deliveries.supersede(hook.workspaceId, id, deliveryId);
      superseded += older.length;
    }
    return { deliveryIds, ranBefore, superseded, stop, remaining: chosen.length - done };
  };

  /** Null: another call took it, or it was erased, since it was chosen. */
  async function runOne(hook: Hook, deliveryId: string): Promise<OwnerReceipt | null> {
    const { workspaceId } = hook;
    const [skipped, body] = await Promise.all([
      deliveries.find(workspaceId, deliveryId),
      deliveries.body(workspaceId, deliveryId),
    ]);
    if (skipped === null || body === null) return null;
    const receipt = await intake.receive(hook, arrivalOfSkipped(skipped, body));
    // Only what is safely started is given up here; a call that ends before this finds a duplicate.
    if (receipt.status === 'accepted' || receipt.status === 'duplicate')
      await deliveries.settleSkipped(hook, deliveryId, receipt.deliveryId);
    return receipt;
  }
}

export type RunSkipped = ReturnType<typeof createRunSkipped>;
