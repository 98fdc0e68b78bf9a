import { type Client, ScheduleAlreadyRunning, ScheduleOverlapPolicy } from '@temporalio/client';

/** Makes the schedule that runs the sweep; idempotent, any process may call it. */
export async function scheduleSweep(client: Client, taskQueue: string): Promise<void> {
  try {
    await client.schedule.create({
      scheduleId: `sweep-${taskQueue}`,
      spec: { intervals: [{ every: '5m' }] },
      action: { type: 'startWorkflow', workflowType: 'sweep', taskQueue, workflowId: `sweep-${taskQueue}` },
      policies: { overlap: ScheduleOverlapPolicy.SKIP, catchupWindow: '1m' },
    });
  } catch (error) {
    if (!(error instanceof ScheduleAlreadyRunning)) throw error;
  }
}
