import { proxyActivities } from '@temporalio/workflow';

const { nothing } = proxyActivities<{ nothing: () => Promise<void> }>({ startToCloseTimeout: '10s' });

/** Baseline: the minimum durable run, one activity that does nothing. */
export async function bare(): Promise<void> {
  await nothing();
}
