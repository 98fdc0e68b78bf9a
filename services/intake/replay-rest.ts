import type { ReplayOrder, ReplayRound } from '#contracts/replay.ts';
import type { ReadLimitsInUse } from '#store/workspace/limits-in-use.ts';
import { passesByItself, type ReplayMany } from './replay-many.ts';

/** The share of a workspace's limits; the rest stays free for new deliveries of its senders. */
const share = 0.5;

/** Starts of the rest of a replay what there is room for. */
export function createReplayRest({
  limitsInUse,
  replayMany,
}: {
  readonly limitsInUse: ReadLimitsInUse;
  readonly replayMany: ReplayMany;
}) {
  async function roomIn(workspaceId: string): Promise<number> {
    const inUse = await limitsInUse(workspaceId);
    return Math.max(
      0,
      Math.min(...inUse.map(({ limit, used }) => Math.max(1, Math.floor(limit * share)) - used)),
    );
  }

  /** Rejects where the service is unavailable: then nothing is decided. */
  return async function replayRest(order: ReplayOrder): Promise<ReplayRound> {
    const limit = await roomIn(order.selection.workspaceId);
    if (limit === 0) return { status: 'open', after: order.after, started: 0 };
    const { deliveryIds, position, stop } = await replayMany({ ...order, limit });
    if (stop?.status === 'unavailable') throw stop.error;
    if (stop !== null && !passesByItself(stop))
      return { status: 'over', how: stop.status === 'skipped' ? stop.reason : stop.status };
    if (position === null && stop === null) return { status: 'over', how: 'done' };
    return { status: 'open', after: position, started: deliveryIds.length };
  };
}
