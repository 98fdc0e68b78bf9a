import { ActivityFailure, ApplicationFailure, patched } from '@temporalio/workflow';

import type { Ending } from '#contracts/run.ts';
import { internalFault } from '#domain/internal-fault.ts';

/** Whether a run failed by a fault of the service, of which its owner can do nothing: no failure that is told in public. */
const isOurs = (error: unknown): boolean => {
  const cause = error instanceof ActivityFailure ? error.cause : error;
  return !(cause instanceof ApplicationFailure && cause.type?.startsWith('Public'));
};

/**
 * A run whose owner or target is at fault completes with its outcome. One that failed by a fault of ours fails as a
 * workflow, so that an alert can see it; its ending is in the details. Runs of earlier versions complete.
 */
export function failForFaultOfOurs(error: unknown, ending: Ending): void {
  if (!isOurs(error) || !patched('internal-fault-fails')) return;
  throw ApplicationFailure.create({
    type: internalFault,
    message: ending.reason ?? 'The run failed.',
    nonRetryable: true,
    details: [ending],
  });
}
