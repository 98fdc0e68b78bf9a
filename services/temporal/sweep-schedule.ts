import { isDeepStrictEqual } from 'node:util';

import {
  type Client,
  ScheduleAlreadyRunning,
  ScheduleOverlapPolicy,
  type ScheduleSpec,
} from '@temporalio/client';
import { msToNumber } from '@temporalio/common/lib/time.js';

const every = '5m' as const;
const catchupWindow = '1m' as const;
const overlap = ScheduleOverlapPolicy.SKIP;

export const sweepScheduleId = (taskQueue: string): string => `sweep-${taskQueue}`;

/**
 * Creates the schedule that runs the sweep, or updates one of an earlier version; any process may call it. Changes by
 * an operator, such as a pause, are kept.
 */
export async function scheduleSweep(client: Client, taskQueue: string): Promise<void> {
  const scheduleId = sweepScheduleId(taskQueue);
  const spec: ScheduleSpec = { intervals: [{ every }] };
  const action = { type: 'startWorkflow', workflowType: 'sweep', taskQueue, workflowId: scheduleId } as const;
  const policies = { overlap, catchupWindow } as const;
  try {
    await client.schedule.create({ scheduleId, spec, action, policies });
  } catch (error) {
    if (!(error instanceof ScheduleAlreadyRunning)) throw error;
    const schedule = client.schedule.getHandle(scheduleId);
    if (isUpToDate(await schedule.describe(), taskQueue)) return;
    await schedule.update(({ state }) => ({ spec, action, policies, state }));
  }
}

type Description = Awaited<ReturnType<ReturnType<Client['schedule']['getHandle']>['describe']>>;

/** Temporal returns every member with its default; only those that we set are compared. */
function isUpToDate({ spec, action, policies }: Description, taskQueue: string): boolean {
  return isDeepStrictEqual(
    {
      intervals: spec.intervals?.map((interval) => interval.every),
      overlap: policies.overlap,
      catchupWindow: policies.catchupWindow,
      workflowType: action.workflowType,
      taskQueue: action.taskQueue,
    },
    {
      intervals: [msToNumber(every)],
      overlap,
      catchupWindow: msToNumber(catchupWindow),
      workflowType: 'sweep',
      taskQueue,
    },
  );
}
