import {
  ApplicationFailure,
  isCancellation,
  setCurrentDetails,
  upsertSearchAttributes,
} from '@temporalio/workflow';

import type { DeliveryRun, Ending } from '#contracts/run.ts';
import { defaultBudget } from '#domain/budget.ts';
import { readRunRef, type UntaggedRunRef } from '#domain/run-ref.ts';
import { remote } from './activities.ts';
import { runAgent } from './agent-run.ts';
import { begin } from './begin-run.ts';
import { finish, finishFailed } from './finish.ts';
import { failForFaultOfOurs } from './internal-fault.ts';
import { withRunDeadline } from './run-deadline.ts';
import { isNeverStored, reportLost } from './report-lost.ts';
import { outcomeKey } from './search-attributes.ts';

/** A run whose record is missing waits this long for the sender to retry, which stores it. */
const dayMs = 24 * 60 * 60 * 1000;

/** Processes one accepted delivery: filter, then model turns and their requests, then the record. */
export async function automationRun(
  input: DeliveryRun | UntaggedRunRef,
  recordWaitMs = dayMs,
): Promise<Ending> {
  const run = readRunRef(input);
  if (run.kind !== 'delivery')
    throw ApplicationFailure.nonRetryable('This workflow processes deliveries.', 'NotADelivery');
  try {
    return show(await process(run, recordWaitMs));
  } catch (error) {
    if (isNeverStored(error)) {
      reportLost(run, 'never-stored');
      throw error;
    }
    const ending = await finishFailed(run, error);
    if (isCancellation(error)) throw error;
    show(ending);
    failForFaultOfOurs(error, ending);
    return ending;
  }
}

async function process(run: DeliveryRun, recordWaitMs: number): Promise<Ending> {
  const begun = await begin(run, recordWaitMs);
  if (begun.status === 'ended') {
    if (begun.done) setCurrentDetails(begun.done.map((line) => `- ${line}`).join('\n'));
    return begun.ending;
  }
  const startedAt = Date.now();
  const filtered = begun.isFilterOpen ? await evaluateFilter(run, begun.budget) : null;
  return filtered ?? (await runAgent(run, begun, startedAt));
}

/** Evaluates a filter that needs a model; counts towards the time of the run. */
async function evaluateFilter(run: DeliveryRun, budget = defaultBudget): Promise<Ending | null> {
  return await withRunDeadline<Ending | null>(
    { budget, elapsedMs: 0 },
    (leftMs) => remote('Filter', leftMs).judgeFilter(run),
    (reason) => finish(run, { outcome: 'failed', reason }),
  );
}

/** Makes the outcome searchable for operators. */
function show(ending: Ending): Ending {
  upsertSearchAttributes([{ key: outcomeKey, value: ending.outcome }]);
  return ending;
}
