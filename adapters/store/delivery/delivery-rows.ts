import type { ActivityRow } from '#contracts/delivery.ts';
import type { ArchiveDeps } from '../archive/stored-runs.ts';
import { createCandidates, rowOf } from '../search/candidates.ts';

/** Deliveries that are known already, as lists show them. */
export function createDeliveryRows(deps: ArchiveDeps) {
  /** In the order of their ids; what is gone is left out. */
  async function rows(workspaceId: string, deliveryIds: readonly string[]): Promise<readonly ActivityRow[]> {
    const { read } = createCandidates(deps, { workspaceId, withAnswer: false });
    const found = await Promise.all(deliveryIds.map(read));
    return found.filter((candidate) => candidate !== null).map(rowOf);
  }

  return { rows };
}
