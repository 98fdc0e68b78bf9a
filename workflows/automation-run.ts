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
  const begun = await begin(run);
  if (begun === null) return { outcome: 'failed', reason: 'The delivery was already over.' };
  try {
    return await end(run, (await filter(run, begun)) ?? (await work(run, begun)));
  } catch (error) {
    const reason = isCancellation(error) ? 'The run was cancelled by an operator.' : sentenceOf(error);
    await CancellationScope.nonCancellable(() => end(run, { outcome: 'failed', reason }));
    if (isCancellation(error)) throw error;
    return { outcome: 'failed', reason };
  }
}

async function begin(run: RunRef): Promise<Extract<Begun, { status: 'begun' }> | null> {
  for (
    let waitMs = 1_000, waitedMs = 0;
    waitedMs < recordWaitMs;
    waitedMs += waitMs, waitMs = Math.min(waitMs * 2, 60_000)
  ) {
    const begun = await local('Begin').beginRun(run);
    if (begun.status === 'begun') return begun;
    if (begun.status === 'ended') return null;
    await sleep(waitMs, { summary: 'Waiting for the record of the delivery' });
  }
  throw ApplicationFailure.nonRetryable('The delivery was never stored.', 'RecordMissing');
}

/** The ending that the filter makes of the run, or null when the run goes on. */
async function filter(run: RunRef, { hasFilter, isOffline }: { hasFilter: boolean; isOffline: boolean }) {
  if (!hasFilter) return null;
  const { verdict } = await (isOffline ? local : remote)('Filter').judgeFilter(run);
  return endings[verdict];
}

/** The reasons stand in the record: they quote the delivery, which has no place in a history. */
const endings = {
  run: null,
  skip: { outcome: 'skipped', reason: null },
  needs_model: { outcome: 'needs_model', reason: null },
} as const;

/** The loop: a model turn, then what it asked for, until the agent is done or a budget is used up. */
async function work(run: RunRef, { isOffline }: { isOffline: boolean }): Promise<Ending> {
  let requestsSent = 0;
  let tokens = 0;
  for (let turn = 1; turn <= runLimits.turns; turn += 1) {
    const report = await (isOffline ? local : remote)(`Turn ${turn}`).takeTurn(run, turn, requestsSent);
    setCurrentDetails(`Turn ${turn}: ${report.summary}`);
    if (report.ending) return { outcome: report.ending, reason: null };
    tokens += report.tokens;
    if (tokens > runLimits.tokens) return overBudget(`more than ${runLimits.tokens} tokens`);

    const sent = await carryOut(run, turn, report, requestsSent);
    if ('outcome' in sent) return sent;
    requestsSent = sent.requestsSent;
  }
  return overBudget(`more than ${runLimits.turns} turns`);
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
    if (requestsSent > runLimits.requests) return overBudget(`more than ${runLimits.requests} requests`);
    const { isEffectUnknown } = await remote(summary).sendRequest(run, {
      turn,
      request: requestsSent,
      callId,
    });
    if (isEffectUnknown) {
      const reason = `${summary} may or may not have arrived; it is not sent a second time.`;
      return { outcome: 'unknown_effect', reason };
    }
  }
  return { requestsSent };
}

function overBudget(what: string): Ending {
  return { outcome: 'failed', reason: `The run was stopped: it needed ${what}.` };
}

async function end(run: RunRef, ending: Ending): Promise<Ending> {
  await local('Finish').finishRun(run, ending);
  upsertSearchAttributes([{ key: outcomeKey, value: ending.outcome }]);
  return ending;
}
