import {
  ApplicationFailure,
  condition,
  defineSignal,
  patched,
  setHandler,
  sleep,
} from '@temporalio/workflow';

import type { Begun } from '#activities/record.ts';
import type { DeliveryRun } from '#contracts/run.ts';
import { neverStored, recordStoredSignal } from '#domain/never-stored.ts';
import { localRequest } from './activities.ts';

type BegunRun = Exclude<Begun, { status: 'missing' }>;

const recordStored = defineSignal(recordStoredSignal);

/** The longest time until it looks by itself, in case the signal was lost with the process that should have sent it. */
const lookEveryMs = 60 * 60 * 1000;
/** Runs that began to wait before there was a signal. */
const pollEveryMs = 60_000;
/** It goes on as far as a plan can at once: see activities/go-on.ts. */
const beginning = () => localRequest('Begin, and requests of a plan');
const waiting = { summary: 'Waiting for the record of the delivery' };

/**
 * Begins a run. One that was started before its record was stored waits for the signal that it is. Throws NeverStored
 * after `recordWaitMs`.
 */
export async function begin(run: DeliveryRun, recordWaitMs: number): Promise<BegunRun> {
  let isStored = false;
  setHandler(recordStored, () => void (isStored = true));
  const begun = await beginning().beginRun(run);
  if (begun.status !== 'missing') return begun;
  const isSignalled = patched('record-signal');
  let waitMs = 1_000;
  for (let waitedMs = 0; waitedMs < recordWaitMs; waitedMs += waitMs) {
    if (isSignalled) await condition(() => isStored, waitMs, waiting);
    else await sleep(waitMs, waiting);
    isStored = false;
    waitMs = Math.min(waitMs * 2, isSignalled ? lookEveryMs : pollEveryMs);
    const again = await beginning().beginRun(run);
    if (again.status !== 'missing') return again;
  }
  throw ApplicationFailure.nonRetryable('The delivery was never stored.', neverStored);
}
