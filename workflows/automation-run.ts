import { ApplicationFailure, isCancellation, sleep, upsertSearchAttributes } from '@temporalio/workflow';

import type { Begun } from '../activities/record.ts';
import type { DeliveryRun, Ending } from '../contracts/run.ts';
import { defaultBudget } from '../domain/budget.ts';
import { readRunRef, type UntaggedRunRef } from '../domain/run-ref.ts';
import { local, remote } from './activities.ts';
import { runAgent } from './agent-run.ts';
import { finishFailed } from './finish.ts';
import { withRunDeadline } from './run-deadline.ts';
import { outcomeKey } from './search-attributes.ts';

/** A run whose record is missing waits this long for the sender to retry, which stores it. */
const recordWaitMs = 24 * 60 * 60 * 1000;

/** Processes one accepted delivery: filter, then model turns and their requests, then the record. */
export async function automationRun(input: DeliveryRun | UntaggedRunRef): Promise<Ending> {
  const run = readRunRef(input);
  if (run.kind !== 'delivery')
    throw ApplicationFailure.nonRetryable('This workflow processes deliveries.', 'NotADelivery');
  try {
    return show(await process(run));
  } catch (error) {
    const ending = await finishFailed(run, error);
    if (isCancellation(error)) throw error;
    return show(ending);
  }
}

async function process(run: DeliveryRun): Promise<Ending> {
  const begun = await begin(run);
  if (begun.status === 'ended') return begun.ending;
  const startedAt = Date.now();
  const filtered = begun.isFilterOpen ? await evaluateFilter(run, begun.budget) : null;
  return filtered ?? (await runAgent(run, begun, startedAt));
}

/** Evaluates a filter that needs a model; counts towards the time of the run. */
async function evaluateFilter(run: DeliveryRun, budget = defaultBudget): Promise<Ending | null> {
  return await withRunDeadline<Ending | null>(
    { run, budget, elapsedMs: 0 },
    (leftMs) => remote('Filter', leftMs).judgeFilter(run),
    (ending) => ending,
  );
}

async function begin(run: DeliveryRun): Promise<Exclude<Begun, { status: 'missing' }>> {
  let waitMs = 1_000;
  for (let waitedMs = 0; waitedMs < recordWaitMs; waitedMs += waitMs) {
    const begun = await local('Begin').beginRun(run);
    if (begun.status !== 'missing') return begun;
    await sleep(waitMs, { summary: 'Waiting for the record of the delivery' });
    waitMs = Math.min(waitMs * 2, 60_000);
  }
  throw ApplicationFailure.nonRetryable('The delivery was never stored.', 'RecordMissing');
}

/** Makes the outcome searchable for operators. */
function show(ending: Ending): Ending {
  upsertSearchAttributes([{ key: outcomeKey, value: ending.outcome }]);
  return ending;
}
