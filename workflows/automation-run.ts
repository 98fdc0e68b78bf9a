import {
  ApplicationFailure,
  CancellationScope,
  isCancellation,
  setCurrentDetails,
  sleep,
  upsertSearchAttributes,
} from '@temporalio/workflow';

import type { Begun } from '../activities/record.ts';
import type { TurnReport } from '../activities/turn.ts';
import type { Ending, RunRef } from '../contracts/run.ts';
import { runLimits } from '../domain/run-limits.ts';
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
  let requestsSent = 0;
  let tokens = 0;
  for (let turn = 1; turn <= runLimits.turns; turn += 1) {
    const report = await (isOffline ? local : remote)(`Turn ${turn}`).takeTurn(run, turn, requestsSent);
    setCurrentDetails(`Turn ${turn}: ${report.summary}`);
    if (report.ending !== null) return report.ending;
    tokens += report.tokens;
    if (tokens > runLimits.tokens) return await overBudget(run, `more than ${runLimits.tokens} tokens`);

    const sent = await carryOut(run, turn, report, requestsSent);
    if ('outcome' in sent) return sent;
    requestsSent = sent.requestsSent;
  }
  return await overBudget(run, `more than ${runLimits.turns} turns`);
}

async function carryOut(
  run: RunRef,
  turn: number,
  { calls }: TurnReport,
  requestsBefore: number,
): Promise<Ending | { readonly requestsSent: number }> {
  let requestsSent = requestsBefore;
  for (const { callId, kind, summary } of calls) {
    if (kind === 'read') {
      await local(summary).readPage(run, callId);
      continue;
    }
    requestsSent += 1;
    if (requestsSent > runLimits.requests)
      return await overBudget(run, `more than ${runLimits.requests} requests`);
    const { isEffectUnknown } = await remote(summary).sendRequest(run, {
      turn,
      request: requestsSent,
      callId,
    });
    if (isEffectUnknown) {
      const reason = `${summary} may or may not have arrived; it is not sent a second time.`;
      return await finish(run, { outcome: 'unknown_effect', reason });
    }
  }
  return { requestsSent };
}

async function overBudget(run: RunRef, what: string): Promise<Ending> {
  return await finish(run, { outcome: 'failed', reason: `The run was stopped: it needed ${what}.` });
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
