import { CancellationScope, isCancellation } from '@temporalio/workflow';

import type { Ending, RunRef } from '#contracts/run.ts';
import { local } from './activities.ts';
import { sentenceOf } from './failure-sentence.ts';
import { isRecordLost, reportLost } from './report-lost.ts';

/** Records how a run ended. The record may know better: a request that was cut off has an unknown effect. */
export async function finish(run: RunRef, ending: Ending): Promise<Ending> {
  // Workers of earlier versions tell nothing.
  const recorded: Ending | undefined = await local('Finish').finishRun(run, ending);
  return recorded === undefined || recorded.outcome === ending.outcome ? ending : recorded;
}

/** Records a run that failed or was cancelled; runs even after cancellation. */
export async function finishFailed(run: RunRef, error: unknown): Promise<Ending> {
  if (isRecordLost(error)) reportLost(run, 'lost');
  const reason = isCancellation(error) ? 'The run was cancelled by an operator.' : sentenceOf(error);
  return await CancellationScope.nonCancellable(() => finish(run, { outcome: 'failed', reason }));
}
