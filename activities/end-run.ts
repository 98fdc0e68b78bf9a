import type { Ending, RunRef } from '#contracts/run.ts';
import type { Runs } from '#store/run/runs.ts';

/**
 * Records how a run ended and releases its slot. Called by whichever step determines the ending: the filter, the final
 * turn, or the workflow. Only the first ending of a run counts; it
 * is returned.
 */
export async function endRun(runs: Runs, run: RunRef, ending: Ending): Promise<Ending> {
  const { outcome } = (await runs.finish(run, ending)).ending;
  // The reason stays in the record: it may quote the delivery, which must not enter the workflow history.
  return { outcome, reason: null };
}
