import {
  ApplicationFailure,
  CancellationScope,
  isCancellation,
  setCurrentDetails,
  sleep,
  upsertSearchAttributes,
} from '@temporalio/workflow';

import type { Begun } from '../activities/record.ts';
import type { PlannedCall } from '../activities/turn.ts';
import type { Ending, RunRef } from '../contracts/run.ts';
import { type BudgetSpend, defaultBudget, exceededBudget } from '../domain/budget.ts';
import { local, remote } from './activities.ts';
import { sentenceOf } from './failure-sentence.ts';
import { outcomeKey } from './search-attributes.ts';

/** A run without a record waits this long for the sender's next try, which brings it. */
const recordWaitMs = 24 * 60 * 60 * 1000;

/** Processes one accepted delivery: filter, then model turns and the requests they ask for, then the record. */
export async function automationRun(run: RunRef): Promise<Ending> {
  try {
    return show(await process(run));
  } catch (error) {
    const reason = isCancellation(error) ? 'The run was cancelled by an operator.' : sentenceOf(error);
    await CancellationScope.nonCancellable(() => finish(run, { outcome: 'failed', reason }));
    if (isCancellation(error)) throw error;
    return show({ outcome: 'failed', reason });
  }
}

async function process(run: RunRef): Promise<Ending> {
  const begun = await begin(run);
  if (begun.status === 'ended') return begun.ending;
  const filtered = begun.isFilterOpen ? await remote('Filter').judgeFilter(run) : null;
  return filtered ?? (await work(run, begun.isOffline));
}

async function begin(run: RunRef): Promise<Exclude<Begun, { status: 'missing' }>> {
  let waitMs = 1_000;
  for (let waitedMs = 0; waitedMs < recordWaitMs; waitedMs += waitMs) {
    const begun = await local('Begin').beginRun(run);
    if (begun.status !== 'missing') return begun;
    await sleep(waitMs, { summary: 'Waiting for the record of the delivery' });
    waitMs = Math.min(waitMs * 2, 60_000);
  }
  throw ApplicationFailure.nonRetryable('The delivery was never stored.', 'RecordMissing');
}

/** The loop: a model turn, then what it asked for, until the agent is done or a budget is used up. */
async function work(run: RunRef, isOffline: boolean): Promise<Ending> {
  const startedAt = Date.now();
  let spend: BudgetSpend = { steps: 0, requests: 0, tokens: 0, amountMicros: 0, elapsedMs: 0 };
  for (let turn = 1; ; turn += 1) {
    const exceeded = exceededBudget(defaultBudget, spend, { steps: 1 });
    if (exceeded !== null) return await finish(run, { outcome: 'failed', reason: exceeded });
    const report = await (isOffline ? local : remote)(`Turn ${turn}`).takeTurn(run, turn, spend.requests);
    setCurrentDetails(`Turn ${turn}: ${report.summary}`);
    if (report.ending !== null) return report.ending;
    spend = {
      steps: turn,
      requests: spend.requests,
      tokens: spend.tokens + report.tokens,
      amountMicros: spend.amountMicros + report.amountMicros,
      elapsedMs: Date.now() - startedAt,
    };
    for (const call of report.calls) {
      const ending = await carryOut(run, turn, call, spend);
      if (ending !== null) return ending;
      if (call.kind === 'request') spend = { ...spend, requests: spend.requests + 1 };
    }
  }
}

/** Carries out one call; the ending of the run where the call ends it. */
async function carryOut(
  run: RunRef,
  turn: number,
  call: PlannedCall,
  spend: BudgetSpend,
): Promise<Ending | null> {
  const { callId, kind, summary } = call;
  if (kind === 'read') {
    await local(summary).readPage(run, callId);
    return null;
  }
  const exceeded = exceededBudget(defaultBudget, spend, { requests: 1 });
  if (exceeded !== null) return await finish(run, { outcome: 'failed', reason: exceeded });
  const request = spend.requests + 1;
  const { isEffectUnknown } = await remote(summary).sendRequest(run, { turn, request, callId });
  if (!isEffectUnknown) return null;
  const reason = `${summary} may or may not have arrived; it is not sent a second time.`;
  return await finish(run, { outcome: 'unknown_effect', reason });
}

async function finish(run: RunRef, ending: Ending): Promise<Ending> {
  await local('Finish').finishRun(run, ending);
  return ending;
}

/** Makes the outcome searchable for operators. */
function show(ending: Ending): Ending {
  upsertSearchAttributes([{ key: outcomeKey, value: ending.outcome }]);
  return ending;
}
