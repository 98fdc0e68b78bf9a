import type { ReplayOrder, ReplayRound } from '#contracts/replay.ts';
import { withHeartbeat } from './with-heartbeat.ts';

export interface ReplayDeps {
  readonly replayRest: (order: ReplayOrder) => Promise<ReplayRound>;
}

/** The work of a replay of many deliveries after its call was answered. */
export function replayRestActivities({ replayRest }: ReplayDeps) {
  /** The activity: starts what there is room for. Safe to repeat: a delivery is replayed once. */
  async function replayMore(order: ReplayOrder): Promise<ReplayRound> {
    return await withHeartbeat(() => replayRest(order));
  }

  return { replayMore };
}
