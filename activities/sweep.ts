import type { PlaceKeeper } from '../intake/places.ts';
import type { Retention } from '../store/retention.ts';
import type { Workspaces } from '../store/workspaces.ts';
import { whileAlive } from './heartbeat.ts';

export interface SweepReport {
  readonly placesFreed: number;
  readonly deliveriesRemoved: number;
}

/** What is looked after by the clock: places of runs that ended without giving them back, and old records. */
export function sweepActivities({
  places,
  retention,
  workspaces,
}: {
  places: PlaceKeeper;
  retention: Retention;
  workspaces: Workspaces;
}) {
  async function sweepWorkspaces(): Promise<SweepReport> {
    return await whileAlive(async (signal) => {
      let [placesFreed, deliveriesRemoved] = [0, 0];
      for (const workspaceId of await workspaces.listIds()) {
        signal.throwIfAborted();
        placesFreed += await places.release(workspaceId);
        deliveriesRemoved += await retention.removeExpired(workspaceId);
      }
      return { placesFreed, deliveriesRemoved };
    });
  }

  return { sweepWorkspaces };
}
