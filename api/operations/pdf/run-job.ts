import { PdfOutcome } from '@reveille/pdf';

import type { AwaitedResults } from '#store/jobs/awaited-results.ts';
import type { ComputeCall, ComputeRunner } from '#temporal/run-compute.ts';

interface Deps {
  readonly compute: ComputeRunner;
  readonly awaitedResults: AwaitedResults;
}

interface JobRun {
  /** As the worker tells it once the result is stored, or as Temporal recorded it: whichever is known first. */
  readonly outcome: Promise<PdfOutcome>;
  /** Resolves when Temporal has recorded the end. Until then a second attempt may need the files of the job. */
  readonly ended: Promise<void>;
}

/** Runs the job of a call at a worker. The work is cancelled where the caller leaves before its outcome is known. */
export function runJob({ compute, awaitedResults }: Deps, call: ComputeCall, signal: AbortSignal): JobRun {
  const leaving = new AbortController();
  const leave = () => leaving.abort(signal.reason);
  if (signal.aborted) leave();
  signal.addEventListener('abort', leave, { once: true });
  const told = Promise.withResolvers<unknown>();
  const stopWaiting = awaitedResults.wait(call.id, (result) => {
    // From here on the activity only has to be recorded as completed.
    signal.removeEventListener('abort', leave);
    told.resolve(result);
  });
  const recorded = compute.run(call, leaving.signal).finally(stopWaiting);
  return {
    outcome: Promise.race([told.promise, recorded]).then((result) => PdfOutcome.parse(result)),
    ended: recorded.then(
      () => undefined,
      () => undefined,
    ),
  };
}
