import { proxyActivities } from '@temporalio/workflow';

import type { Activities } from '#activities/index.ts';
import type { ErasureRef } from '#contracts/erasure.ts';

/** Tried until it is done: what was promised to be erased must go. Each attempt begins with what is left. */
const { eraseData } = proxyActivities<Activities>({
  startToCloseTimeout: '24h',
  heartbeatTimeout: '30s',
  retry: { initialInterval: '1s', maximumInterval: '5m' },
  summary: 'Erase records, histories and indexes',
});

/** Erases what an order names; see adapters/store/erasure/erasures.ts. */
export async function erase(ref: ErasureRef): Promise<void> {
  await eraseData(ref);
}
