import type { ActivityRow } from '#contracts/delivery.ts';
import type { CausedFailure } from '#contracts/failure.ts';
import { automationOfCause } from '#domain/cause-id.ts';
import type { Deliveries, DeliveryQuery } from '#store/delivery/deliveries.ts';

/** A delivery whose cause is known. */
export type FailedRow = ActivityRow & { readonly failure: CausedFailure };

/** The newest failed deliveries of a workspace: so many are looked at. */
const lookedAtMax = 1_000;

/** Those that a query finds, newest first. `searchedTo`: older ones were not looked at; null where there are none. */
export async function findFailures(
  deliveries: Pick<Deliveries, 'search'>,
  workspaceId: string,
  query: Pick<DeliveryQuery, 'automationId' | 'causeId' | 'fromMs' | 'toMs'>,
): Promise<{ readonly rows: readonly FailedRow[]; readonly searchedTo: string | null }> {
  const { causeId, automationId = causeId && automationOfCause(causeId) } = query;
  const asked = { ...query, automationId, failed: true } as const;
  const { items, searchedTo } = await deliveries.search(workspaceId, asked, { limit: lookedAtMax });
  return { rows: items.filter(hasFailure), searchedTo };
}

const hasFailure = (row: ActivityRow): row is FailedRow => row.failure !== null;
