import type { TurnDelivery } from '#contracts/turn.ts';
import type { Arrival } from '#store/admission/admissions.ts';
import type { Hook } from '#store/automation/hooks.ts';
import type { Runs } from '#store/run/runs.ts';

export type AfterFiltered = (hook: Hook, arrival: Arrival, toldTargets: readonly string[]) => void;

/** Does for a delivery that was stored as skipped the rest of what its run would have done. Nobody waits for it, and nothing is lost without it. */
export function createAfterFiltered({
  runs,
  deliveryOf,
  wake,
  onFailure,
}: {
  readonly runs: Pick<Runs, 'noteShape'>;
  readonly deliveryOf: (arrival: Arrival) => TurnDelivery;
  /** Wakes what sends events. */
  readonly wake: (workspaceId: string, targets: readonly string[]) => Promise<void>;
  readonly onFailure: (error: unknown) => void;
}): AfterFiltered {
  return (hook, arrival, toldTargets) => {
    const { deliveryId } = arrival;
    const delivery = deliveryOf(arrival);
    const noted = runs.noteShape({ kind: 'delivery', ...hook, deliveryId }, { delivery });
    const woken = toldTargets.length === 0 ? null : wake(hook.workspaceId, toldTargets);
    Promise.all([noted, woken]).catch(onFailure);
  };
}
