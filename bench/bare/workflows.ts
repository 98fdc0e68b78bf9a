import { proxyActivities, proxyLocalActivities } from '@temporalio/workflow';

interface Activities {
  readonly nothing: () => Promise<void>;
  readonly send: (id: string, url: string) => Promise<void>;
}

const remote = proxyActivities<Activities>({ startToCloseTimeout: '10s' });
const local = proxyLocalActivities<Activities>({ startToCloseTimeout: '10s' });

/** Baseline: the minimum durable run, one activity that does nothing. */
export async function bare(): Promise<void> {
  await remote.nothing();
}

/** The same in the worker of the workflow: the least that Temporal can carry of a run that does something. */
export async function bareLocal(): Promise<void> {
  await local.nothing();
}

/** The least durable run that sends a request which must not be sent twice. */
export async function bareSend(id: string, url: string): Promise<void> {
  await local.send(id, url);
}
