import type { ArchiveDeps } from './archive/stored-runs.ts';
import { createDeliveryBodies, createDeliveryRecords } from './delivery/delivery-record.ts';
import { createDeliveryRows } from './delivery/delivery-rows.ts';
import { createNewest } from './delivery/newest.ts';
import { createRepeats } from './delivery/repeats.ts';
import { createReplays } from './delivery/replays.ts';
import { createSkippedDeliveries } from './delivery/skipped.ts';
import { createDeliverySearch } from './delivery-search.ts';

export type { DeliveryQuery } from './delivery-search.ts';
export type { KeptDelivery } from './delivery/skipped.ts';
export type { KeptRepeat } from './delivery/repeats.ts';

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
    ...createSkippedDeliveries(deps),
  };
}

export type Deliveries = ReturnType<typeof createDeliveries>;
