import type { ErasureRef } from '#contracts/erasure.ts';
import type { Erasures } from '#store/erasure/erasures.ts';
import { type DeliveryErasureDeps, eraseDelivery } from './erasure/erase-delivery.ts';
import { eraseAutomation, eraseReference } from './erasure/erase-many.ts';
import { eraseWorkspace, type WorkspaceErasureDeps } from './erasure/erase-workspace.ts';
import { withHeartbeat } from './with-heartbeat.ts';

export type ErasureDeps = Omit<DeliveryErasureDeps, 'runDeletion'> &
  Omit<WorkspaceErasureDeps, 'runDeletion'> & {
    readonly erasures: Pick<Erasures, 'count' | 'finish' | 'finishWorkspace' | 'read'>;
    readonly runDeletion: DeliveryErasureDeps['runDeletion'] & WorkspaceErasureDeps['runDeletion'];
  };

/** Erases in pieces, each of which is safe to repeat: an attempt that is cut off is followed by one that finds what is left. */
export function eraseDataActivities(deps: ErasureDeps) {
  const { erasures } = deps;

  async function* piecesOf(ref: ErasureRef, signal: AbortSignal): AsyncGenerator<number> {
    const order = await erasures.read(ref);
    // Nothing is left of a workspace that an earlier attempt erased.
    if (order === null) return await erasures.finishWorkspace(ref);
    if (order.finishedAt !== null) return;
    const { kind, target } = order;
    if (kind === 'workspace') {
      yield* eraseWorkspace(deps, ref, signal);
      return await erasures.finishWorkspace(ref);
    }
    if (target === null) throw new Error('This erasure names nothing.');
    if (kind === 'delivery')
      yield Number(await eraseDelivery(deps, { workspaceId: ref.workspaceId, deliveryId: target }));
    else yield* (kind === 'automation' ? eraseAutomation : eraseReference)(deps, ref, target);
    await erasures.finish(ref);
  }

  /** The activity: erases what an order names. */
  async function eraseData(ref: ErasureRef): Promise<void> {
    await withHeartbeat(async (signal) => {
      for await (const erased of piecesOf(ref, signal)) {
        await erasures.count(ref, erased);
        signal.throwIfAborted();
      }
    });
  }

  return { eraseData };
}
