import type { Deliveries } from '#store/delivery/deliveries.ts';
import type { RecordedRuns } from '#store/rehearsal/recorded-runs.ts';
import { timesOf } from '../automations/replay-stop.ts';
import { findFailures } from '../causes/find-failures.ts';
import type { NewRehearsal } from './new-rehearsal.ts';

export interface SelectionDeps {
  readonly deliveries: Pick<Deliveries, 'search'>;
  readonly recordedRuns: Pick<RecordedRuns, 'select'>;
}

/** The ended deliveries of an automation that a rehearsal plays, newest first. */
export async function selectDeliveries(
  { deliveries, recordedRuns }: SelectionDeps,
  { workspaceId, automationId }: { readonly workspaceId: string; readonly automationId: string },
  { ids, causeId, limit, ...times }: NewRehearsal['deliveries'],
): Promise<readonly string[]> {
  const moments = timesOf(times);
  const failed =
    causeId === undefined
      ? null
      : (await findFailures(deliveries, workspaceId, { causeId, ...moments })).rows.slice(0, limit);
  const deliveryIds = failed === null ? (ids ?? null) : failed.map(({ deliveryId }) => deliveryId);
  return await recordedRuns.select(workspaceId, automationId, { ...moments, limit, deliveryIds });
}
