import type { ArchiveDeps } from '../archive/stored-runs.ts';
import { createDeliveryBodies, createDeliveryRecords } from './delivery-record.ts';
import { createNewest } from './newest.ts';
import { createRepeats } from './repeats.ts';
import { createReplays } from './replays.ts';
import { createResults } from './results.ts';
import { createSkippedDeliveries } from './skipped.ts';
import { createDeliverySearch } from '../search/delivery-search.ts';
import type { ActivityRow } from '#contracts/delivery.ts';
import { createCandidates, rowOf } from '../search/candidates.ts';

export type { DeliveryQuery } from '../search/delivery-search.ts';
export type { KeptDelivery } from './skipped.ts';
export type { KeptRepeat } from './repeats.ts';

/** Deliveries as their owner reads them. `retentionDays`: how long records are kept. `workflowUrl` leads to the Temporal Web UI, null where there is none. */
export function createDeliveries(
  deps: ArchiveDeps & {
    readonly workflowUrl: (workflowId: string, runId: string | null) => string | null;
    readonly retentionDays?: number;
  },
) {
  return {
    ...createRepeats(deps),
    ...createDeliveryBodies(deps),
    ...createDeliveryRecords(deps),
    ...createDeliverySearch(deps),
    ...createDeliveryRows(deps),
    ...createNewest(deps),
    ...createReplays(deps),
    ...createResults(deps),
    ...createSkippedDeliveries(deps),
  };
}

export type Deliveries = ReturnType<typeof createDeliveries>;

/** Deliveries that are known already, as lists show them. */
function createDeliveryRows(deps: ArchiveDeps) {
  /** In the order of their ids; what is gone is left out. */
  async function rows(workspaceId: string, deliveryIds: readonly string[]): Promise<readonly ActivityRow[]> {
    const { read } = createCandidates(deps, { workspaceId, withAnswer: false });
    const found = await Promise.all(deliveryIds.map(read));
    return found.filter((candidate) => candidate !== null).map(rowOf);
  }

  return { rows };
}
