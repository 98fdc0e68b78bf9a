import { proxyActivities } from '@temporalio/workflow';

const { nothing } = proxyActivities<{ nothing: () => Promise<void> }>({ startToCloseTimeout: '10s' });

/** The least that a durable run can be: one activity that does nothing. */
export async function bare(): Promise<void> {
  await nothing();
}
