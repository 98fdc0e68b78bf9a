import { continueAsNew, proxyActivities, workflowInfo } from '@temporalio/workflow';

import type { Activities } from '#activities/index.ts';
import type { RehearsalRef } from '#contracts/rehearsal.ts';
import { finalErrorNames } from '#domain/defect.ts';
import { local } from './activities.ts';

const { rehearse: play } = proxyActivities<Activities>({
  startToCloseTimeout: '1h',
  scheduleToCloseTimeout: '1 day',
  heartbeatTimeout: '30s',
  retry: { initialInterval: '1s', maximumInterval: '1m', nonRetryableErrorTypes: [...finalErrorNames] },
  summary: 'Play deliveries',
});

/** Plays stored deliveries through a changed automation; nothing is sent. See activities/rehearse.ts. */
export async function rehearse(ref: RehearsalRef): Promise<void> {
  try {
    while (!(await play(ref)).isOver)
      if (workflowInfo().continueAsNewSuggested) await continueAsNew<typeof rehearse>(ref);
  } catch (error) {
    await local('Note that it failed').failRehearsal(ref);
    throw error;
  }
}
