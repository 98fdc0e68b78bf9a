import { ActivityFailure, ApplicationFailure, log, metricMeter } from '@temporalio/workflow';

import type { RunRef } from '#contracts/run.ts';
import { neverStored } from '#domain/never-stored.ts';
import { runIdOf } from '#domain/run-ref.ts';

/**
 * Tells operators of a run without a record: there its owner sees nothing. `never-stored`: it waited for its record in
 * vain. `lost`: the store lost the record while the run was under way.
 */
export function reportLost(run: RunRef, how: 'never-stored' | 'lost'): void {
  log.error('a run has no record', { how, workspaceId: run.workspaceId, recordId: runIdOf(run) });
  metricMeter.createCounter('reveille_runs_without_record_total').add(1, { how });
}

/** Whether a step failed because the record of its run is gone. */
export function isRecordLost(error: unknown): boolean {
  const cause = error instanceof ActivityFailure ? error.cause : error;
  return cause instanceof ApplicationFailure && cause.type === 'RecordMissing';
}

export const isNeverStored = (error: unknown): boolean =>
  error instanceof ApplicationFailure && error.type === neverStored;
