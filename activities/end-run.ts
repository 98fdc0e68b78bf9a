import type { Ending, RunRef } from '../contracts/run.ts';
import type { Runs } from '../store/runs.ts';

/**
 * Writes how a run ended and gives its place back. The step that knows the ending writes it: the filter, the turn that is
 * done, or the workflow. Only the first ending of a run counts.
 */
export async function endRun(runs: Runs, run: RunRef, ending: Ending): Promise<Ending> {
  await runs.finish(run, ending);
  // The reason is in the record alone: it may quote the delivery, which must not enter a workflow's history.
  return { outcome: ending.outcome, reason: null };
}
