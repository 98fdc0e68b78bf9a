import { patched, proxyActivities } from '@temporalio/workflow';

import type { Activities } from '#activities/index.ts';
import { sumOfReports, type SweepReport } from '#domain/sweep-report.ts';

const { beginSweep, sweepWorkspaces } = proxyActivities<Activities>({
  startToCloseTimeout: '30m',
  heartbeatTimeout: '30s',
  retry: { initialInterval: '5s', maximumAttempts: 5 },
  summary: 'Reclaim lost slots, remove old records',
});

/** Started by the schedule in services/temporal/sweep-schedule.ts. Its ranges are swept at once, each by a worker that is free. */
export async function sweep(): Promise<SweepReport> {
  if (!patched('sweep-by-ranges')) return await sweepWorkspaces();
  const { ranges, report } = await beginSweep();
  const swept = await Promise.allSettled(ranges.map((range) => sweepWorkspaces(range)));
  // A range that fails stops no other.
  return sumOfReports([report, ...swept.map(reportOf)]);
}

function reportOf(range: PromiseSettledResult<SweepReport>): SweepReport {
  if (range.status === 'rejected') throw range.reason;
  return range.value;
}
