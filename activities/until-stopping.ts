import { activityInfo, cancellationDetails, cancellationSignal } from '@temporalio/activity';

/**
 * Ends a request that is under way. Temporal cancels remote activities when their worker stops, but not local ones: those are cut
 * off by `stopping`, and by nothing else. Temporal cancels a local activity also when its workflow task took too long and
 * is done again; a request that this cut off would be recorded as failed. Once an operator has cancelled the run its record is
 * over, so that nothing of it is marked or written any more.
 */
export const cutOffSignal = (stopping: AbortSignal): AbortSignal =>
  activityInfo().isLocal ? stopping : cancellationSignal();

/**
 * The worker stops, or Temporal gave the activity to another one. If an operator cancelled the run nothing continues it:
 * the record shows the result of the request.
 */
export const isCutOff = (stopping: AbortSignal): boolean =>
  cutOffSignal(stopping).aborted &&
  (activityInfo().isLocal || cancellationDetails()?.cancelRequested !== true);
