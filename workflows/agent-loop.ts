import { CancellationScope, isCancellation, setCurrentDetails } from '@temporalio/workflow';

import type { PlannedCall } from '../activities/turn.ts';
import type { Ending, RunRef } from '../contracts/run.ts';
import { type BudgetSpend, defaultBudget, exceededBudget } from '../domain/budget.ts';
import { local, remote } from './activities.ts';
import { sentenceOf } from './failure-sentence.ts';

/** The loop: a model turn, then what it asked for, until the agent is done or a budget is used up. */
export async function work(run: RunRef, isOffline: boolean): Promise<Ending> {
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
    // A turn that asks for too much gets nothing of it: half of what it wanted may be worse than none.
    const requests = report.calls.filter(({ kind }) => kind === 'request').length;
    const tooMuch = exceededBudget(defaultBudget, spend, { requests });
    if (tooMuch !== null) return await finish(run, { outcome: 'failed', reason: tooMuch });
    for (const call of report.calls) {
      const ending = await carryOut(run, turn, call, spend.requests + 1);
      if (ending !== null) return ending;
      if (call.kind === 'request') spend = { ...spend, requests: spend.requests + 1 };
    }
  }
}

/** Carries out one call, the `request`-th of the run if it is one; the ending of the run where the call ends it. */
async function carryOut(
  run: RunRef,
  turn: number,
  call: PlannedCall,
  request: number,
): Promise<Ending | null> {
  const { callId, kind, summary } = call;
  if (kind === 'read') {
    await local(summary).readPage(run, callId);
    return null;
  }
  const { isEffectUnknown } = await remote(summary).sendRequest(run, { turn, request, callId });
  if (!isEffectUnknown) return null;
  const reason = `${summary} may or may not have arrived; it is not sent a second time.`;
  return await finish(run, { outcome: 'unknown_effect', reason });
}

async function finish(run: RunRef, ending: Ending): Promise<Ending> {
  await local('Finish').finishRun(run, ending);
  return ending;
}

/** Records a run that broke off; a cancellation does not keep it from that. */
export async function finishFailed(run: RunRef, error: unknown): Promise<Ending> {
  const reason = isCancellation(error) ? 'The run was cancelled by an operator.' : sentenceOf(error);
  return await CancellationScope.nonCancellable(() => finish(run, { outcome: 'failed', reason }));
}
