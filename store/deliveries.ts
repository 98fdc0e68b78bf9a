import type { Redis } from './connect.ts';
import { createDeliveryRecords } from './delivery/delivery-record.ts';
import { createNewest } from './delivery/newest.ts';
import { createReplays } from './delivery/replays.ts';
import { createDeliverySearch } from './delivery-search.ts';

export type { DeliveryQuery } from './delivery-search.ts';
export type { ReplayPosition, ReplaySelection } from './delivery/replay-selection.ts';

/** Deliveries as their owner reads them. `workflowUrl` leads to the Temporal Web UI, null where there is none. */
export function createDeliveries(deps: {
  readonly redis: Redis;
  readonly workflowUrl: (workflowId: string, runId: string | null) => string | null;
}) {
  return {
    ...createDeliveryRecords(deps),
    ...createDeliverySearch(deps),
    ...createNewest(deps),
    ...createReplays(deps),
  };
}

export type Deliveries = ReturnType<typeof createDeliveries>;
