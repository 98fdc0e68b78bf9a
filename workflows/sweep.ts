import { proxyActivities } from '@temporalio/workflow';

import type { Activities } from '#activities/index.ts';
import type { SweepReport } from '#activities/sweep-tally.ts';

const { sweepWorkspaces } = proxyActivities<Activities>({
  startToCloseTimeout: '30m',
  heartbeatTimeout: '30s',
  retry: { initialInterval: '5s', maximumAttempts: 5 },
  summary: 'Reclaim lost slots, remove old records',
});

/** Started by the schedule in services/temporal/sweep-schedule.ts. */
export async function sweep(): Promise<SweepReport> {
  return await sweepWorkspaces();
}
