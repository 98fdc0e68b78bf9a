import { proxyActivities, proxyLocalActivities, upsertSearchAttributes } from '@temporalio/workflow';

import { outcomeKey } from '#workflows/search-attributes.ts';

/** The beginning of the id of a delivery. */
export const inTwoSteps = 'two-steps-';

interface Activities {
  readonly nothing: () => Promise<void>;
  readonly decide: (id: string) => Promise<void>;
  readonly send: (id: string) => Promise<void>;
}

const remote = proxyActivities<Activities>({ startToCloseTimeout: '10s' });
const named = (summary: string) => proxyLocalActivities<Activities>({ startToCloseTimeout: '10s', summary });
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
export async function bareSend(id: string): Promise<void> {
  await local.send(id);
}

/**
 * The same with what an operator sees of a run of ours: its step by its name, and the outcome among the search attributes.
 * In two steps, the decision is written in one of its own. Named as ours, so that it is started by the same code.
 */
export async function automationRun({ deliveryId }: { readonly deliveryId: string }): Promise<void> {
  if (deliveryId.startsWith(inTwoSteps)) await named('Begin').decide(deliveryId);
  await named('POST').send(deliveryId);
  upsertSearchAttributes([{ key: outcomeKey, value: 'succeeded' }]);
}
